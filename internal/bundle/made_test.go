package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/tspi"
)

// made is a bundle that a test makes in a folder of its own: right at first, and
// then changed in the one fact that the test is about.
type made struct {
	t   testing.TB
	dir string
	// rows become the manifest. They are maps, so that any value can be put in.
	rows []map[string]any
}

const (
	firstBody  = "package first\n\n// First says which.\nfunc First() string { return \"first\" }\n"
	secondBody = "#!/usr/bin/env bash\n# écrit pour tous\necho second >/dev/null\n"
	firstRef   = "source_modules/first.go"
	secondRef  = "source_modules/tools/second.sh"
)

// makeBundle writes two bodies and the rows that declare them; the manifest is
// written when the bundle is judged.
func makeBundle(t testing.TB) *made {
	t.Helper()
	m := &made{t: t, dir: t.TempDir()}
	m.write(firstRef, firstBody)
	m.write(secondRef, secondBody)
	m.rows = []map[string]any{
		rightRow("first", firstRef, firstBody, "func First()"),
		rightRow("tools:second", secondRef, secondBody, "echo second", "écrit"),
	}
	m.rows[1]["source_to_target_relation"] = "source_faithful_public_refactor"
	m.rows[1]["material_class"] = "public_macro_tool_body"
	return m
}

// rightRow is a row with nothing to be said against it.
func rightRow(id, ref, text string, anchors ...any) map[string]any {
	return map[string]any{
		"module_id": id, "path": ref, "target_ref": ref, "source_ref": "src/" + id,
		"source_to_target_relation": "exact_copy", "material_class": "public_macro_pattern_body",
		"body_copied": true, "body_in_receipt": false, "body_text_in_receipt": false,
		"sha256": hexSHA256(text), "target_sha256": "sha256:" + hexSHA256(text), "required_anchors": anchors,
	}
}

func hexSHA256(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func (m *made) path(ref string) string { return filepath.Join(m.dir, filepath.FromSlash(ref)) }

func (m *made) write(ref, text string) {
	m.t.Helper()
	must(m.t, os.MkdirAll(filepath.Dir(m.path(ref)), 0o755))
	must(m.t, os.WriteFile(m.path(ref), []byte(text), 0o644))
}

func (m *made) remove(ref string) {
	m.t.Helper()
	must(m.t, os.RemoveAll(m.path(ref)))
}

// body changes the body of the first row together with its digests.
func (m *made) body(text string) {
	m.t.Helper()
	m.write(firstRef, text)
	m.rows[0]["sha256"], m.rows[0]["target_sha256"] = hexSHA256(text), hexSHA256(text)
}

// manifest writes the rows as the manifest.
func (m *made) manifest() {
	m.t.Helper()
	text, err := json.Marshal(map[string]any{"modules": m.rows}, json.Deterministic(true))
	must(m.t, err)
	m.write(ManifestName, string(text))
}

// verify judges the folder as it is.
func (m *made) verify(opt Options) Result {
	m.t.Helper()
	r, err := m.judge(opt)
	must(m.t, err)
	return r
}

func (m *made) judge(opt Options) (Result, error) {
	root, err := os.OpenRoot(m.dir)
	if err != nil {
		return Result{}, err
	}
	defer root.Close()
	if opt.Linked, err = ReachedByLink(m.dir, root); err != nil {
		return Result{}, err
	}
	return Verify(root, opt)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// told writes findings as "subject CODE" with the codes' common beginning left
// out, in order.
func told(findings []tspi.Finding) []string {
	var out []string
	for _, f := range findings {
		code := strings.TrimPrefix(strings.TrimPrefix(string(f.ErrorCode), "TSPI_"), "SOURCE_MODULE_")
		out = append(out, f.SubjectID+" "+code)
	}
	slices.Sort(out)
	return out
}

// expect holds a result against the findings that it must have, and no others,
// and against what is always true of one.
func expect(t *testing.T, r Result, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := told(r.Findings); !slices.Equal(got, want) {
		t.Errorf("findings %q, want %q", got, want)
	}
	if r.Passed() != (len(want) == 0) {
		t.Errorf("status %q with findings %q", r.Status, want)
	}
	verified := 0
	for _, m := range r.Modules {
		if len(m.Codes) == 0 {
			verified++
		}
	}
	if r.VerifiedModuleCount != verified || r.ModuleCount != len(r.Modules) {
		t.Errorf("%d of %d modules are verified, and %d of %d are told", r.VerifiedModuleCount, r.ModuleCount, verified,
			len(r.Modules))
	}
	for _, f := range r.Findings {
		if f.Message == "" || f.SubjectKind != tspi.SubjectModule || f.BodyInReceipt {
			t.Errorf("the finding %+v is not filled in as section 8 wants it", f)
		}
	}
	holdsNothing(t, r)
}

// holdsNothing checks that a result could go into a record: the guard finds
// nothing in it, and no part of a body or of a manifest's own words is there.
func holdsNothing(t *testing.T, r Result) {
	t.Helper()
	v, err := tspi.ValueOf(r)
	must(t, err)
	if leaks := tspi.Guard(v, tspi.Hardened); leaks != nil {
		t.Errorf("the result falls to the guard: %v", leaks)
	}
	text, err := json.Marshal(r)
	must(t, err)
	for _, secret := range []string{canary, "func First", "echo second"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the result repeats %q", secret)
		}
	}
}

// canary is text that tests put wherever a bundle can hold text of its own, and
// that no result may hold.
const canary = "canary/home/of a bundle"
