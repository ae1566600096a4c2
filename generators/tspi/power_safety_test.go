package tspi_test

import (
	"strings"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// inRows edits every row of an inventory for which a change is due.
func inRows(edit func(row strict.Object) strict.Object) func(int, strict.Object, strict.Object) strict.Object {
	return func(_ int, _, answer strict.Object) strict.Object {
		rows := rowsOf(answer)
		for i := range rows {
			rows[i] = edit(rows[i].(strict.Object))
		}
		return answer
	}
}

// rowsSay gives each row the same value.
func rowsSay(name string, v strict.Value) func(int, strict.Object, strict.Object) strict.Object {
	return inRows(func(row strict.Object) strict.Object { return put(row, v, name) })
}

// says gives the inventory a value at a path.
func says(v strict.Value, path ...string) func(int, strict.Object, strict.Object) strict.Object {
	return func(_ int, _, answer strict.Object) strict.Object { return put(answer, v, path...) }
}

// groupsSay gives each group a value at a path.
func groupsSay(v strict.Value, path ...string) func(int, strict.Object, strict.Object) strict.Object {
	return func(_ int, _, answer strict.Object) strict.Object {
		for _, g := range groupsOf(answer) {
			put(g.(strict.Object), v, path...)
		}
		return answer
	}
}

const candidate = string(tspi.DecisionSafeClose)

func rowWith(name string, is strict.Value, then func(strict.Object) strict.Object) func(int, strict.Object,
	strict.Object) strict.Object {
	return inRows(func(row strict.Object) strict.Object {
		if v, _ := row.Get(name); v == is {
			return then(row)
		}
		return row
	})
}

func becomes(name string, v strict.Value) func(strict.Object) strict.Object {
	return func(row strict.Object) strict.Object { return put(row, v, name) }
}

// wrongInventories are edits, each with a property that must see it, and whether it
// must at core too.
var wrongInventories = []struct {
	property, name string
	core           bool
	edit           func(asked int, input, answer strict.Object) strict.Object
}{
	{"inventories-have-their-shape", "another schema", true, says("inventory", "schema")},
	{"inventories-have-their-shape", "a broken promise", true, says(false, "policy", "no_process_signal_sent")},
	{"inventories-have-their-shape", "another predicate", true, says("age", "policy", "safe_close_predicate")},
	{"inventories-have-their-shape", "another threshold", true,
		says(strict.Number("301"), "policy", "min_age_seconds")},
	{"inventories-have-their-shape", "no rows", true, says(nil, "rows")},
	{"inventories-have-their-shape", "no groups", true,
		says(strict.Object{}, "summary", "active_owner_pressure_groups")},
	{"helpers-stand-once-in-table-order", "a row less", true, func(_ int, _, a strict.Object) strict.Object {
		if rows := rowsOf(a); len(rows) > 0 {
			return put(a, rows[:len(rows)-1], "rows")
		}
		return a
	}},
	{"helpers-stand-once-in-table-order", "a row twice", true, func(_ int, _, a strict.Object) strict.Object {
		if rows := rowsOf(a); len(rows) > 0 {
			return put(a, append(rows, rows[0]), "rows")
		}
		return a
	}},
	{"helpers-stand-once-in-table-order", "another order", true, func(_ int, _, a strict.Object) strict.Object {
		if rows := rowsOf(a); len(rows) > 1 {
			rows[0], rows[1] = rows[1], rows[0]
		}
		return a
	}},
	{"kinds-are-the-first-that-match", "another kind", true, rowsSay("process_kind", "x")},
	{"kinds-are-the-first-that-match", "all allowlisted", true, rowsSay("allowlist_matched", true)},
	{"ages-are-those-of-the-table", "no age", true, rowsSay("age_s", nil)},
	{"ages-are-those-of-the-table", "an age in text", true, inRows(func(r strict.Object) strict.Object {
		age, _ := r.Get("age_s")
		if n, ok := age.(strict.Number); ok {
			return put(r, string(n), "age_s")
		}
		return r
	})},
	{"rows-repeat-the-table", "another parent", true, rowsSay("ppid", strict.Number("1"))},
	{"rows-repeat-the-table", "another hash", true, rowsSay("command_hash", "0123456789abcdef")},
	{"rows-repeat-the-table", "no pcpu", false, rowsSay("cpu_pct", nil)},
	{"rows-repeat-the-table", "another owner", false, rowsSay("owner", "x")},
	{"candidates-satisfy-the-predicate", "all are candidates", true, rowsSay("decision", candidate)},
	{"candidates-satisfy-the-predicate", "the registered are candidates", false,
		rowWith("reason", string(tspi.ReasonRegistered), becomes("decision", candidate))},
	{"rows-that-satisfy-the-predicate-are-candidates", "no candidates", true,
		rowsSay("decision", string(tspi.DecisionOwnerCheck))},
	{"no-active-owners-descendant-is-a-candidate", "the owned are candidates", true,
		rowWith("reason", string(tspi.ReasonActiveOwner), becomes("decision", candidate))},
	{"detached-means-child-of-init", "nobody is detached", true,
		rowWith("owner_status", tspi.StatusDetached, becomes("owner_status", "x"))},
	{"detached-means-child-of-init", "all are detached", true, rowsSay("owner_status", tspi.StatusDetached)},
	{"detached-means-child-of-init", "children of any pid 1 are", false,
		rowWith("ppid", strict.Number("1"), becomes("owner_status", tspi.StatusDetached))},
	{"no-row-as-old-as-init-is-a-candidate", "what init started is closed", false,
		rowWith("chain_end", string(tspi.EndStartedByInit), becomes("decision", candidate))},
	{"what-init-started-is-its-own", "nobody's", false,
		rowWith("chain_end", string(tspi.EndStartedByInit), becomes("owner_status", tspi.StatusUnknownParent))},
	{"what-init-started-is-its-own", "detached", false,
		rowWith("chain_end", string(tspi.EndStartedByInit), becomes("chain_end", string(tspi.EndDetached)))},
	{"what-init-started-is-its-own", "no hop", false,
		rowWith("chain_end", string(tspi.EndStartedByInit), becomes("chain_hops", strict.Number("0")))},
	{"chains-tell-which-child-of-init-they-end-at", "one word for all", false,
		rowWith("chain_end", string(tspi.EndStartedByInit), becomes("chain_end", string(tspi.EndDetachedAncestor)))},
	{"chains-tell-which-child-of-init-they-end-at", "another process", false,
		rowWith("chain_end", string(tspi.EndDetachedAncestor), becomes("chain_end_pid", strict.Number("1")))},
	{"kept-kinds-have-their-status", "another status", true,
		rowWith("decision", string(tspi.DecisionKeep), becomes("owner_status", "kept"))},
	{"kept-kinds-have-their-status", "a chain", false,
		rowWith("decision", string(tspi.DecisionKeep), becomes("chain_end", "cycle"))},
	{"decisions-follow-section-5", "kept are checked", true,
		rowWith("decision", string(tspi.DecisionKeep), becomes("decision", string(tspi.DecisionOwnerCheck)))},
	{"decisions-follow-section-5", "one reason for reuse", false,
		rowWith("reason", string(tspi.ReasonPIDReuse), becomes("reason", string(tspi.ReasonDetached)))},
	{"decisions-follow-section-5", "one reason for all owners", false,
		rowWith("reason", string(tspi.ReasonOwnerUnsolved), becomes("reason", string(tspi.ReasonActiveOwner)))},
	{"chain-traces-lead-upwards", "another end", false,
		rowWith("chain_hops", strict.Number("2"), becomes("chain_end_pid", strict.Number("1")))},
	{"chain-traces-lead-upwards", "nine hops", false,
		rowWith("chain_hops", strict.Number("8"), becomes("chain_hops", strict.Number("9")))},
	{"chain-traces-lead-upwards", "an end of its own", false, rowsSay("chain_end", "root")},
	{"counts-are-those-of-the-rows", "no helpers", true, says(strict.Number("0"), "summary", "process_count")},
	{"counts-are-those-of-the-rows", "no kinds", true, says(strict.Object{}, "summary", "kind_counts")},
	{"counts-are-those-of-the-rows", "a status more", true,
		says(strict.Number("0"), "summary", "owner_status_counts", "x")},
	{"counts-are-those-of-the-rows", "no requests", true,
		says(strict.Number("0"), "summary", "active_owner_release_request_count")},
	{"skipped-lines-are-counted", "no comments", false,
		says(strict.Number("0"), "summary", "skipped_line_counts", "comment")},
	{"skipped-lines-are-counted", "no headers", false,
		says(strict.Number("0"), "summary", "skipped_line_counts", "header")},
	{"skipped-lines-are-counted", "none malformed", false,
		says(strict.Number("0"), "summary", "skipped_line_counts", "malformed")},
	{"init-is-what-pid-1-is", "always recognised", false, says("recognised", "summary", "init")},
	{"groups-obey-the-budgets", "no group", true, says(strict.Array{}, "summary", "active_owner_pressure_groups")},
	{"groups-obey-the-budgets", "another count", true, groupsSay(strict.Number("1"), "count")},
	{"groups-obey-the-budgets", "no oldest", true, groupsSay(nil, "oldest_age_s")},
	{"groups-obey-the-budgets", "a kill", true, groupsSay("kill", "recommended_action")},
	{"groups-obey-the-budgets", "no ancestors", false, groupsSay(strict.Number("99"), "detached_ancestor_count")},
	{"groups-obey-the-budgets", "the smallest first", true, func(_ int, _, a strict.Object) strict.Object {
		if g := groupsOf(a); len(g) > 1 {
			g[0], g[1] = g[1], g[0]
		}
		return a
	}},
	{"release-requests-ask-the-owner", "another target", true, groupsSay("x", "owner_release_request", "target_owner")},
	{"release-requests-ask-the-owner", "a result", true, groupsSay("killed", "owner_release_request", "result")},
	{"release-requests-ask-the-owner", "a broken promise", true,
		groupsSay(nil, "owner_release_request", "safety", "no_unknown_owner_killed")},
	{"release-requests-ask-the-owner", "no route", true, groupsSay("", "owner_release_request", "owner_release_route")},
	{"no-command-leaves-the-table", "commands", true, func(_ int, input, a strict.Object) strict.Object {
		table, _ := input.Get("process_table")
		text, _ := table.(strict.Object).Get("ps_text")
		return put(a, text, "x_debug")
	}},
	{"no-command-leaves-the-table", "a canary as a reason", true, func(_ int, input, a strict.Object) strict.Object {
		table, _ := input.Get("process_table")
		text, _ := table.(strict.Object).Get("ps_text")
		if i := strings.Index(text.(string), "canary"); i >= 0 {
			return rowsSay("reason", strings.ToUpper(text.(string)[i:i+22]))(0, nil, a)
		}
		return a
	}},
	{"no-command-leaves-the-table", "a preview key", true, says(nil, "command_preview")},
	{"no-command-leaves-the-table", "a path", true, says("/home/x", "x_cwd")},
	{"inventory-equals-the-models", "another status", true, rowsSay("owner_status", "x")},
	{"inventory-equals-the-models", "no trace", false, rowsSay("chain_end", nil)},
	{"inventory-equals-the-models", "no owner", false, rowsSay("owner", nil)},
	{"inventory-equals-the-models", "no counts", true, says(nil, "summary", "kind_counts")},
	{"inventory-equals-the-models", "another excess", true, groupsSay(strict.Number("99"), "excess_count")},
	{"inventory-equals-the-models", "another target", true, groupsSay("x", "owner_release_request", "target_owner")},
	{"inventory-equals-the-models", "another init", false, says("x", "summary", "init")},
}

// Each property of one answer can fail: an answer that is wrong in one way only is
// caught by the property that is about it.
func TestSafetyCatches(t *testing.T) {
	for _, test := range wrongInventories {
		t.Run(test.property+"/"+test.name, func(t *testing.T) {
			for _, level := range levelsOf(test.core) {
				if !catches(t, propertyNamed(t, test.property), level, 400, func() tspigen.Implementation {
					return &wrong{own: own{level}, classify: test.edit}
				}) {
					t.Errorf("%v: not caught", level)
				}
			}
		})
	}
}

func levelsOf(core bool) []law.Level {
	if core {
		return []law.Level{law.Hardened, law.Core}
	}
	return []law.Level{law.Hardened}
}

// The receipt's properties can fail too.
func TestReliefCatches(t *testing.T) {
	tests := []struct {
		name string
		v    strict.Value
		path []string
	}{
		{"another verdict", "done", []string{"verdict"}},
		{"something after", strict.Object{}, []string{"after"}},
		{"an action", strict.Number("1"), []string{"action", "safe_close_action_count"}},
		{"another status", "closed", []string{"action", "status"}},
		{"another summary", nil, []string{"before", "inventory_summary"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{"relief-follows-from-the-inventory", "relief-equals-the-models"} {
				for _, level := range levelsOf(true) {
					if !catches(t, propertyNamed(t, name), level, 20, func() tspigen.Implementation {
						return &wrong{own: own{level}, relief: func(a strict.Object) strict.Object {
							return put(a, test.v, test.path...)
						}}
					}) {
						t.Errorf("%v: %s does not catch it", level, name)
					}
				}
			}
		})
	}
}
