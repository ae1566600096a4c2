package tspi

import (
	"math/rand"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// RightClaim returns a right inventory as others may write it: rows and members in
// another order, without some of what no audit needs, with fields of its own that
// say nothing. No audit may find anything in it.
func RightClaim(inventory strict.Value, rng *rand.Rand) strict.Value {
	whole, ok := copyOf(inventory).(strict.Object)
	if !ok {
		return inventory
	}
	w := &writer{rng}
	rows := array(whole, "rows")
	for i := range rows {
		if row, ok := rows[i].(strict.Object); ok {
			rows[i] = w.rewritten(row, "owner", "reason", "cpu_pct", "chain_end", "chain_hops", "chain_end_pid")
		}
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if summary := object(whole, "summary"); summary != nil {
		whole = with(whole, "summary", w.summary(summary))
	}
	return w.rewritten(whole, "schema", "policy", "summary")
}

// writer writes objects in its own way.
type writer struct{ rng *rand.Rand }

func (w *writer) summary(summary strict.Object) strict.Value {
	groups := array(summary, "active_owner_pressure_groups")
	for i := range groups {
		if group, ok := groups[i].(strict.Object); ok {
			groups[i] = w.rewritten(group, "oldest_age_s", "newest_age_s", "safety", "detached_ancestor_count")
		}
	}
	w.rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	if w.rng.Intn(4) == 0 { // the groups, and what counts them: absent groups are none
		for _, name := range []string{"active_owner_pressure_groups", "active_owner_pressure_group_count",
			"active_owner_release_request_count"} {
			summary = without(summary, name)
		}
	}
	return w.rewritten(summary, "process_count", "candidate_safe_close_count", "requires_owner_check_count",
		"keep_count",
		"active_owner_pressure_group_count", "active_owner_release_request_count", "kind_counts", "decision_counts",
		"owner_status_counts", "skipped_line_counts", "init")
}

// rewritten leaves out some of the optional members, adds some that say nothing,
// and changes their order.
func (w *writer) rewritten(o strict.Object, optional ...string) strict.Object {
	c := slices.DeleteFunc(slices.Clone(o), func(m strict.Member) bool {
		return slices.Contains(optional, m.Name) && w.rng.Intn(4) == 0
	})
	if w.rng.Intn(4) == 0 {
		extra := harmless[w.rng.Intn(len(harmless))]
		if _, there := c.Get(extra.Name); !there {
			c = append(c, extra)
		}
	}
	w.rng.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	return c
}

// harmless are members that offend against nothing: they deny a signal, or name no
// folder of the host.
var harmless = [...]strict.Member{
	{Name: "sigterm_sent", Value: false},
	{Name: "killed_pid", Value: nil},
	{Name: "kill_signal", Value: strict.Number("0")},
	{Name: "signalled", Value: ""},
	{Name: "process_signal_sent", Value: strict.Array{}},
	{Name: "x_note", Value: "seen"},
	{Name: "x_route", Value: "/users/42"},
	{Name: "x_nested", Value: strict.Object{{Name: "host", Value: nil}, {Name: "n", Value: strict.Number("1.5")}}},
	{Name: "confidence", Value: strict.Number("1e-2")},
}

// GroundedAudit is the input of an audit with the fixture that a claim is about.
func (t *Table) GroundedAudit(claim strict.Value) strict.Object {
	return append(strict.Object{{Name: "claimed_inventory", Value: claim}}, t.Input()...)
}

// PlainAudit is the input of an audit of a claim by the thresholds alone. Where the
// thresholds are the default ones they are left out.
func (t *Table) PlainAudit(claim strict.Value) strict.Object {
	input := strict.Object{{Name: "claimed_inventory", Value: claim}}
	if t.Policy.MinAgeSeconds != 0 {
		input = append(input, strict.Member{Name: "min_age_seconds", Value: integer(t.Policy.MinAgeSeconds)})
	}
	if len(t.Owners.ActiveStatuses) > 0 {
		statuses := strict.Array{}
		for _, status := range t.Owners.ActiveStatuses {
			statuses = append(statuses, status)
		}
		input = append(input, strict.Member{Name: "active_owner_status_values", Value: statuses})
	}
	return input
}
