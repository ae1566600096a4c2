package tspi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 9: the eight cases and their codes.
func TestNegativeCases(t *testing.T) {
	want := []tspi.NegativeCase{
		{ID: "active_owner_kill_candidate", Code: "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"},
		{ID: "owner_chain_cycle_safe_close", Code: "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"},
		{ID: "unknown_owner_kill", Code: "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"},
		{ID: "premature_safe_close", Code: "TSPI_PREMATURE_SAFE_CLOSE"},
		{ID: "process_signal_sent", Code: "TSPI_PROCESS_SIGNAL_FORBIDDEN"},
		{ID: "command_preview_leak", Code: "TSPI_COMMAND_PREVIEW_FORBIDDEN"},
		{ID: "absolute_path_leak", Code: "TSPI_ABSOLUTE_PATH_FORBIDDEN"},
		{ID: "owner_release_overclaim", Code: "TSPI_OWNER_RELEASE_OVERCLAIM"},
	}
	if got := tspi.NegativeCases(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func negativeCase(t *testing.T, id string) tspi.NegativeCase {
	t.Helper()
	for _, c := range tspi.NegativeCases() {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no case %s", id)
	return tspi.NegativeCase{}
}

// offences hold, for each case, a claim that commits its offence and nothing else.
func offences() map[string]string {
	claim := func(member string) string {
		return members{`"rows":[` + goodRow().String() + `]`, member}.String()
	}
	return map[string]string{
		"active_owner_kill_candidate":  claimOf(goodRow().with(`"owner_status":"active_session_chain"`)),
		"owner_chain_cycle_safe_close": claimOf(goodRow().with(`"owner_status":"active_parent_process"`, `"ppid":7`)),
		"unknown_owner_kill":           claimOf(goodRow().with(`"owner_status":"unknown_parent_process"`)),
		"premature_safe_close":         claimOf(goodRow().with(`"age_s":299`)),
		"process_signal_sent":          claim(`"process_signal_sent":true`),
		"command_preview_leak":         claim(`"command_preview":"npx"`),
		"absolute_path_leak":           claim(`"x_note":"/home/me/run"`),
		"owner_release_overclaim":      claimOfGroup(requesting(`"result":"killed"`)),
	}
}

// Section 9: a case is observed when its own code is among its findings; each of
// its findings carries the case's id. Without the offence, or with another
// case's, it is not.
func TestJudgeNegative(t *testing.T) {
	for _, level := range levels() {
		for _, c := range tspi.NegativeCases() {
			for id, claim := range offences() {
				document := document(t,
					members{`"expected_negative_case_id":"` + c.ID + `"`, `"claimed_inventory":` + claim}.String())
				v, err := tspi.JudgeNegative(c, document, level)
				if err != nil {
					t.Fatalf("%v: %s: %v", level, c.ID, err)
				}
				other := negativeCase(t, id)
				if want := other.Code == c.Code; v.Observed != want || v.ID != c.ID {
					t.Errorf("%v: %s with the offence of %s: observed is %v, want %v", level, c.ID, id, v.Observed,
						want)
				}
				if !slices.Equal(v.Codes, []tspi.Code{other.Code}) || len(v.Findings) != 1 {
					t.Errorf("%v: %s with the offence of %s: got %v, want %s alone", level, c.ID, id, v.Codes,
						other.Code)
				}
				for _, f := range v.Findings {
					if f.NegativeCaseID == nil || *f.NegativeCaseID != c.ID {
						t.Errorf("%v: %s: a finding names the case %v", level, c.ID, f.NegativeCaseID)
					}
				}
			}
			none := document(t, members{`"expected_negative_case_id":"` + c.ID + `"`,
				`"claimed_inventory":` + claimOf(goodRow())}.String())
			if v, err := tspi.JudgeNegative(c, none, level); err != nil || v.Observed || len(v.Codes) > 0 ||
				len(v.Findings) > 0 {
				t.Errorf("%v: %s without an offence: got %+v, %v", level, c.ID, v, err)
			}
		}
	}
}

// Section 9, [H]: nothing but its own code may be among a case's findings. Core
// asks for its own code alone.
func TestNegativeCaseWithASecondOffence(t *testing.T) {
	c := negativeCase(t, "premature_safe_close")
	claim := members{`"rows":[` + goodRow().with(`"age_s":1`).String() + "," + goodRow().with(`"pid":8`, `"age_s":1`).
		String() + `]`}
	for extra, observed := range map[string]bool{`"x_note":1`: true, `"command_line":1`: false} {
		document := document(t, members{`"expected_negative_case_id":"premature_safe_close"`,
			`"claimed_inventory":` + claim.with(extra).String()}.String())
		v, err := tspi.JudgeNegative(c, document, tspi.Hardened)
		if err != nil || v.Observed != observed {
			t.Errorf("hardened: %s: got %+v, %v; want observed %v", extra, v, err, observed)
		}
		v, err = tspi.JudgeNegative(c, document, tspi.Core)
		if err != nil || !v.Observed {
			t.Errorf("core: %s: got %+v, %v; want it observed", extra, v, err)
		}
		// Two rows commit the offence, and another may be there: each code is told once.
		want := []tspi.Code{tspi.CodeCommandPreview, tspi.CodePrematureClose}
		if observed {
			want = want[1:]
		}
		if !slices.Equal(v.Codes, want) {
			t.Errorf("core: %s: the codes are %v, want %v", extra, v.Codes, want)
		}
	}
}

// Section 9: a case file holds {expected_negative_case_id, claimed_inventory} and
// optionally min_age_seconds and active_owner_status_values, [H] or the three
// fixture parts. The file name decides the case; another id inside is
// TSPI_INPUT_INVALID. Faults are named by the case.
func TestNegativeCaseDocument(t *testing.T) {
	const id = "premature_safe_close"
	const (
		own    = `"expected_negative_case_id":"premature_safe_close"`
		table  = `"process_table":{"ps_text":"7 1 299 0.0 1 mcp-server"}`
		policy = `"pressure_policy":{"kinds":[{"kind":"mcp","match_substrings":["mcp"],"allowlisted":true}]}`
		owners = `"owner_classes":{}`
	)
	claim := `"claimed_inventory":` + claimOf(goodRow().with(`"age_s":299`))
	bad := func(pointer string) refusal { return invalid(tspi.Input(id), pointer) }
	tests := []struct {
		name     string
		document members
		want     refusal
	}{
		{"as it should be", members{own, claim}, refusal{}},
		{"its values", members{own, claim, `"min_age_seconds":300`, `"active_owner_status_values":["s"]`}, refusal{}},
		{"its fixture", members{own, claim, table, policy, owners}, refusal{}},
		{"no id", members{claim}, bad("/expected_negative_case_id")},
		{"another id", members{`"expected_negative_case_id":"unknown_owner_kill"`, claim},
			bad("/expected_negative_case_id")},
		{"id null", members{`"expected_negative_case_id":null`, claim}, bad("/expected_negative_case_id")},
		{"no claim", members{own}, bad("/claimed_inventory")},
		{"a value at fault", members{own, claim, `"min_age_seconds":0`}, bad("/min_age_seconds")},
		{"a misspelt field", members{own, claim, `"minimum_age":1`}, bad("/minimum_age")},
		{"a fixture and a value", members{own, claim, table, policy, owners, `"min_age_seconds":300`},
			bad("/min_age_seconds")},
		{"a part of a fixture", members{own, claim, table, owners}, bad("/pressure_policy")},
		{"a part at fault", members{own, claim, table, `"pressure_policy":{"kinds":[]}`, owners},
			bad("/pressure_policy/kinds")},
		{"a blank table", members{own, claim, `"process_table":{"ps_text":" "}`, policy, owners},
			refusal{tspi.CodeMissingProcessTable, tspi.Input(id), "/process_table/ps_text"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := tspi.JudgeNegative(negativeCase(t, id), document(t, test.document.String()), tspi.Hardened)
			if got := refused(t, err); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if v.Observed != (err == nil) {
				t.Errorf("observed is %v with the error %v", v.Observed, err)
			}
		})
	}
	for _, whole := range []string{`[]`, `null`, `7`} {
		_, err := tspi.JudgeNegative(negativeCase(t, id), document(t, whole), tspi.Hardened)
		if got := refused(t, err); got != bad("") {
			t.Errorf("%s: got %v, want the whole document refused", whole, got)
		}
	}
}

// Section 9, [H]: a case that carries its fixture is judged by it.
func TestNegativeCaseWithFixture(t *testing.T) {
	c := negativeCase(t, "owner_chain_cycle_safe_close")
	for ps, observed := range map[string]bool{
		"7 8 600 0.0 1 mcp-server\n8 7 600 0.0 1 npm\n": true,
		"7 8 600 0.0 1 mcp-server\n8 9 600 0.0 1 npm\n": true,  // a missing ancestor above a parent is active as well
		"7 8 600 0.0 1 mcp-server\n":                    false, // an unknown owner is another code
		"7 1 600 0.0 1 mcp-server\n":                    false, // and this claim is right
	} {
		inner := strings.TrimPrefix(grounded(t, fixture{ps: ps}, claimOf(goodRow())), "{")
		document := document(t, `{"expected_negative_case_id":"`+c.ID+`",`+inner)
		if v, err := tspi.JudgeNegative(c, document, tspi.Hardened); err != nil || v.Observed != observed {
			t.Errorf("%q: got %+v, %v; want observed %v", ps, v, err, observed)
		}
	}
}
