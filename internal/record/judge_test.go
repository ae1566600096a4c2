package record

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

func judged(t *testing.T, req Request) *Records {
	t.Helper()
	r, err := Judge(req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// blocking are the findings of no negative case, as code and subject.
func blocking(v Verdict) []string {
	var all []string
	for _, f := range v.Findings {
		if f.NegativeCaseID == nil {
			all = append(all, fmt.Sprintf("%s %s %s", f.ErrorCode, f.SubjectKind, f.SubjectID))
		}
	}
	return all
}

// TestJudge guards when a run passes (contract, section 11). Each blocked run
// differs from the passing one in one fact.
func TestJudge(t *testing.T) {
	claim := func(id, claim string) string {
		return `{"expected_negative_case_id":"` + id + `","claimed_inventory":` + claim + `}`
	}
	const goodPolicy = `{"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true}]`
	for _, test := range []struct {
		name     string
		change   files
		alter    func(*Request)
		blocking []string // findings of no case
		missing  []string // cases
		checks   []Check  // that are blocked
		passes   bool
	}{
		{name: "passes", passes: true},
		{name: "a command with a path",
			change:   files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 ` + "/opt" + `/x/mcp-server"}`},
			blocking: []string{"TSPI_ABSOLUTE_PATH_FORBIDDEN input process_table"},
			checks:   []Check{CheckPositiveInputs}},
		{name: "neighbour: a relative path",
			change: files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 opt/x/mcp-server"}`}, passes: true},
		{name: "a preview key in an annotation",
			change:   files{"pressure_policy.json": goodPolicy + `,"x_note":{"cmdline":1}}`},
			blocking: []string{"TSPI_COMMAND_PREVIEW_FORBIDDEN input pressure_policy"},
			checks:   []Check{CheckPositiveInputs}},
		{name: "neighbour: another key",
			change: files{"pressure_policy.json": goodPolicy + `,"x_note":{"cmdlines":1}}`}, passes: true},
		{name: "a policy that authorizes signals",
			change:   files{"pressure_policy.json": goodPolicy + `,"process_signal_authorized":true}`},
			blocking: []string{"TSPI_PROCESS_SIGNAL_FORBIDDEN input pressure_policy"},
			checks:   []Check{CheckPolicyAuthority}},
		{name: "neighbour: a policy that does not",
			change: files{"pressure_policy.json": goodPolicy + `,"process_signal_authorized":false}`}, passes: true},
		{name: "a case without its offence",
			change: files{"process_signal_sent.json": claim("process_signal_sent",
				`{"rows":[],"process_signal_sent":false}`)},
			missing: []string{"process_signal_sent"}, checks: []Check{CheckNegativeCases}},
		{name: "a case with another's offence",
			change:  files{"process_signal_sent.json": claim("process_signal_sent", `{"rows":[],"cmdline":""}`)},
			missing: []string{"process_signal_sent"}, checks: []Check{CheckNegativeCases}},
		{name: "a case with a second offence",
			change: files{"process_signal_sent.json": claim("process_signal_sent",
				`{"rows":[],"signalled":1,"cmdline":""}`)},
			missing: []string{"process_signal_sent"}, checks: []Check{CheckNegativeCases}},
		{name: "neighbour: core does not mind a second offence",
			change: files{"process_signal_sent.json": claim("process_signal_sent",
				`{"rows":[],"signalled":1,"cmdline":""}`)},
			alter: func(r *Request) { r.Level = tspi.Core }, passes: true},
		{name: "a secret in the table",
			change:   files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 mcp-server hush"}`},
			blocking: []string{"TSPI_SECRET_FORBIDDEN input process_table"}, checks: []Check{CheckSecretScan}},
		{name: "neighbour: a secret in a negative case only",
			change: files{"absolute_path_leak.json": claim("absolute_path_leak", `{"rows":[],"note":"`+"/home"+
				`/hush"}`)}, passes: true},
		{name: "no scanner", alter: func(r *Request) { r.Scanner = nil },
			blocking: []string{"TSPI_SECRET_FORBIDDEN record secret_scan"}, checks: []Check{CheckSecretScan}},
		{name: "a scanner that fails", alter: func(r *Request) { r.Scanner = failingScanner(canary) },
			blocking: []string{"TSPI_SECRET_FORBIDDEN input process_table"}, checks: []Check{CheckSecretScan}},
		{name: "a manifest that passes", change: files{ManifestName: "{}"}, passes: true,
			alter: func(r *Request) {
				r.Manifest = verifierOf(ManifestVerdict{ModuleCount: 1, VerifiedModuleCount: 1})
			}},
		{name: "a manifest that does not", change: files{ManifestName: "{}"},
			alter: func(r *Request) {
				r.Manifest = verifierOf(ManifestVerdict{ModuleCount: 1, Findings: []tspi.Finding{
					newFinding(tspi.CodeModuleTargetMissing, tspi.SubjectModule, "m1", "")}})
			},
			blocking: []string{"TSPI_SOURCE_MODULE_TARGET_MISSING module m1"}, checks: []Check{CheckSourceModules}},
	} {
		t.Run(test.name, func(t *testing.T) {
			req := passing().with(test.change).request(t)
			if test.alter != nil {
				test.alter(&req)
			}
			v := judged(t, req).Result
			if (v.Status == Pass) != test.passes || (v.Status == Blocked) == test.passes {
				t.Errorf("status %s", v.Status)
			}
			if got := blocking(v.Verdict); !slices.Equal(got, test.blocking) {
				t.Errorf("blocking findings: got %q, want %q", got, test.blocking)
			}
			if !slices.Equal(v.MissingNegativeCases, append([]string{}, test.missing...)) {
				t.Errorf("missing: got %q, want %q", v.MissingNegativeCases, test.missing)
			}
			if n := len(v.ObservedNegativeCases); n+len(test.missing) != 8 {
				t.Errorf("%d cases observed", n)
			}
			if got := blockedLights(t, req); !slices.Equal(got, test.checks) {
				t.Errorf("blocked checks: got %q, want %q", got, test.checks)
			}
		})
	}
}

func verifierOf(v ManifestVerdict) ManifestVerifier {
	return func(*os.Root) (ManifestVerdict, error) { return v, nil }
}

func blockedLights(t *testing.T, req Request) []Check {
	t.Helper()
	board := recordOf[Board](t, judged(t, req), BoardName)
	var blocked []Check
	for _, light := range board.Lights {
		if light.Status == Blocked {
			blocked = append(blocked, light.Check)
		}
	}
	return blocked
}

// TestJudgeUnusable guards that an input which breaks section 1 gives no record
// at all, and that the input at fault is named.
func TestJudgeUnusable(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  files
		code    tspi.Code
		input   tspi.Input
		pointer string
	}{
		{"no table", files{"process_table.json": ""}, tspi.CodeInputInvalid, "process_table", ""},
		{"blank table", files{"process_table.json": `{"ps_text":" \n"}`}, tspi.CodeMissingProcessTable, "process_table",
			"/ps_text"},
		{"trailing text", files{"pressure_policy.json": passing()["pressure_policy.json"] + "x"}, tspi.CodeInputInvalid,
			"pressure_policy", ""},
		{"empty policy", files{"pressure_policy.json": `{}`}, tspi.CodeInputInvalid, "pressure_policy", "/kinds"},
		{"misspelt owners", files{"owner_classes.json": `{"owner_hint":[]}`}, tspi.CodeInputInvalid, "owner_classes",
			"/owner_hint"},
		{"signals authorized, and owners broken", files{
			"pressure_policy.json": `{"kinds":[{"kind":"a","match_substrings":[]}],"process_signal_authorized":true}`,
			"owner_classes.json":   `{"owner_hint":[]}`}, tspi.CodeInputInvalid, "owner_classes", "/owner_hint"},
		{"a case is not there", files{"unknown_owner_kill.json": ""}, tspi.CodeInputInvalid, "unknown_owner_kill", ""},
		{"a case under another's name", files{"unknown_owner_kill.json": passing()["premature_safe_close.json"]},
			tspi.CodeInputInvalid, "unknown_owner_kill", "/expected_negative_case_id"},
		{"a repeated key", files{"premature_safe_close.json": `{"a":1,"a":1}`}, tspi.CodeInputInvalid,
			"premature_safe_close", "/a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Judge(passing().with(test.change).request(t))
			var fault *tspi.InputError
			if !errors.As(err, &fault) {
				t.Fatalf("got records %v and error %v, want an input error", r, err)
			}
			if fault.Code != test.code || fault.Input != test.input || fault.Pointer != test.pointer {
				t.Errorf("got %s %s %q, want %s %s %q", fault.Code, fault.Input, fault.Pointer, test.code, test.input,
					test.pointer)
			}
		})
	}
}
