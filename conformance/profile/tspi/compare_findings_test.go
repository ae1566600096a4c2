package tspi

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

func findingsCase(t testing.TB) *profile.Case {
	return made(t, OpAudit, "claim.json", `{"rows": []}`, "expect.json", `{"findings": [
		{"error_code": "TSPI_PREMATURE_SAFE_CLOSE", "subject_id": "410"},
		{"error_code": "TSPI_PROCESS_SIGNAL_FORBIDDEN", "subject_id": "mcp"},
		{"error_code": "TSPI_COMMAND_PREVIEW_FORBIDDEN"},
		{"error_code": "TSPI_SUMMARY_MISMATCH"}]}`)
}

const rightFindings = `{"findings": [
	{"error_code": "TSPI_SUMMARY_MISMATCH", "subject_id": "summary"},
	{"error_code": "TSPI_COMMAND_PREVIEW_FORBIDDEN", "subject_id": "claimed_inventory"},
	{"error_code": "TSPI_PROCESS_SIGNAL_FORBIDDEN", "subject_id": "mcp"},
	{"error_code": "TSPI_PREMATURE_SAFE_CLOSE", "subject_id": "410", "message": "too young", "subject_kind": "row"}]}`

// The exact set of findings is demanded, in any order: codes of rows and groups
// with their subject, the others by code, each once (contract, section 8;
// docs/suite.md, audit).
func TestFindingsAreAnExactSet(t *testing.T) {
	c := findingsCase(t)
	for name, test := range map[string]struct {
		old, fresh string
		want       []profile.Difference
	}{
		"as they are":     {"", "", nil},
		"another message": {"too young", "not yet", nil},
		"another summary": {`"subject_id": "summary"`, `"subject_id": "counts"`, nil},
		"a code left out": {`{"error_code": "TSPI_SUMMARY_MISMATCH", "subject_id": "summary"},`, ``,
			[]profile.Difference{{Clause: "6.rows", Path: "findings", Want: "TSPI_SUMMARY_MISMATCH",
				Got: "not raised"}}},
		"another subject": {`"410"`, `"411"`,
			[]profile.Difference{{Clause: "6.rows", Path: "findings", Want: "TSPI_PREMATURE_SAFE_CLOSE of 410",
				Got: "not raised"}, {Clause: "6.rows", Path: "findings", Want: "no such finding",
				Got: "TSPI_PREMATURE_SAFE_CLOSE of 411"}}},
		"another group": {`"mcp"`, `"claimed_inventory"`,
			[]profile.Difference{{Clause: "6.rows", Path: "findings", Want: "TSPI_PROCESS_SIGNAL_FORBIDDEN of mcp",
				Got: "not raised"}, {Clause: "6.rows", Path: "findings", Want: "no such finding",
				Got: "TSPI_PROCESS_SIGNAL_FORBIDDEN"}}},
		"another code": {"TSPI_PREMATURE_SAFE_CLOSE", "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN",
			[]profile.Difference{{Clause: "6.rows", Path: "findings", Want: "TSPI_PREMATURE_SAFE_CLOSE of 410",
				Got: "not raised"}, {Clause: "6.rows", Path: "findings", Want: "no such finding",
				Got: "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN of 410"}}},
		"one more": {`[`, `[{"error_code": "TSPI_CLAIM_MALFORMED", "subject_id": "claimed_inventory"},`,
			[]profile.Difference{{Clause: "6.rows", Path: "findings", Want: "no such finding",
				Got: "TSPI_CLAIM_MALFORMED"}}},
		"one twice": {`[`, `[{"error_code": "TSPI_SUMMARY_MISMATCH", "subject_id": "summary"},`,
			[]profile.Difference{{Clause: "6.rows", Path: "findings[1]", Want: "each finding once",
				Got: "TSPI_SUMMARY_MISMATCH of summary"}}},
		"a hostile subject": {`[`, `[{"error_code": "TSPI_PREMATURE_SAFE_CLOSE", "subject_id": "node server"},`,
			[]profile.Difference{{Clause: "6.rows", Path: "findings", Want: "no such finding",
				Got: "TSPI_PREMATURE_SAFE_CLOSE of a string of 11 bytes"}}},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(rightFindings, test.old, test.fresh, 1)
			found := differences(c, law.Hardened, answering(decoded(t, text)))
			if !slices.Equal(found, test.want) {
				t.Errorf("got %v\nwant %v", found, test.want)
			}
		})
	}
}

// What is no list of findings is told as that.
func TestFindingsThatAreNone(t *testing.T) {
	c := findingsCase(t)
	for text, want := range map[string]profile.Difference{
		`{}`:                 {Clause: "6.rows", Path: "findings", Want: "an array", Got: "nothing"},
		`{"findings": null}`: {Clause: "6.rows", Path: "findings", Want: "an array", Got: "null"},
		`{"findings": {}}`: {Clause: "6.rows", Path: "findings", Want: "an array",
			Got: "an object of 0 members"},
		`{"findings": ["x"]}`: {Clause: "6.rows", Path: "findings[0]",
			Want: "an object with error_code and subject_id", Got: "x"},
		`{"findings": [{"error_code": "X"}]}`: {Clause: "6.rows", Path: "findings[0]",
			Want: "an object with error_code and subject_id", Got: "an object of 1 members"},
		`{"findings": [{"subject_id": "410"}]}`: {Clause: "6.rows", Path: "findings[0]",
			Want: "an object with error_code and subject_id", Got: "an object of 1 members"},
		`[]`:   {Clause: "6.rows", Path: "", Want: "an object with findings", Got: "an array of 0"},
		`null`: {Clause: "6.rows", Path: "", Want: "an object with findings", Got: "null"},
	} {
		found := differences(c, law.Hardened, answering(decoded(t, text)))
		if !slices.Contains(found, want) {
			t.Errorf("%s: got %v, want %v", text, found, want)
		}
	}
}

// A bundle's verdict is compared with its counts and findings (docs/suite.md).
func TestDifferencesOfABundle(t *testing.T) {
	c := made(t, OpBundle, "bundle/x", "x", "expect.json",
		`{"status": "blocked", "module_count": 2, "verified_module_count": 1, "findings": [{"error_code": "TSPI_SOURCE_MODULE_DIGEST_MISMATCH", "subject_id": "alpha"}]}`)
	answer := decoded(t,
		`{"status": "blocked", "module_count": 2, "verified_module_count": 1, "findings": [{"error_code": "TSPI_SOURCE_MODULE_DIGEST_MISMATCH", "subject_id": "alpha"}]}`)
	if found := differences(c, law.Hardened, answering(answer)); found != nil {
		t.Errorf("the right verdict: %v", found)
	}
	for _, test := range []struct {
		to   strict.Value
		path []any
		want profile.Difference
	}{
		{"pass", []any{"status"}, profile.Difference{Clause: "6.rows", Path: "status", Want: "blocked", Got: "pass"}},
		{strict.Int(1), []any{"module_count"}, profile.Difference{Clause: "6.rows", Path: "module_count", Want: "2",
			Got: "1"}},
		{strict.Int(2), []any{"verified_module_count"},
			profile.Difference{Clause: "6.rows", Path: "verified_module_count", Want: "1", Got: "2"}},
		{"beta", []any{"findings", 0, "subject_id"}, profile.Difference{Clause: "6.rows", Path: "findings",
			Want: "TSPI_SOURCE_MODULE_DIGEST_MISMATCH of alpha", Got: "not raised"}},
		{strict.Array{}, []any{}, profile.Difference{Clause: "6.rows", Path: "", Want: "a bundle verdict",
			Got: "an array of 0"}},
	} {
		if found := differences(c, law.Hardened,
			answering(with(t, answer, test.to, test.path...))); !slices.Contains(found, test.want) {
			t.Errorf("%v: got %v, want %v", test.path, found, test.want)
		}
	}
}

// A run's record is compared by its status, the exact set of missing cases, the
// manifest's status, and the codes that the case gives (docs/suite.md).
func TestDifferencesOfARun(t *testing.T) {
	c := made(t, OpRun, "fixture/x", "x", "expect.json",
		`{"status": "blocked", "error_codes": ["TSPI_A"], "missing_negative_cases": ["unknown_owner_kill"], "source_module_manifest_status": "not_present"}`)
	answer := decoded(t,
		`{"status": "blocked", "error_codes": ["TSPI_A", "TSPI_B"], "missing_negative_cases": ["unknown_owner_kill"], "source_module_manifest_status": "not_present"}`)
	own := func(v strict.Value) []profile.Difference {
		return slices.DeleteFunc(differences(c, law.Hardened, answering(v)), func(d profile.Difference) bool {
			return d.Clause == profile.ClauseStanding
		})
	}
	if found := own(answer); len(found) > 0 {
		t.Errorf("the right record: %v", found)
	}
	for _, test := range []struct {
		to   strict.Value
		path []any
		want profile.Difference
	}{
		{"pass", []any{"status"}, profile.Difference{Clause: "6.rows", Path: "status", Want: "blocked", Got: "pass"}},
		{"pass", []any{"source_module_manifest_status"}, profile.Difference{Clause: "6.rows",
			Path: "source_module_manifest_status", Want: "not_present", Got: "pass"}},
		{strict.Array{"TSPI_B"}, []any{"error_codes"},
			profile.Difference{Clause: "6.rows", Path: "error_codes", Want: "TSPI_A", Got: "not named"}},
		{"TSPI_A", []any{"error_codes"}, profile.Difference{Clause: "6.rows", Path: "error_codes", Want: "TSPI_A",
			Got: "not named"}},
		{strict.Array{}, []any{"missing_negative_cases"}, profile.Difference{Clause: "6.rows",
			Path: "missing_negative_cases", Want: "unknown_owner_kill", Got: "not named"}},
		{strict.Array{"unknown_owner_kill", "/Users/me"}, []any{"missing_negative_cases"},
			profile.Difference{Clause: "6.rows", Path: "missing_negative_cases", Want: "not named",
				Got: "a string of 9 bytes"}},
		{"x", []any{}, profile.Difference{Clause: "6.rows", Path: "", Want: "a result record", Got: "x"}},
	} {
		if found := own(with(t, answer, test.to, test.path...)); !slices.Contains(found, test.want) {
			t.Errorf("%v: got %v, want %v", test.path, found, test.want)
		}
	}
}
