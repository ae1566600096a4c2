package tspi

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/profiletest"
	"github.com/tspi-dev/harness/internal/law"
)

// The built-in implementation declares what it was given judges for, refuses what
// is no request of its own, and answers folders by its judges.
func TestBuiltIn(t *testing.T) {
	judged := ""
	judge := func(_ context.Context, dir string, level law.Level) (any, error) {
		judged = dir + " " + level.String()
		return map[string]any{"status": "pass"}, nil
	}
	whole := BuiltIn(law.Hardened, "v", Folders{Bundle: judge, Run: judge})
	if got := profiletest.JSON(t,
		whole.Describe()); got != `{"name":"tspi","version":"v","language":"go","ops":["tspi.classify","tspi.relief","tspi.audit","tspi.bundle","tspi.run"],"levels":["core","hardened"]}` {
		t.Errorf("it is described as %s", got)
	}
	if got := profiletest.JSON(t,
		BuiltIn(law.Core, "v", Folders{}).
			Describe()); got != `{"name":"tspi","version":"v","language":"go","ops":["tspi.classify","tspi.relief","tspi.audit"],"levels":["core"]}` {
		t.Errorf("at core it is described as %s", got)
	}
	for _, test := range []struct {
		a         profile.Judge
		op, input string
		want      string // of the answer, or the start of the error
	}{
		{whole, OpBundle, `{"bundle_dir":"b"}`, `{"status":"pass"}`},
		{whole, OpRun, `{"fixture_dir":"f"}`, `{"status":"pass"}`},
		{whole, OpBundle, `{"fixture_dir":"b"}`, "invalid_input: want the path of a folder"},
		{whole, OpBundle, `{"bundle_dir":""}`, "invalid_input: want the path of a folder"},
		{whole, OpRun, `{"fixture_dir":7}`, "invalid_input: want the path of a folder"},
		{whole, "tspi.close", `{}`, "unsupported: "},
		{whole, OpClassify, `[]`, "invalid_input: want an object as input"},
		{whole, OpClassify, `{"process_table":{"ps_text":"1 0 9 0.0 1 a"},"pressure_policy":{}}`,
			"invalid_input: owner_classes"},
		{whole, OpClassify, `{`, ""},
		{BuiltIn(law.Core, "v", Folders{}), OpRun, `{"fixture_dir":"f"}`, "unsupported: "},
		{whole, OpAudit, `{"claimed_inventory":{"rows":[]}}`, `{"findings":[]}`},
	} {
		answer, err := test.a.Answer(t.Context(), test.op, jsontext.Value(test.input))
		got := string(answer)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || got == "" {
			t.Errorf("%s %s: got %q, want %q", test.op, test.input, got, test.want)
		}
	}
	if judged != "f hardened" {
		t.Errorf("the judge got %q", judged)
	}
	failing := BuiltIn(law.Hardened, "v", Folders{Run: func(context.Context, string, law.Level) (any, error) {
		return nil, errors.New("open /x")
	}})
	if _, err := failing.Answer(t.Context(), OpRun, jsontext.Value(`{"fixture_dir":"f"}`)); err == nil {
		t.Errorf("a judge's error: %v", err)
	}
}
