package conformance

import (
	"fmt"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// An exported case is the request that is sent, or the folder with its digests
// filled in, and fits the published schema's fields (docs/suite.md).
func TestExport(t *testing.T) {
	c, err := tspiProfile.ParseCase("tspi/core/5.orphan/a", []byte(profiletest.Case))
	if err != nil {
		t.Fatal(err)
	}
	text, err := Export(tspiProfile, c)
	if err != nil {
		t.Fatal(err)
	}
	object := lawtest.Read(t, string(text)).(strict.Object)
	for name, want := range map[string]strict.Value{"schema": "tspi_conformance_case_v1", "id": c.ID, "title": c.Title,
		"op": c.Op, "clause": c.Clause, "why": c.Why, "pair": c.Pair, "level": "core", "provisional": false,
		"since": strict.Number("1")} {
		if got := object.At(name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if string(strict.Encode(object.At("input"))) != string(c.Problem.Input(c.Op, "")) ||
		string(strict.Encode(object.At("expect"))) != `{"rows":[]}` {
		t.Errorf("the export is %s", text)
	}
	const withFolder = `id: tspi/hardened/10.manifest/a
title: A bundle
op: tspi.bundle
clause: 10.manifest
why: It says why.
since: 1
-- bundle/source_module_manifest.json --
"$sha256:b"
-- bundle/b.base64 --
/w==
-- layout.txt --
mkdir c
-- expect.json --
{"status": "pass", "module_count": 1, "verified_module_count": 1, "findings": []}
`
	folder, err := tspiProfile.ParseCase("tspi/hardened/10.manifest/a", []byte(withFolder))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = Export(tspiProfile, folder); err != nil {
		t.Fatal(err)
	}
	got := string(strict.Encode(lawtest.Read(t, string(text)).(strict.Object).At("folder")))
	want := fmt.Sprintf(
		`{"files":[{"name":"source_module_manifest.json","text":"\"%s\"\n"},{"name":"b","base64":"/w=="}],"entries":[{"kind":"mkdir","name":"c"}]}`, profile.Digest([]byte{0xff}))
	if got != want {
		t.Errorf("the folder is %s, want %s", got, want)
	}
	for _, c := range loadCurrent(t).Cases {
		if _, err := Export(tspiProfile, c); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
}
