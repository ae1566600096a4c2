package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 8, rows, without a fixture: the row's own values are judged, and the
// first code that applies is raised, one a row. Each offence beside good rows
// that differ in one fact.
func TestAuditRowAlone(t *testing.T) {
	const (
		active    = "ACTIVE_OWNER_KILL_CANDIDATE 7"
		unknown   = "UNKNOWN_OWNER_KILL_FORBIDDEN 7"
		premature = "PREMATURE_SAFE_CLOSE 7"
		malformed = "CLAIM_MALFORMED claimed_inventory"
	)
	tests := []struct {
		name           string
		row            members
		core, hardened []string
	}{
		{"a good candidate", goodRow(), nil, nil},
		{"not closing", goodRow().with(`"decision":"requires_owner_check"`, `"age_s":1`, `"ppid":9`,
			`"owner_status":"active_session_chain"`), nil, nil},
		{"kept", goodRow().with(`"decision":"keep"`, `"age_s":1`, `"ppid":9`, `"allowlist_matched":false`), nil, nil},

		{"an active owner", goodRow().with(`"owner_status":"active_session_chain"`), []string{active},
			[]string{active}},
		{"an active owner outranks the rest", goodRow().with(`"owner_status":"active_session_chain"`, `"ppid":9`,
			`"allowlist_matched":false`, `"age_s":1`),
			[]string{active}, []string{active}},
		{"an unknown owner", goodRow().with(`"owner_status":"unknown_parent_process"`), []string{unknown},
			[]string{unknown}},
		{"owner is not owner_status", goodRow().with(`"owner":"active_session_chain"`), nil, nil},
		{"another ppid", goodRow().with(`"ppid":2`), []string{unknown}, []string{unknown}},
		{"ppid 0", goodRow().with(`"ppid":0`), []string{unknown}, []string{unknown}},
		{"a ppid of 1 and 2^64", goodRow().with(`"ppid":18446744073709551617`), []string{unknown}, []string{unknown}},
		{"not allowlisted", goodRow().with(`"allowlist_matched":false`), []string{unknown}, []string{unknown}},
		{"allowlisted in words", goodRow().with(`"allowlist_matched":"true"`), []string{unknown}, []string{unknown}},
		{"allowlisted 1", goodRow().with(`"allowlist_matched":1`), []string{unknown}, []string{unknown}},
		{"allowlist_matched missing", goodRow().with("-allowlist_matched"), []string{unknown}, []string{unknown}},
		{"an unknown owner outranks the age", goodRow().with(`"ppid":2`, `"age_s":1`), []string{unknown},
			[]string{unknown}},

		{"exactly the threshold", goodRow().with(`"age_s":300`), nil, nil},
		{"one second less", goodRow().with(`"age_s":299`), []string{premature}, []string{premature}},
		{"age 0", goodRow().with(`"age_s":0`), []string{premature}, []string{premature}},
		{"a negative age", goodRow().with(`"age_s":-600`), []string{premature}, []string{premature}},
		{"an age beyond 64 bits", goodRow().with(`"age_s":10000000000000000000000`), nil, nil},
		{"a young age with a fraction", goodRow().with(`"age_s":299.5`), []string{premature}, []string{premature}},
		{"a young age with an exponent", goodRow().with(`"age_s":2e2`), []string{premature}, []string{premature}},
		{"an old age with a fraction", goodRow().with(`"age_s":600.0`), nil, []string{premature}},
		{"exactly the threshold with a fraction", goodRow().with(`"age_s":300.0`), nil, []string{premature}},
		{"an old age with an exponent", goodRow().with(`"age_s":1e400`), nil, []string{premature}},
		{"no age", goodRow().with("-age_s"), nil, []string{premature}},
		{"age null", goodRow().with(`"age_s":null`), nil, []string{premature}},
		{"age in quotes", goodRow().with(`"age_s":"600"`), nil, []string{premature}},
		{"age true", goodRow().with(`"age_s":true`), nil, []string{premature}},

		{"no owner status", goodRow().with("-owner_status"), []string{unknown}, []string{malformed, unknown}},
		{"owner status null", goodRow().with(`"owner_status":null`), []string{unknown}, []string{malformed, unknown}},
		{"no ppid", goodRow().with("-ppid"), []string{unknown}, []string{malformed, unknown}},
		{"ppid in quotes", goodRow().with(`"ppid":"1"`), []string{unknown}, []string{malformed, unknown}},
		{"ppid 1.0", goodRow().with(`"ppid":1.0`), []string{unknown}, []string{malformed, unknown}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check(t, ungrounded(claimOf(test.row)), tspi.Core, test.core...)
			check(t, ungrounded(claimOf(test.row)), tspi.Hardened, test.hardened...)
		})
	}
}

// Section 8, [H]: a decision that is none of the three is closing, and raises
// TSPI_DECISION_OUT_OF_VOCABULARY as well. To core it is nothing.
func TestAuditVocabulary(t *testing.T) {
	const vocabulary = "DECISION_OUT_OF_VOCABULARY 7"
	tests := []struct {
		name string
		row  members
		want []string
	}{
		{"close_now", goodRow().with(`"decision":"close_now"`), []string{vocabulary}},
		{"another letter case", goodRow().with(`"decision":"Keep"`), []string{vocabulary}},
		{"a blank behind", goodRow().with(`"decision":"keep "`), []string{vocabulary}},
		{"empty", goodRow().with(`"decision":""`), []string{vocabulary}},
		{"missing", goodRow().with("-decision"), []string{"CLAIM_MALFORMED claimed_inventory", vocabulary}},
		{"null", goodRow().with(`"decision":null`), []string{"CLAIM_MALFORMED claimed_inventory", vocabulary}},
		{"an array", goodRow().with(`"decision":["keep"]`), []string{"CLAIM_MALFORMED claimed_inventory", vocabulary}},
		{"of an active owner", goodRow().with(`"decision":"close_now"`, `"owner_status":"active_owner_chain"`),
			[]string{"ACTIVE_OWNER_KILL_CANDIDATE 7", vocabulary}},
		{"too young", goodRow().with(`"decision":"close_now"`, `"age_s":1`),
			[]string{vocabulary, "PREMATURE_SAFE_CLOSE 7"}},
		{"not detached", goodRow().with(`"decision":"close_now"`, `"ppid":9`),
			[]string{vocabulary, "UNKNOWN_OWNER_KILL_FORBIDDEN 7"}},
		{"keep", goodRow().with(`"decision":"keep"`), nil},
		{"requires_owner_check", goodRow().with(`"decision":"requires_owner_check"`), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check(t, ungrounded(claimOf(test.row)), tspi.Hardened, test.want...)
			check(t, ungrounded(claimOf(test.row)), tspi.Core)
		})
	}
}

// Section 8, [H], code 1 without a fixture: a closing row's pid must not be in
// another row of the claim, whatever that row decides.
func TestAuditPidTwice(t *testing.T) {
	const unknown = "UNKNOWN_OWNER_KILL_FORBIDDEN 7"
	check8 := goodRow().with(`"decision":"requires_owner_check"`)
	tests := []struct {
		name string
		rows []members
		want []string
	}{
		{"two pids", []members{goodRow(), goodRow().with(`"pid":8`)}, nil},
		{"one pid, two candidates", []members{goodRow(), goodRow()}, []string{unknown}},
		{"one pid, the other is not closing", []members{goodRow(), check8}, []string{unknown}},
		{"the other first", []members{check8, goodRow()}, []string{unknown}},
		{"neither is closing", []members{check8, check8}, nil},
		{"it outranks an active owner", []members{goodRow().with(`"owner_status":"active_session_chain"`), check8},
			[]string{unknown}},
		{"another spelling of no number", []members{goodRow(), goodRow().with(`"pid":"7"`, `"decision":"keep"`)},
			[]string{"CLAIM_MALFORMED claimed_inventory"}},
		{"-0 is 0", []members{goodRow().with(`"pid":0`), check8.with(`"pid":-0`)},
			[]string{"UNKNOWN_OWNER_KILL_FORBIDDEN 0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check(t, ungrounded(claimOf(test.rows...)), tspi.Hardened, test.want...)
		})
	}
	check(t, ungrounded(claimOf(goodRow(), goodRow())), tspi.Core)
}

// Section 8: the subject of a row is its pid in digits, else `row`; a pid that is
// missing or mistyped is wrong, so that a closing row without one is forbidden.
func TestAuditRowSubject(t *testing.T) {
	for pid, subject := range map[string]string{
		`7`:                       "7",
		`-7`:                      "-7",
		`10000000000000000000000`: "10000000000000000000000",
		`"7"`:                     "row",
		`7.0`:                     "row",
		`null`:                    "row",
		`"canary --run"`:          "row",
	} {
		row := goodRow().with(`"pid":`+pid, `"age_s":1`)
		check(t, ungrounded(claimOf(row)), tspi.Core, "PREMATURE_SAFE_CLOSE "+subject)
		want := []string{"PREMATURE_SAFE_CLOSE " + subject}
		if subject == "row" {
			want = []string{"CLAIM_MALFORMED claimed_inventory", "UNKNOWN_OWNER_KILL_FORBIDDEN row"}
		}
		check(t, ungrounded(claimOf(row)), tspi.Hardened, want...)
	}
}
