package tspi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// inventoryCase has a candidate, a kept helper, one whose owner is unknown and a
// group over its budget: everything that an inventory can say. What it demands is
// written from the contract.
func inventoryCase(t testing.TB, op string) *profile.Case {
	relief := ""
	if op == OpRelief {
		relief = `, "relief": {"status": "safe_action_available", "verdict": "pending_safe_close_action"}`
	}
	return made(t, op,
		"ps.txt", `
PID PPID ELAPSED %CPU RSS COMMAND
# captured
1 0 10-00:00:00 0.0 1 init
400 1 1-00:00:00 0.0 1 agent session
410 1 15:00 1.5 1 mcp orphan
420 400 10:00 0.0 1 mcp one
421 400 05:00 0.0 1 mcp two
430 999 05:00 0.0 1 mcp lost
440 1 05:00 0.0 1 runtime here
a line that is no row`,
		"pressure_policy.json",
		`{"kinds": [{"kind": "mcp", "match_substrings": ["mcp"], "allowlisted": true, "budget": 1}, {"kind": "rt", "match_substrings": ["runtime"]}], "keep_kinds": ["rt"]}`,
		"owner_classes.json",
		`{"owner_hints": [{"substring": "agent", "status": "active_session_chain"}], "owner_release_targets": {"active_session_chain": "agents"}}`,
		"expect.json", `{"rows": [
{"pid": 410, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "candidate_safe_close", "reason": "strict_orphan_allowlist_age_threshold_met", "age_s": 900, "allowlist_matched": true, "chain_end": "detached"},
{"pid": 420, "process_kind": "mcp", "owner_status": "active_session_chain", "decision": "requires_owner_check", "reason": "active_parent_chain_requires_owner_check", "age_s": 600, "allowlist_matched": true, "chain_end": "owner_hint", "chain_hops": 1, "chain_end_pid": 400},
{"pid": 421, "process_kind": "mcp", "owner_status": "active_session_chain", "decision": "requires_owner_check", "reason": "active_parent_chain_requires_owner_check", "age_s": 300, "allowlist_matched": true, "chain_end": "owner_hint", "chain_hops": 1, "chain_end_pid": 400},
{"pid": 430, "process_kind": "mcp", "owner_status": "unknown_parent_process", "decision": "requires_owner_check", "reason": "parent_owner_not_resolved", "age_s": 300, "allowlist_matched": true, "chain_end": "missing_parent"},
{"pid": 440, "process_kind": "rt", "owner_status": "runtime", "decision": "keep", "reason": "runtime_not_helper_cleanup", "age_s": 300, "allowlist_matched": false, "chain_end": "keep_kind"}],
"groups": [{"process_kind": "mcp", "owner_status": "active_session_chain", "budget": 1, "count": 2, "excess_count": 1, "oldest_age_s": 600, "newest_age_s": 300, "target_owner": "agents"}],
"skipped": {"comment": 1, "header": 1, "malformed": 1}, "init": "recognised"`+relief+`}`)
}

// another is a value of the same type that is wrong in any place.
func another(v strict.Value) strict.Value {
	switch v := v.(type) {
	case string:
		return "another_word"
	case bool:
		return !v
	case strict.Number:
		return v + "7"
	case strict.Array:
		return strict.Array{"another_word"}
	case strict.Object:
		return strict.Object{{Name: "another_word", Value: strict.Int(1)}}
	}
	return strict.Int(7)
}

// spelled is a path as a difference spells it.
func spelled(path []any) string {
	var b strings.Builder
	for i, step := range path {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", step)
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			fmt.Fprintf(&b, "%v", step)
		}
	}
	return b.String()
}

// The honest answer is right, and each of its fields is held to something: wrong,
// missing or null it makes a difference there, or one of a standing check, which
// says the field's name. What the contract leaves free is listed here.
func TestEachFieldOfAnInventoryIsHeld(t *testing.T) {
	free := []string{"owner_release_route"} // a sentence, in any words
	for _, op := range []string{OpClassify, OpRelief} {
		c := inventoryCase(t, op)
		response := honest(t, c, law.Hardened)
		if found := differences(c, law.Hardened, response); found != nil {
			t.Fatalf("%s: the honest answer differs: %v", op, found)
		}
		answer := decoded(t, string(response.OK))
		for _, path := range leaves(answer) {
			name, _ := path[len(path)-1].(string)
			right := within(t, answer, path...)
			tests := map[string]strict.Value{"wrong": with(t, answer, another(right), path...)}
			if name != "" {
				tests["missing"] = without(t, answer, path...)
			}
			if right != nil {
				tests["null"] = with(t, answer, nil, path...)
			}
			for how, answer := range tests {
				if how == "wrong" && slices.Contains(free, name) {
					continue
				}
				found := differences(c, law.Hardened, answering(answer))
				if len(found) == 0 {
					t.Errorf("%s: %s is %s, and nothing says so", op, spelled(path), how)
				}
			}
		}
	}
}

// The differences of a field name it, in the clause of the case, with what was
// wanted and what came (docs/suite.md: what each expectation is compared with).
func TestDifferencesOfAnInventory(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	row, summary := []any{"rows", 1}, []any{"summary"}
	group := []any{"summary", "active_owner_pressure_groups", 0}
	request := append(slices.Clone(group), "owner_release_request")
	for _, test := range []struct {
		in        []any
		field     string
		to        strict.Value
		path      string
		want, got string
	}{
		{row, "ppid", strict.Int(401), "rows[420].ppid", "400", "401"},
		{row, "process_kind", "rt", "rows[420].process_kind", "mcp", "rt"},
		{row, "owner", "launchd_detached", "rows[420].owner", "active_session_chain", "launchd_detached"},
		{row, "owner_status", "launchd_detached", "rows[420].owner_status", "active_session_chain", "launchd_detached"},
		{row, "decision", "keep", "rows[420].decision", "requires_owner_check", "keep"},
		{row, "reason", "parent_owner_not_resolved", "rows[420].reason", "active_parent_chain_requires_owner_check",
			"parent_owner_not_resolved"},
		{row, "age_s", nil, "rows[420].age_s", "600", "null"},
		{row, "age_s", "600", "rows[420].age_s", "the integer 600", `the string "600"`},
		{row, "age_s", strict.Number("600.0"), "rows[420].age_s", "the integer 600", "the number 600.0"},
		{row, "cpu_pct", strict.Number("1"), "rows[420].cpu_pct", "0", "1"},
		{row, "cpu_pct", "0.0", "rows[420].cpu_pct", "the integer 0", `the string "0.0"`},
		{row, "cpu_pct", nil, "rows[420].cpu_pct", "0", "null"},
		{row, "allowlist_matched", false, "rows[420].allowlist_matched", "true", "false"},
		{row, "allowlist_matched", "true", "rows[420].allowlist_matched", "the boolean true", `the string "true"`},
		{row, "allowlist_matched", strict.Int(1), "rows[420].allowlist_matched", "the boolean true", "the integer 1"},
		{row, "command_hash", "0123456789abcdef", "rows[420].command_hash", tspi.CommandHash("mcp one"),
			"0123456789abcdef"},
		{row, "chain_end", "cycle", "rows[420].chain_end", "owner_hint", "cycle"},
		{row, "chain_hops", strict.Int(2), "rows[420].chain_hops", "1", "2"},
		{row, "chain_end_pid", nil, "rows[420].chain_end_pid", "400", "null"},
		{row, "pid", strict.Int(410), "rows", "5 rows: 410 420 421 430 440", "5 rows: 410 410 421 430 440"},
		{row, "pid", "420", "rows[420].pid", "the integer 420", `the string "420"`},
		{[]any{"rows"}, "", strict.Array{}, "rows", "5 rows: 410 420 421 430 440", "0 rows"},
		{[]any{"rows"}, "", strict.Object{}, "rows", "an array", "an object of 0 members"},
		{[]any{"rows", 1}, "", "x", "rows[#1]", "an object", "x"},
		{[]any{"policy"}, "min_age_seconds", strict.Int(301), "policy.min_age_seconds", "300", "301"},
		{[]any{"policy"}, "", nil, "policy", "an object", "nothing"},
		{[]any{"policy"}, "", "x", "policy", "an object", "x"},
		{[]any{"summary"}, "", nil, "summary", "an object", "nothing"},
		{summary, "process_count", strict.Int(4), "summary.process_count", "5", "4"},
		{summary, "candidate_safe_close_count", strict.Int(0), "summary.candidate_safe_close_count", "1", "0"},
		{summary, "requires_owner_check_count", strict.Int(2), "summary.requires_owner_check_count", "3", "2"},
		{summary, "keep_count", strict.Int(0), "summary.keep_count", "1", "0"},
		{summary, "active_owner_pressure_group_count", strict.Int(0), "summary.active_owner_pressure_group_count", "1",
			"0"},
		{summary, "active_owner_release_request_count", strict.Int(2), "summary.active_owner_release_request_count",
			"1", "2"},
		{summary, "kind_counts", strict.Object{{Name: "mcp", Value: strict.Int(3)}, {Name: "rt", Value: strict.Int(1)}},
			"summary.kind_counts.mcp", "4", "3"},
		{summary, "kind_counts", strict.Object{{Name: "mcp", Value: strict.Int(4)}}, "summary.kind_counts", "2 names",
			"1 names"},
		{summary, "kind_counts", strict.Array{}, "summary.kind_counts", "an object", "an array of 0"},
		{summary, "decision_counts", strict.Object{}, "summary.decision_counts", "3 names", "0 names"},
		{summary, "owner_status_counts", strict.Object{}, "summary.owner_status_counts", "4 names", "0 names"},
		{summary, "init", "not_in_table", "summary.init", "recognised", "not_in_table"},
		{summary, "skipped_line_counts", nil, "summary.skipped_line_counts", "an object", "null"},
		{[]any{"summary", "skipped_line_counts"}, "comment", strict.Int(0), "summary.skipped_line_counts.comment", "1",
			"0"},
		{[]any{"summary", "skipped_line_counts"}, "header", strict.Int(0), "summary.skipped_line_counts.header", "1",
			"0"},
		{[]any{"summary", "skipped_line_counts"}, "malformed", strict.Int(0), "summary.skipped_line_counts.malformed",
			"1", "0"},
		{summary, "active_owner_pressure_groups", strict.Array{}, "summary.active_owner_pressure_groups", "1 groups",
			"0 groups"},
		{summary, "active_owner_pressure_groups", "x", "summary.active_owner_pressure_groups", "an array", "x"},
		{group, "", "x", "summary.active_owner_pressure_groups[0]", "an object", "x"},
		{group, "process_kind", "rt", "summary.active_owner_pressure_groups[0].process_kind", "mcp", "rt"},
		{group, "owner_status", "runtime", "summary.active_owner_pressure_groups[0].owner_status",
			"active_session_chain", "runtime"},
		{group, "budget", strict.Int(2), "summary.active_owner_pressure_groups[0].budget", "1", "2"},
		{group, "count", strict.Int(3), "summary.active_owner_pressure_groups[0].count", "2", "3"},
		{group, "excess_count", strict.Int(3), "summary.active_owner_pressure_groups[0].excess_count", "1", "3"},
		{group, "oldest_age_s", nil, "summary.active_owner_pressure_groups[0].oldest_age_s", "600", "null"},
		{group, "newest_age_s", strict.Int(1), "summary.active_owner_pressure_groups[0].newest_age_s", "300", "1"},
		{group, "detached_ancestor_count", strict.Int(1),
			"summary.active_owner_pressure_groups[0].detached_ancestor_count", "0", "1"},
		{group, "owner_release_request", nil, "summary.active_owner_pressure_groups[0].owner_release_request",
			"an object", "null"},
		{request, "process_kind", "rt", "summary.active_owner_pressure_groups[0].owner_release_request.process_kind",
			"mcp", "rt"},
		{request, "owner_status", "runtime",
			"summary.active_owner_pressure_groups[0].owner_release_request.owner_status", "active_session_chain",
			"runtime"},
		{request, "target_owner", nil, "summary.active_owner_pressure_groups[0].owner_release_request.target_owner",
			"agents", "null"},
		{request, "process_count", strict.Int(1),
			"summary.active_owner_pressure_groups[0].owner_release_request.process_count", "2", "1"},
		{request, "excess_count", strict.Int(2),
			"summary.active_owner_pressure_groups[0].owner_release_request.excess_count", "1", "2"},
	} {
		path := test.in
		if test.field != "" {
			path = append(slices.Clone(path), test.field)
		}
		found := differences(c, law.Hardened, answering(with(t, answer, test.to, path...)))
		wanted := profile.Difference{Clause: "6.rows", Path: test.path, Want: test.want, Got: test.got}
		if !slices.Contains(found, wanted) {
			t.Errorf("%s = %v:\n got %v\nwant %v", spelled(path), test.to, found, wanted)
		}
	}
	if found := differences(c, law.Hardened, answering(strict.Array{})); !slices.Contains(found,
		profile.Difference{Clause: "6.rows", Path: "", Want: "an inventory", Got: "an array of 0"}) {
		t.Errorf("an array for an inventory: %v", found)
	}
}

// The contract leaves these free, so they make no difference: the order of
// members, further fields, how a number that is no integer is spelt.
func TestWhatAnInventoryMayDo(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	backwards := slices.Clone(answer.(strict.Object))
	slices.Reverse(backwards)
	for name, answer := range map[string]strict.Value{
		"members in another order": backwards,
		"a further field": with(t, answer, strict.Object{{Name: "note", Value: strict.Array{"all well", nil}}},
			"extra"),
		"a further field of a row": with(t, answer, "all well", "rows", 0, "note"),
		"0.0 for cpu_pct":          with(t, answer, strict.Number("0.0"), "rows", 1, "cpu_pct"),
		"0e0 for cpu_pct":          with(t, answer, strict.Number("0e0"), "rows", 1, "cpu_pct"),
		"1.50 for cpu_pct":         with(t, answer, strict.Number("1.50"), "rows", 0, "cpu_pct"),
		"15e-1 for cpu_pct":        with(t, answer, strict.Number("15e-1"), "rows", 0, "cpu_pct"),
		"another sentence": with(t, answer, "Please release it.", "summary", "active_owner_pressure_groups", 0,
			"owner_release_request", "owner_release_route"),
	} {
		if found := differences(c, law.Hardened, answering(answer)); found != nil {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// Of a core case only what core says is compared, at either level: the hardened
// fields are the schema's business then (docs/suite.md).
func TestACoreCaseComparesWhatCoreSays(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	hardened := []struct {
		to   strict.Value
		path []any
	}{
		{"cycle", []any{"rows", 1, "chain_end"}},
		{"parent_owner_not_resolved", []any{"rows", 1, "reason"}},
		{"not_in_table", []any{"summary", "init"}},
		{strict.Int(9), []any{"summary", "skipped_line_counts", "comment"}},
		{strict.Int(1), []any{"summary", "active_owner_pressure_groups", 0, "detached_ancestor_count"}},
	}
	core := *c
	core.ID = "tspi/core/6.rows/made"
	for _, test := range hardened {
		other := answering(with(t, answer, test.to, test.path...))
		if found := differences(&core, law.Hardened, other); found != nil {
			t.Errorf("%s of a core case: %v", spelled(test.path), found)
		}
		if found := differences(c, law.Hardened, other); found == nil {
			t.Errorf("%s of a hardened case makes no difference", spelled(test.path))
		}
	}
	if found := differences(&core, law.Hardened,
		answering(with(t, answer, "keep", "rows", 1, "decision"))); found == nil {
		t.Error("the decision of a core case makes no difference")
	}
}

// What a row of a case says itself is not taken from its table line.
func TestRowsKeepWhatTheySay(t *testing.T) {
	lines := plainLines("410 1 01:00 0.5 1 mcp one")
	hash := tspi.CommandHash("mcp one")
	for _, row := range []ExpectRow{
		{PID: 410},
		{PID: 410, Command: "mcp two"},
		{PID: 410, CommandHash: "0123456789abcdef"},
		{PID: 411, CommandHash: "0123456789abcdef"},
	} {
		want := hash
		switch {
		case row.CommandHash != "":
			want = row.CommandHash
		case row.Command != "":
			want = tspi.CommandHash(row.Command)
		}
		if got := row.complete(lines).CommandHash; got != want {
			t.Errorf("%+v: hash %s, want %s", row, got, want)
		}
	}
	if got := (ExpectRow{PID: 411}).complete(lines).CommandHash; got != "" {
		t.Errorf("a row without a line has the hash %s", got)
	}
}
