package record

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/fixture"
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
		{name: "a command with a path", change: files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 ` + "/opt" + `/x/mcp-server"}`},
			blocking: []string{"TSPI_ABSOLUTE_PATH_FORBIDDEN input process_table"}, checks: []Check{CheckPositiveInputs}},
		{name: "neighbour: a relative path", change: files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 opt/x/mcp-server"}`}, passes: true},
		{name: "a preview key in an annotation", change: files{"pressure_policy.json": goodPolicy + `,"x_note":{"cmdline":1}}`},
			blocking: []string{"TSPI_COMMAND_PREVIEW_FORBIDDEN input pressure_policy"}, checks: []Check{CheckPositiveInputs}},
		{name: "neighbour: another key", change: files{"pressure_policy.json": goodPolicy + `,"x_note":{"cmdlines":1}}`}, passes: true},
		{name: "a policy that authorizes signals", change: files{"pressure_policy.json": goodPolicy + `,"process_signal_authorized":true}`},
			blocking: []string{"TSPI_PROCESS_SIGNAL_FORBIDDEN input pressure_policy"}, checks: []Check{CheckPolicyAuthority}},
		{name: "neighbour: a policy that does not", change: files{"pressure_policy.json": goodPolicy + `,"process_signal_authorized":false}`}, passes: true},
		{name: "a case without its offence", change: files{"process_signal_sent.json": claim("process_signal_sent", `{"rows":[],"process_signal_sent":false}`)},
			missing: []string{"process_signal_sent"}, checks: []Check{CheckNegativeCases}},
		{name: "a case with another's offence", change: files{"process_signal_sent.json": claim("process_signal_sent", `{"rows":[],"cmdline":""}`)},
			missing: []string{"process_signal_sent"}, checks: []Check{CheckNegativeCases}},
		{name: "a case with a second offence", change: files{"process_signal_sent.json": claim("process_signal_sent", `{"rows":[],"signalled":1,"cmdline":""}`)},
			missing: []string{"process_signal_sent"}, checks: []Check{CheckNegativeCases}},
		{name: "neighbour: core does not mind a second offence", change: files{"process_signal_sent.json": claim("process_signal_sent", `{"rows":[],"signalled":1,"cmdline":""}`)},
			alter: func(r *Request) { r.Level = tspi.Core }, passes: true},
		{name: "a secret in the table", change: files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 mcp-server hush"}`},
			blocking: []string{"TSPI_SECRET_FORBIDDEN input process_table"}, checks: []Check{CheckSecretScan}},
		{name: "neighbour: a secret in a negative case only", change: files{"absolute_path_leak.json": claim("absolute_path_leak", `{"rows":[],"note":"`+"/home"+`/hush"}`)}, passes: true},
		{name: "no scanner", alter: func(r *Request) { r.Scanner = nil },
			blocking: []string{"TSPI_SECRET_FORBIDDEN record secret_scan"}, checks: []Check{CheckSecretScan}},
		{name: "a scanner that fails", alter: func(r *Request) { r.Scanner = failingScanner(canary) },
			blocking: []string{"TSPI_SECRET_FORBIDDEN input process_table"}, checks: []Check{CheckSecretScan}},
		{name: "a manifest that passes", change: files{ManifestName: "{}"}, passes: true,
			alter: func(r *Request) { r.Manifest = verifierOf(ManifestVerdict{ModuleCount: 1, VerifiedModuleCount: 1}) }},
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
		{"blank table", files{"process_table.json": `{"ps_text":" \n"}`}, tspi.CodeMissingProcessTable, "process_table", "/ps_text"},
		{"trailing text", files{"pressure_policy.json": passing()["pressure_policy.json"] + "x"}, tspi.CodeInputInvalid, "pressure_policy", ""},
		{"empty policy", files{"pressure_policy.json": `{}`}, tspi.CodeInputInvalid, "pressure_policy", "/kinds"},
		{"misspelt owners", files{"owner_classes.json": `{"owner_hint":[]}`}, tspi.CodeInputInvalid, "owner_classes", "/owner_hint"},
		{"signals authorized, and owners broken", files{
			"pressure_policy.json": `{"kinds":[{"kind":"a","match_substrings":[]}],"process_signal_authorized":true}`,
			"owner_classes.json":   `{"owner_hint":[]}`}, tspi.CodeInputInvalid, "owner_classes", "/owner_hint"},
		{"a case is not there", files{"unknown_owner_kill.json": ""}, tspi.CodeInputInvalid, "unknown_owner_kill", ""},
		{"a case under another's name", files{"unknown_owner_kill.json": passing()["premature_safe_close.json"]},
			tspi.CodeInputInvalid, "unknown_owner_kill", "/expected_negative_case_id"},
		{"a repeated key", files{"premature_safe_close.json": `{"a":1,"a":1}`}, tspi.CodeInputInvalid, "premature_safe_close", "/a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Judge(passing().with(test.change).request(t))
			var fault *tspi.InputError
			if !errors.As(err, &fault) {
				t.Fatalf("got records %v and error %v, want an input error", r, err)
			}
			if fault.Code != test.code || fault.Input != test.input || fault.Pointer != test.pointer {
				t.Errorf("got %s %s %q, want %s %s %q", fault.Code, fault.Input, fault.Pointer, test.code, test.input, test.pointer)
			}
		})
	}
}

// TestVerdictOfPass guards the fields of section 11, over a fixture whose right
// answer is worked out by hand.
func TestVerdictOfPass(t *testing.T) {
	v := judged(t, passing().request(t)).Result
	text, err := Canonical(v.InventoryProjection)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "process_count": 2,
  "candidate_safe_close_count": 1,
  "requires_owner_check_count": 1,
  "keep_count": 0,
  "active_owner_pressure_group_count": 0,
  "active_owner_release_request_count": 0,
  "kind_counts": {
    "mcp": 2
  },
  "decision_counts": {
    "candidate_safe_close": 1,
    "requires_owner_check": 1
  },
  "owner_status_counts": {
    "active_session_chain": 1,
    "launchd_detached": 1
  },
  "skipped_line_counts": {
    "comment": 0,
    "header": 0,
    "malformed": 0
  },
  "init": "recognised",
  "no_process_signal_sent": true,
  "no_unknown_owner_killed": true
}
`
	if string(text) != want {
		t.Errorf("projection: got %s", text)
	}
	if v.CreatedAt != "1970-01-01T00:00:00Z" || v.NegativeCaseCount != 8 || v.SourceModuleManifestStatus != NotPresent {
		t.Errorf("got %s, %d cases, manifest %s", v.CreatedAt, v.NegativeCaseCount, v.SourceModuleManifestStatus)
	}
	if v.SecretScan.Status != Pass || len(v.SecretScan.Inputs) != 3 || !v.SecretScan.RecordsScanned {
		t.Errorf("secret scan: %+v", v.SecretScan)
	}
	if (v.AuthorityCeiling != Authority{}) || v.BodyInReceipt || v.ContentWithheld {
		t.Error("a record claims an authority, a body or to withhold something")
	}
	// The codes are those of the negative cases; each finding names its case.
	if len(v.ErrorCodes) != 7 || !slices.IsSorted(v.ErrorCodes) || v.FindingCount != 8 {
		t.Errorf("%d findings, codes %q", v.FindingCount, v.ErrorCodes)
	}
}

// TestBlockedPolicyHasNoProjection guards section 1: nothing is classified by a
// policy that authorizes signals, yet the negative cases are judged.
func TestBlockedPolicyHasNoProjection(t *testing.T) {
	policy := strings.Replace(passing()["pressure_policy.json"], "{", `{"process_signal_authorized":true,`, 1)
	v := judged(t, passing().with(files{"pressure_policy.json": policy}).request(t)).Result
	if v.InventoryProjection != nil || len(v.ObservedNegativeCases) != 8 || v.ContentWithheld {
		t.Errorf("projection %v, %d cases, withheld %v", v.InventoryProjection, len(v.ObservedNegativeCases), v.ContentWithheld)
	}
}

// TestBundle guards the mode of a bundle: it has no negative cases, and its
// manifest is verified whether it is there or not.
func TestBundle(t *testing.T) {
	required := newFinding(tspi.CodeModuleManifestRequired, tspi.SubjectModule, "source_module_manifest", "")
	for _, test := range []struct {
		name     string
		change   files
		verdict  ManifestVerdict
		status   Status
		manifest Status
	}{
		{"passes", files{ManifestName: "{}"}, ManifestVerdict{ModuleCount: 3, VerifiedModuleCount: 3}, Pass, Pass},
		{"blocked", files{ManifestName: "{}"}, ManifestVerdict{ModuleCount: 3, Findings: []tspi.Finding{required}}, Blocked, Blocked},
		{"no module", files{ManifestName: "{}"}, ManifestVerdict{}, Blocked, Blocked},
		{"no manifest", nil, ManifestVerdict{Findings: []tspi.Finding{required}}, Blocked, NotPresent},
	} {
		folder := passing().with(test.change)
		for _, c := range tspi.NegativeCases() {
			delete(folder, c.ID+".json")
		}
		req := folder.request(t)
		req.Mode, req.Manifest = ModeBundle, verifierOf(test.verdict)
		v := judged(t, req).Result
		if v.Status != test.status || v.SourceModuleManifestStatus != test.manifest || v.SchemaVersion != SchemaBundleResult {
			t.Errorf("%s: %s, manifest %s, %s", test.name, v.Status, v.SourceModuleManifestStatus, v.SchemaVersion)
		}
		if len(v.ExpectedNegativeCases) != 0 || v.NegativeCaseCount != 0 || v.SourceModuleSummary.ModuleCount != test.verdict.ModuleCount {
			t.Errorf("%s: %d cases, %+v", test.name, v.NegativeCaseCount, v.SourceModuleSummary)
		}
	}
}

// TestNoVerdictOnModules guards that modules which could not be judged give no
// record, rather than one that says nothing of them.
func TestNoVerdictOnModules(t *testing.T) {
	req := passing().with(files{ManifestName: "{}"}).request(t)
	failed := errors.New("out of memory")
	for _, verifier := range []ManifestVerifier{nil, func(*os.Root) (ManifestVerdict, error) { return ManifestVerdict{}, failed }} {
		req.Manifest = verifier
		if r, err := Judge(req); err == nil || r != nil {
			t.Errorf("got records %v and error %v", r, err)
		}
	}
}

// TestFreshnessBasis guards the digest over all inputs: it is what sha256sum
// prints of the sorted files, and changes with any byte of any of them.
func TestFreshnessBasis(t *testing.T) {
	// $ printf abc >b; printf '' >a; sha256sum a b | sha256sum
	basis := basisOf([]fixture.Digest{fixture.DigestOf("b", []byte("abc")), fixture.DigestOf("a", nil)})
	const want = "bf6e2103d6cbead28abb7d3fec372bc25d03a35b1647e83e090248eb08d0adae"
	if basis.SHA256 != want || basis.Inputs[0].Path != "a" || basis.Inputs[1].Size != 3 {
		t.Errorf("got %+v", basis)
	}
	first := judged(t, passing().request(t)).Result.FreshnessBasis
	if len(first.Inputs) != 11 {
		t.Errorf("%d inputs, want 11", len(first.Inputs))
	}
	for name, text := range passing() {
		changed := judged(t, passing().with(files{name: text + " "}).request(t)).Result.FreshnessBasis
		if changed.SHA256 == first.SHA256 {
			t.Errorf("a blank behind %s leaves the digest as it was", name)
		}
	}
}

// TestManyFindings guards that a hostile claim cannot swell the records: all
// findings are counted, and the first are listed.
func TestManyFindings(t *testing.T) {
	var rows []string
	for i := range MaxFindings + 5 {
		rows = append(rows, fmt.Sprintf(`{"pid":%d,"ppid":1,"process_kind":"m","owner_status":"launchd_detached",`+
			`"decision":"candidate_safe_close","age_s":1,"allowlist_matched":true}`, i+10))
	}
	text := `{"expected_negative_case_id":"premature_safe_close","claimed_inventory":{"rows":[` + strings.Join(rows, ",") + `]}}`
	v := judged(t, passing().with(files{"premature_safe_close.json": text}).request(t)).Result
	if v.FindingCount != 7+MaxFindings+5 || len(v.Findings) != 7+MaxFindings {
		t.Errorf("counted %d, listed %d", v.FindingCount, len(v.Findings))
	}
	if len(v.MissingNegativeCases) != 0 {
		t.Errorf("missing %q", v.MissingNegativeCases)
	}
}
