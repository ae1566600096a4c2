package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// groundTable has one helper for each thing that a claim can be wrong about.
const groundTable = "7 1 600 0.0 1 mcp-server\n" + // a candidate
	"8 20 600 0.0 1 mcp-server owned\n" + // a helper of a session
	"9 1 299 0.0 1 mcp-server young\n" + // an orphan that is too young
	"10 1 600 0.0 1 vite\n" + // an orphan off the allowlist
	"11 1 600 0.0 1 caffeinate\n" + // kept
	"12 1 600 0.0 1 mcp-server registered\n" +
	"13 1 600 0.0 x mcp-server unreadable\n" +
	"14 1 600 0.0 1 mcp-server twice\n14 1 600 0.0 1 other\n" + // a reused pid
	"15 99 600 0.0 1 mcp-server lost\n" + // a missing parent
	"20 1 600 0.0 1 claude\n" + // a session, no helper
	"21 21 600 0.0 1 mcp-server cycle\n"

const groundOwners = `{"owner_hints":[{"substring":"claude","status":"active_session_chain"}],"registered_helpers":[{"pid":12}]}`

// Section 8, rows, with a fixture, [H]: a closing row is judged by the values
// derived from the fixture, however well its own are made up; a row that is not
// closing must agree with one.
func TestAuditRowWithFixture(t *testing.T) {
	const (
		active    = "ACTIVE_OWNER_KILL_CANDIDATE "
		unknown   = "UNKNOWN_OWNER_KILL_FORBIDDEN "
		premature = "PREMATURE_SAFE_CLOSE "
	)
	tests := []struct{ pid, want string }{
		{"7", ""},
		{"8", active + "8"},
		{"9", premature + "9"},
		{"10", unknown + "10"},
		{"11", unknown + "11"},
		{"12", unknown + "12"},
		{"13", premature + "13"},
		{"14", unknown + "14"},
		{"15", unknown + "15"},
		{"20", unknown + "20"},
		{"21", active + "21"},
		{"99", unknown + "99"},
		{"0", unknown + "0"},
		{"-7", unknown + "-7"},
		{"4294967303", unknown + "4294967303"}, // 7 in the lower 32 bits
		{"10000000000000000000007", unknown + "10000000000000000000007"},
	}
	f := fixture{ps: groundTable, owners: groundOwners}
	for _, test := range tests {
		row := goodRow().with(`"pid":` + test.pid)
		got := rowsOnly(audited(t, grounded(t, f, claimOf(row)), tspi.Hardened), test.pid)
		if got != test.want {
			t.Errorf("pid %s: got %q, want %q", test.pid, got, test.want)
		}
		if got := audited(t, grounded(t, f, claimOf(row)), tspi.Core); len(got) > 0 {
			t.Errorf("core: pid %s: got %v; its own values are good", test.pid, got)
		}
	}
}

// rowsOnly is the one finding about a subject: the claims of these tests leave
// out the other helpers of the table, which is said of them.
func rowsOnly(findings []string, subject string) string {
	found := ""
	for _, f := range findings {
		if len(f) > len(subject) && f[len(f)-len(subject)-1:] == " "+subject {
			if found != "" {
				found += ", "
			}
			found += f
		}
	}
	return found
}

// Section 8, [H], code 3: a kept helper whose keep status is active is code 2,
// and one that looks detached is still kept.
func TestAuditOfAKeptRow(t *testing.T) {
	kept := func(status string) fixture {
		return fixture{policy: `{"kinds":[{"kind":"mcp","match_substrings":["mcp"],"allowlisted":true,"keep_owner_status":"` + status + `"}],"keep_kinds":["mcp"]}`}
	}
	check(t, grounded(t, kept("runtime"), claimOf(goodRow())), tspi.Hardened, "UNKNOWN_OWNER_KILL_FORBIDDEN 7")
	check(t, grounded(t, kept("active_owner_chain"), claimOf(goodRow())), tspi.Hardened,
		"ACTIVE_OWNER_KILL_CANDIDATE 7")
}

// Section 8, [H], code 5: a row must agree with a row of the derived inventory in
// pid, ppid, process_kind, owner_status, decision, age_s, allowlist_matched and
// command_hash, a missing value agreeing with none, and in nothing else.
func TestAuditContradiction(t *testing.T) {
	f := fixture{ps: "8 20 600 0.5 1 mcp-server\n20 1 600 0.0 1 claude\n"}
	row := goodRow().with(`"pid":8`, `"ppid":20`, `"owner":"active_session_chain"`,
		`"owner_status":"active_session_chain"`,
		`"decision":"requires_owner_check"`, `"reason":"active_parent_chain_requires_owner_check"`)
	const contradicts, malformed = "ROW_CONTRADICTS_TABLE 8", "CLAIM_MALFORMED claimed_inventory"
	tests := []struct {
		name string
		row  members
		want []string
	}{
		{"it agrees", row, nil},
		{"another ppid", row.with(`"ppid":21`), []string{contradicts}},
		{"another kind", row.with(`"process_kind":"dev"`), []string{contradicts}},
		{"another owner status", row.with(`"owner_status":"active_owner_chain"`), []string{contradicts}},
		{"another decision", row.with(`"decision":"keep"`), []string{contradicts}},
		{"another age", row.with(`"age_s":601`), []string{contradicts}},
		{"an age with a fraction", row.with(`"age_s":600.0`), []string{contradicts}},
		{"age null", row.with(`"age_s":null`), []string{contradicts}},
		{"no age", row.with("-age_s"), []string{contradicts}},
		{"not allowlisted", row.with(`"allowlist_matched":false`), []string{contradicts}},
		{"allowlist_matched missing", row.with("-allowlist_matched"), []string{contradicts}},
		{"allowlist_matched null", row.with(`"allowlist_matched":null`), []string{contradicts}},
		{"another hash", row.with(`"command_hash":"0123456789abcdef"`), []string{contradicts}},
		{"no hash", row.with("-command_hash"), []string{contradicts}},
		{"no ppid", row.with("-ppid"), []string{malformed, contradicts}},
		{"no kind", row.with("-process_kind"), []string{malformed, contradicts}},
		{"no owner status", row.with("-owner_status"), []string{malformed, contradicts}},
		{"another reason", row.with(`"reason":"parent_owner_not_resolved"`), nil},
		{"another owner", row.with(`"owner":"somebody"`), nil},
		{"another cpu_pct", row.with(`"cpu_pct":99`), nil},
		{"another chain", row.with(`"chain_end":"cycle"`, `"chain_hops":8`), nil},
		{"a further field", row.with(`"x_note":true`), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check(t, grounded(t, f, claimOf(test.row)), tspi.Hardened, test.want...)
			check(t, ungrounded(claimOf(test.row)), tspi.Core)
		})
	}
	// Out of the vocabulary, code 5 is not raised.
	check(t, grounded(t, f, claimOf(row.with(`"decision":"close_now"`))), tspi.Hardened,
		"ACTIVE_OWNER_KILL_CANDIDATE 8", "DECISION_OUT_OF_VOCABULARY 8")
	check(t, grounded(t, fixture{}, claimOf(goodRow().with(`"decision":"close_now"`))), tspi.Hardened,
		"DECISION_OUT_OF_VOCABULARY 7")
	// A closing row that no earlier code applies to must agree as well.
	check(t, grounded(t, fixture{}, claimOf(goodRow())), tspi.Hardened)
	check(t, grounded(t, fixture{}, claimOf(goodRow().with(`"age_s":601`))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 7")
	check(t, grounded(t, fixture{}, claimOf(goodRow().with(`"ppid":9`))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 7")
}

// Section 8, [H], code 5: a missing value agrees with none, not even with the 0,
// the false or the empty text that it would be read as.
func TestAuditMissingIsNotZero(t *testing.T) {
	f := fixture{ps: "8 0 0 0.0 1 vite\n"}
	row := members{`"pid":8`, `"ppid":0`, `"process_kind":"dev"`, `"owner_status":"unknown_parent_process"`,
		`"decision":"requires_owner_check"`,
		`"age_s":0`, `"allowlist_matched":false`, `"command_hash":"b16efac145e9242c"`}
	check(t, grounded(t, f, claimOf(row)), tspi.Hardened)
	for _, name := range []string{"age_s", "allowlist_matched", "command_hash"} {
		check(t, grounded(t, f, claimOf(row.with("-"+name))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 8")
	}
	for _, mistyped := range []string{`"age_s":"0"`, `"age_s":false`, `"allowlist_matched":0`,
		`"allowlist_matched":null`} {
		check(t, grounded(t, f, claimOf(row.with(mistyped))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 8")
	}
	for _, name := range []string{"ppid", "process_kind", "owner_status"} {
		check(t, grounded(t, f, claimOf(row.with("-"+name))), tspi.Hardened, "CLAIM_MALFORMED claimed_inventory",
			"ROW_CONTRADICTS_TABLE 8")
	}
}

// Section 8, [H], code 5: the age of an unreadable row is null, and a missing one
// does not agree with it.
func TestAuditOfAnUnreadableRow(t *testing.T) {
	f := fixture{ps: "7 1 600 0.0 x mcp-server\n"}
	row := goodRow().with(`"decision":"requires_owner_check"`)
	check(t, grounded(t, f, claimOf(row.with(`"age_s":null`))), tspi.Hardened)
	check(t, grounded(t, f, claimOf(row.with("-age_s"))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 7")
	check(t, grounded(t, f, claimOf(row.with(`"age_s":600`))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 7")
	check(t, grounded(t, f, claimOf(row.with(`"age_s":0`))), tspi.Hardened, "ROW_CONTRADICTS_TABLE 7")
}

// Section 8, [H]: a row that agrees but is claimed already contradicts the table,
// and so does each derived row whose pid the claim has in too few rows.
func TestAuditRowsAreClaimedOnce(t *testing.T) {
	twins := fixture{ps: "8 1 600 0.0 1 mcp-server\n8 1 600 0.0 1 mcp-server\n"}
	sibling := fixture{ps: "8 1 600 0.0 1 mcp-server\n8 1 600 0.0 1 mcp-server two\n"}
	one := fixture{ps: "8 1 299 0.0 1 mcp-server\n"}
	row := goodRow().with(`"pid":8`, `"decision":"requires_owner_check"`)
	young := row.with(`"age_s":299`)
	two := row.with(`"command_hash":"644f925a3683230e"`)
	const contradicts = "ROW_CONTRADICTS_TABLE 8"
	tests := []struct {
		name string
		f    fixture
		rows []members
		want []string
	}{
		{"one row, claimed once", one, []members{young}, nil},
		{"one row, claimed twice", one, []members{young, young}, []string{contradicts}},
		{"one row, not claimed", one, nil, []string{contradicts}},
		{"twins, claimed twice", twins, []members{row, row}, nil},
		{"twins, claimed once", twins, []members{row}, []string{contradicts}},
		{"twins, not claimed", twins, nil, []string{contradicts}},
		{"twins, claimed three times", twins, []members{row, row, row}, []string{contradicts}},
		{"two rows of one pid", sibling, []members{two, row}, nil},
		{"one of the two, twice", sibling, []members{row, row}, []string{contradicts}},
		{"a row of no helper's pid", one, []members{young, young.with(`"pid":9`)}, []string{"ROW_CONTRADICTS_TABLE 9"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			check(t, grounded(t, test.f, claimOf(test.rows...)), tspi.Hardened, test.want...)
			check(t, grounded(t, test.f, claimOf(test.rows...)), tspi.Core)
			if len(test.rows) > 0 {
				check(t, ungrounded(claimOf(test.rows...)), tspi.Hardened)
			}
		})
	}
}

// Section 8, [H], code 5: a row of no process contradicts the table even where it
// closes nothing, whatever its pid.
func TestAuditOfARowOfNoProcess(t *testing.T) {
	for _, pid := range []string{"8", "0", "-7", "4294967303", "10000000000000000000007"} {
		row := goodRow().with(`"pid":`+pid, `"decision":"keep"`)
		check(t, grounded(t, fixture{}, claimOf(goodRow(), row)), tspi.Hardened, "ROW_CONTRADICTS_TABLE "+pid)
	}
}

// Section 2 bounds a pid, and the largest is one.
func TestAuditOfTheLargestPid(t *testing.T) {
	f := fixture{ps: "2147483647 1 600 0.0 1 mcp-server\n"}
	check(t, grounded(t, f, claimOf(goodRow().with(`"pid":2147483647`))), tspi.Hardened)
	keep := goodRow().with(`"pid":2147483647`, `"decision":"requires_owner_check"`, `"age_s":299`)
	check(t, grounded(t, fixture{ps: "2147483647 1 299 0.0 1 mcp-server\n"}, claimOf(keep)), tspi.Hardened)
}

// Section 8, [H]: with a fixture, a closing row whose pid another row of the claim
// has is code 1 even where the table would allow it.
func TestAuditPidTwiceWithFixture(t *testing.T) {
	keep := goodRow().with(`"decision":"keep"`)
	check(t, grounded(t, fixture{}, claimOf(goodRow(), keep)), tspi.Hardened,
		"ROW_CONTRADICTS_TABLE 7", "UNKNOWN_OWNER_KILL_FORBIDDEN 7")
}
