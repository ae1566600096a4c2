package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 8: an audit's input is a claimed_inventory and either min_age_seconds
// and active_owner_status_values or all three parts of the fixture. Both, or a
// part of a fixture, is TSPI_INPUT_INVALID. Section 1: anything but the parts is
// named claimed_inventory.
func TestAuditInput(t *testing.T) {
	const (
		claim  = `"claimed_inventory":{"rows":[]}`
		table  = `"process_table":{"ps_text":"7 1 600 0.0 1 mcp-server"}`
		policy = `"pressure_policy":{"kinds":[{"kind":"mcp","match_substrings":["mcp"]}]}`
		owners = `"owner_classes":{}`
	)
	good := refusal{}
	bad := func(pointer string) refusal { return invalid(tspi.InputClaimedInventory, pointer) }
	tests := []struct {
		name  string
		input members
		want  refusal // at both levels
	}{
		{"the claim alone", members{claim}, good},
		{"no claim", members{}, bad("/claimed_inventory")},
		{"no claim, a fixture", members{table, policy, owners}, bad("/claimed_inventory")},
		{"min_age_seconds", members{claim, `"min_age_seconds":1`}, good},
		{"min_age_seconds 0", members{claim, `"min_age_seconds":0`}, bad("/min_age_seconds")},
		{"min_age_seconds 1.0", members{claim, `"min_age_seconds":1.0`}, bad("/min_age_seconds")},
		{"min_age_seconds null", members{claim, `"min_age_seconds":null`}, bad("/min_age_seconds")},
		{"active statuses", members{claim, `"active_owner_status_values":["s"]`}, good},
		{"no active status", members{claim, `"active_owner_status_values":[]`}, good},
		{"both values", members{claim, `"active_owner_status_values":["s"]`, `"min_age_seconds":1`}, good},
		{"active statuses null", members{claim, `"active_owner_status_values":null`},
			bad("/active_owner_status_values")},
		{"an empty active status", members{claim, `"active_owner_status_values":["s",""]`},
			bad("/active_owner_status_values/1")},

		{"a fixture", members{claim, table, policy, owners}, good},
		{"no table", members{claim, policy, owners}, invalid(tspi.InputProcessTable, "")},
		{"no policy", members{claim, table, owners}, invalid(tspi.InputPressurePolicy, "")},
		{"no owners", members{claim, table, policy}, invalid(tspi.InputOwnerClasses, "")},
		{"the table alone", members{claim, table}, invalid(tspi.InputPressurePolicy, "")},
		{"the policy alone", members{claim, policy}, invalid(tspi.InputProcessTable, "")},
		{"the owners alone", members{claim, owners}, invalid(tspi.InputProcessTable, "")},
		{"a fixture and min_age_seconds", members{claim, table, policy, owners, `"min_age_seconds":300`},
			bad("/min_age_seconds")},
		{"a fixture and active statuses", members{claim, table, policy, owners, `"active_owner_status_values":[]`},
			bad("/active_owner_status_values")},
		{"a table that is null", members{claim, `"process_table":null`, policy, owners},
			invalid(tspi.InputProcessTable, "")},
		{"a table without text", members{claim, `"process_table":{}`, policy, owners},
			refusal{tspi.CodeMissingProcessTable, tspi.InputProcessTable, "/ps_text"}},
		{"a policy at fault", members{claim, table, `"pressure_policy":{"kinds":[{"kind":"mcp"}]}`, owners},
			invalid(tspi.InputPressurePolicy, "/kinds/0/match_substrings")},
		{"a policy that authorizes signals",
			members{claim, table,
				`"pressure_policy":{"kinds":[{"kind":"mcp","match_substrings":["mcp"]}],"process_signal_authorized":true}`, owners},
			refusal{tspi.CodeProcessSignal, tspi.InputPressurePolicy, "/process_signal_authorized"}},
		{"owners at fault", members{claim, table, policy, `"owner_classes":[]`}, invalid(tspi.InputOwnerClasses, "")},

		{"a claim of null is judged", members{`"claimed_inventory":null`}, good},
		{"a claim of text is judged", members{`"claimed_inventory":"none"`}, good},
		{"fields that are ignored", members{claim, `"$schema":1`, `"schema":2`, `"description":3`, `"x_a":4`}, good},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				findings, err := tspi.Audit(document(t, test.input.String()), level)
				if got := refused(t, err); got != test.want {
					t.Errorf("%v: got %v, want %v", level, got, test.want)
				}
				if err != nil && findings != nil {
					t.Errorf("%v: an unusable input is judged: %v", level, findings)
				}
			}
		})
	}
	for _, input := range []string{`[]`, `null`, `"claimed_inventory"`} {
		_, err := tspi.Audit(document(t, input), tspi.Hardened)
		if got := refused(t, err); got != bad("") {
			t.Errorf("%s: got %v, want the whole input refused", input, got)
		}
	}
}

// Section 1, [H]: a field of an audit's input that is not listed is refused, and
// so is an active status that is reserved or no name.
func TestAuditInputHardened(t *testing.T) {
	for member, pointer := range map[string]string{
		`"min_age":600`: "/min_age",
		`"expected_negative_case_id":"unknown_owner_kill"`:        "/expected_negative_case_id",
		`"active_owner_status_values":["s","launchd_detached"]`:   "/active_owner_status_values/1",
		`"active_owner_status_values":["s","no name"]`:            "/active_owner_status_values/1",
		`"active_owner_status_values":["s","launchd_detached_2"]`: "",
	} {
		input := document(t, members{`"claimed_inventory":{"rows":[]}`, member}.String())
		want := refusal{}
		if pointer != "" {
			want = invalid(tspi.InputClaimedInventory, pointer)
		}
		_, err := tspi.Audit(input, tspi.Hardened)
		if got := refused(t, err); got != want {
			t.Errorf("%s: got %v, want %v", member, got, want)
		}
		if _, err := tspi.Audit(input, tspi.Core); err != nil {
			t.Errorf("core: %s: got %v, want it accepted", member, err)
		}
	}
}

// Section 8: the values of the input hold, by default those of section 1; with a
// fixture its values hold.
func TestAuditValues(t *testing.T) {
	premature, active := "PREMATURE_SAFE_CLOSE 7", "ACTIVE_OWNER_KILL_CANDIDATE 7"
	unknown := "UNKNOWN_OWNER_KILL_FORBIDDEN 7"
	aged := func(age string) string { return claimOf(goodRow().with(`"age_s":` + age)) }
	owned := func(status string) string { return claimOf(goodRow().with(`"owner_status":"` + status + `"`)) }
	for _, level := range levels() {
		check(t, ungrounded(aged("299")), level, premature)
		check(t, ungrounded(aged("300")), level)
		check(t, `{"min_age_seconds":10,"claimed_inventory":`+aged("9")+`}`, level, premature)
		check(t, `{"min_age_seconds":10,"claimed_inventory":`+aged("10")+`}`, level)
		check(t, `{"min_age_seconds":10000000000000000000000,"claimed_inventory":`+aged("9999999999999999999999")+`}`,
			level, premature)

		for _, status := range []string{"active_session_chain", "active_parent_process", "active_owner_chain"} {
			check(t, ungrounded(owned(status)), level, active)
			check(t, `{"active_owner_status_values":[],"claimed_inventory":`+owned(status)+`}`, level, active)
			check(t, `{"active_owner_status_values":["busy"],"claimed_inventory":`+owned(status)+`}`, level, unknown)
		}
		check(t, ungrounded(owned("busy")), level, unknown)
		check(t, `{"active_owner_status_values":["busy"],"claimed_inventory":`+owned("busy")+`}`, level, active)
	}

	// With a fixture, its min_age_seconds and active statuses hold (at core they
	// are held against the row's own values).
	policy := `{"kinds":[{"kind":"mcp","match_substrings":["mcp"],"allowlisted":true}],"min_age_seconds":601}`
	check(t, grounded(t, fixture{policy: policy}, claimOf(goodRow())), tspi.Core, premature)
	check(t, grounded(t, fixture{policy: policy}, claimOf(goodRow())), tspi.Hardened, premature)
	owners := `{"active_owner_status_values":["busy"]}`
	check(t, grounded(t, fixture{owners: owners}, owned("busy")), tspi.Core, active)
	check(t, grounded(t, fixture{owners: owners}, owned("active_parent_process")), tspi.Core, unknown)
}
