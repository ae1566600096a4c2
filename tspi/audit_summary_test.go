package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

const mismatch = "SUMMARY_MISMATCH summary"

// countedClaim is a claim of three rows and two groups with its summary.
func countedClaim(rows string, summary members) string {
	return `{"rows":` + rows + `,"summary":` + summary.String() + `}`
}

func countedGroup(kind string, changes ...string) string {
	return goodGroup().with(`"process_kind":"`+kind+`"`, `"budget":1`, `"count":3`, `"excess_count":2`).
		with(changes...).String()
}

// Section 8, summary, [H]: the counts against the rows, the group count, the sum
// of the excesses, each where it is there: one TSPI_SUMMARY_MISMATCH. Core counts
// nothing.
func TestAuditSummary(t *testing.T) {
	row := func(pid, decision string) string {
		return goodRow().with(`"pid":`+pid, `"decision":"`+decision+`"`).String()
	}
	rows := "[" + row("7", "candidate_safe_close") + "," + row("8", "requires_owner_check") + "," +
		row("9", "requires_owner_check") + "," +
		row("10", "keep") + "," + row("11", "keep") + "," + row("12", "keep") + "]"
	right := members{`"process_count":6`, `"candidate_safe_close_count":1`, `"requires_owner_check_count":2`,
		`"keep_count":3`,
		`"active_owner_pressure_groups":[` + countedGroup("a") + "," +
			countedGroup("b", `"count":4`, `"excess_count":3`) + `]`,
		`"active_owner_pressure_group_count":2`, `"active_owner_release_request_count":5`}
	tests := []struct {
		name    string
		summary members
		wrong   bool
	}{
		{"right", right, false},
		{"empty", members{}, false},
		{"one count alone, right", members{`"keep_count":3`}, false},
		{"one count alone, wrong", members{`"keep_count":2`}, true},
		{"process_count", right.with(`"process_count":5`), true},
		{"no process_count", right.with("-process_count"), false},
		{"candidate_safe_close_count", right.with(`"candidate_safe_close_count":0`), true},
		{"no candidate_safe_close_count", right.with("-candidate_safe_close_count"), false},
		{"requires_owner_check_count", right.with(`"requires_owner_check_count":3`), true},
		{"no requires_owner_check_count", right.with("-requires_owner_check_count"), false},
		{"keep_count", right.with(`"keep_count":-3`), true},
		{"no keep_count", right.with("-keep_count"), false},
		{"active_owner_pressure_group_count", right.with(`"active_owner_pressure_group_count":1`), true},
		{"no active_owner_pressure_group_count", right.with("-active_owner_pressure_group_count"), false},
		{"active_owner_release_request_count", right.with(`"active_owner_release_request_count":4`), true},
		{"no active_owner_release_request_count", right.with("-active_owner_release_request_count"), false},
		{"two wrong counts", right.with(`"keep_count":0`, `"process_count":0`), true},
		{"a count with a fraction", right.with(`"process_count":6.0`), true},
		{"a count in quotes", right.with(`"process_count":"6"`), true},
		{"a count null", right.with(`"process_count":null`), true},
		{"a count beyond 64 bits", right.with(`"process_count":18446744073709551622`), true},
		{"a count that wraps 32 bits", right.with(`"process_count":4294967302`), true},
		{"counts by name are not held", right.with(`"kind_counts":{"mcp":99}`, `"decision_counts":{}`,
			`"owner_status_counts":{"x":1}`), false},
		{"ages of groups are not held", right.with(`"oldest_age_s":-1`), false},

		{"no groups, counted", right.with("-active_owner_pressure_groups"), true},
		{"no groups, counted as none", right.with("-active_owner_pressure_groups",
			`"active_owner_pressure_group_count":0`, `"active_owner_release_request_count":0`), false},
		{"no groups, not counted", right.with("-active_owner_pressure_groups", "-active_owner_pressure_group_count",
			"-active_owner_release_request_count"), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.wrong {
				check(t, ungrounded(countedClaim(rows, test.summary)), tspi.Hardened, mismatch)
			} else {
				check(t, ungrounded(countedClaim(rows, test.summary)), tspi.Hardened)
			}
			check(t, ungrounded(countedClaim(rows, test.summary)), tspi.Core)
		})
	}
}

// Section 8, [H]: each group's excess_count is its count less its budget; what is
// missing or no integer in a sum or difference makes it disagree.
func TestAuditExcess(t *testing.T) {
	const sum, noSum = `"active_owner_release_request_count":2`, `"process_count":0`
	tests := []struct {
		name, group, summary string
		wrong                bool
	}{
		{"right", countedGroup("a"), sum, false},
		{"another excess", countedGroup("a", `"excess_count":1`), noSum, true},
		{"another count", countedGroup("a", `"count":4`), noSum, true},
		{"another budget", countedGroup("a", `"budget":0`), noSum, true},
		{"a budget beyond 64 bits",
			countedGroup("a", `"budget":10000000000000000000000`, `"count":10000000000000000000002`), sum, false},
		{"no count", countedGroup("a", "-count"), noSum, true},
		{"no budget", countedGroup("a", "-budget"), noSum, true},
		{"a count with a fraction", countedGroup("a", `"count":3.0`), noSum, true},
		{"a budget in quotes", countedGroup("a", `"budget":"1"`), noSum, true},
		{"an excess with a fraction", countedGroup("a", `"excess_count":2.0`), noSum, true},
		{"an excess null", countedGroup("a", `"excess_count":null`), noSum, true},
		{"no count, which is not 0", countedGroup("a", "-count", `"excess_count":-1`), noSum, true},
		{"no budget, which is not 0", countedGroup("a", "-budget", `"excess_count":3`), noSum, true},
		{"a mistyped excess, which is not 0", countedGroup("a", `"count":1`, `"excess_count":"0"`), noSum, true},
		{"no excess", countedGroup("a", "-excess_count"), noSum, false},
		{"no excess, but a sum", countedGroup("a", "-excess_count"), sum, true},
		{"no excess, and a sum of nothing", countedGroup("a", "-excess_count"),
			`"active_owner_release_request_count":0`, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			claim := countedClaim("[]", members{`"active_owner_pressure_groups":[` + test.group + `]`, test.summary})
			if test.wrong {
				check(t, ungrounded(claim), tspi.Hardened, mismatch)
			} else {
				check(t, ungrounded(claim), tspi.Hardened)
			}
		})
	}
}

// Section 8, [H]: elements that are no objects count, absent rows and groups are
// none.
func TestAuditCountsElements(t *testing.T) {
	const malformed = "CLAIM_MALFORMED claimed_inventory"
	check(t, ungrounded(`{"rows":[7,null],"summary":{"process_count":2}}`), tspi.Hardened, malformed)
	check(t, ungrounded(`{"rows":[7,null],"summary":{"process_count":0}}`), tspi.Hardened, malformed, mismatch)
	check(t, ungrounded(`{"summary":{"process_count":0,"keep_count":0}}`), tspi.Hardened, malformed)
	check(t, ungrounded(`{"summary":{"process_count":1}}`), tspi.Hardened, malformed, mismatch)
	check(t,
		ungrounded(`{"rows":[],"summary":{"active_owner_pressure_groups":[7],"active_owner_pressure_group_count":1}}`),
		tspi.Hardened, malformed)
	check(t,
		ungrounded(`{"rows":[],"summary":{"active_owner_pressure_groups":[7],"active_owner_pressure_group_count":0}}`),
		tspi.Hardened, malformed, mismatch)
	check(t,
		ungrounded(`{"rows":[],"summary":{"active_owner_pressure_groups":[7],"active_owner_release_request_count":0}}`),
		tspi.Hardened, malformed, mismatch)
}

// Section 8 names the groups beside rows and summary, section 6 has them within the
// summary: those beside are counted where the summary has none.
func TestAuditCountsGroupsBesideTheSummary(t *testing.T) {
	claim := func(summary members, beside string) string {
		return ungrounded(`{"rows":[],"summary":` + summary.String() + `,"active_owner_pressure_groups":[` + beside +
			`]}`)
	}
	one, none := `"active_owner_pressure_group_count":1`, `"active_owner_pressure_group_count":0`
	check(t, claim(members{one}, countedGroup("a")), tspi.Hardened)
	check(t, claim(members{none}, countedGroup("a")), tspi.Hardened, mismatch)
	check(t, claim(members{one, `"active_owner_pressure_groups":[` + countedGroup("b") + `]`},
		countedGroup("a")+","+countedGroup("c")), tspi.Hardened)
	check(t, claim(members{none, `"active_owner_pressure_groups":[]`}, countedGroup("a")), tspi.Hardened)
}

// Section 8, [H]: with a fixture, the groups themselves, where they are there,
// are held against the derived ones in kind, status, budget and count, in any
// order.
func TestAuditGroupsWithFixture(t *testing.T) {
	f := fixture{
		ps:     sessionRow + "21 20 600 0.0 1 a-server\n22 20 600 0.0 1 a-server\n23 20 600 0.0 1 b-server\n",
		policy: kindsPolicy(kindEntry("a", `,"budget":1`), kindEntry("b", `,"budget":0`)),
	}
	rows := "["
	for i, kind := range []string{"a", "a", "b"} {
		hash := map[string]string{"a": "9ad9e088fb58893d", "b": "08a7231019f7f7da"}[kind] // as sha256sum prints them
		row := goodRow().with(`"pid":2`+string(rune('1'+i)), `"ppid":20`, `"process_kind":"`+kind+`"`,
			`"owner_status":"active_session_chain"`,
			`"decision":"requires_owner_check"`, `"allowlist_matched":false`, `"command_hash":"`+hash+`"`)
		if i > 0 {
			rows += ","
		}
		rows += row.String()
	}
	rows += "]"
	group := func(kind, budget, count, excess string) members {
		return goodGroup().with(`"process_kind":"`+kind+`"`, `"budget":`+budget, `"count":`+count,
			`"excess_count":`+excess)
	}
	a, b := group("a", "1", "2", "1"), group("b", "0", "1", "1")
	tests := []struct {
		name   string
		groups []members
		wrong  bool
	}{
		{"both", []members{a, b}, false},
		{"in another order", []members{b, a}, false},
		{"one left out", []members{a}, true},
		{"none", nil, true},
		{"one twice", []members{a, a}, true},
		{"one too many", []members{a, b, group("c", "0", "1", "1")}, true},
		{"another kind", []members{a, group("c", "0", "1", "1")}, true},
		{"another status", []members{a, b.with(`"owner_status":"active_owner_chain"`)}, true},
		{"another budget", []members{a, group("b", "-1", "0", "1")}, true},
		{"another count", []members{group("a", "0", "1", "1"), b}, true},
		{"no budget", []members{a, b.with("-budget", "-excess_count")}, true},
		{"no count", []members{a, b.with("-count", "-excess_count")}, true},
		{"no excess", []members{a, b.with("-excess_count")}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			groups := "["
			for i, g := range test.groups {
				if i > 0 {
					groups += ","
				}
				groups += g.String()
			}
			claim := countedClaim(rows, members{`"active_owner_pressure_groups":` + groups + `]`})
			if test.wrong {
				check(t, grounded(t, f, claim), tspi.Hardened, mismatch)
			} else {
				check(t, grounded(t, f, claim), tspi.Hardened)
			}
			check(t, grounded(t, f, claim), tspi.Core)
			check(t, ungrounded(claim), tspi.Hardened) // without the fixture nobody knows
		})
	}
	check(t, grounded(t, f, countedClaim(rows, members{})), tspi.Hardened) // not there, not held
	check(t,
		grounded(t, f,
			countedClaim(rows, members{`"active_owner_pressure_groups":[` + a.String() + `,null,` + b.String() + `]`})),
		tspi.Hardened,
		"CLAIM_MALFORMED claimed_inventory", mismatch)
}
