package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// policyRelations change the policy.
func policyRelations() []relation {
	return []relation{
		{"higher-age-adds-no-candidate", "5.orphan", false, higherAge},
		{"shorter-allowlist-adds-no-candidate", "5.orphan", false, shorterAllowlist},
		{"another-kept-kind-keeps-its-rows-alone", "5.keep", false, anotherKept},
		{"another-budget-changes-groups-alone", "6.groups", false, anotherBudget},
		{"letter-case-counts-in-kinds", "3.match", false, letterCaseOfKinds},
		{"an-excluded-kind-has-no-rows", "3.exclude", true, excludedKind},
	}
}

// denied is a row that is no candidate any more, because the predicate fails.
func denied(row strict.Object) strict.Object {
	row = with(row, "decision", string(tspi.DecisionOwnerCheck))
	return with(row, "reason", string(tspi.ReasonDetached))
}

func higherAge(b before) (*Table, expectation) {
	least := b.Table.Policy.MinAge() + 1 + b.rng.Int63n(100_000)
	if row, ok := b.candidate(); ok && b.rng.Intn(2) == 0 {
		least = row.Age + b.rng.Int63n(2) // exactly on it, or one second above
	}
	least = max(least, b.Table.Policy.MinAge())
	return b.Table.WithMinAge(least), b.editedRows(func(row strict.Object) strict.Object {
		if age, ok := integerAt(row, "age_s"); isCandidate(row) && ok && age < least {
			return denied(row)
		}
		return row
	})
}

func shorterAllowlist(b before) (*Table, expectation) {
	kind, ok := b.kind(func(k *Kind) bool { return k.Allowlisted })
	if !ok {
		return nil, nil
	}
	return b.Table.WithoutAllowlisting(kind.Name), b.editedRows(func(row strict.Object) strict.Object {
		if text(row, "process_kind") != kind.Name {
			return row
		}
		if isCandidate(row) {
			row = denied(row)
		}
		return with(row, "allowlist_matched", false)
	})
}

// kind is any kind for which a predicate holds, one with a row in the inventory
// where there is one.
func (b before) kind(holds func(*Kind) bool) (*Kind, bool) {
	seen := map[string]bool{}
	for _, row := range b.rows {
		seen[text(row, "process_kind")] = true
	}
	var some, shown []*Kind
	for i := range b.Table.Policy.Kinds {
		if k := &b.Table.Policy.Kinds[i]; holds(k) {
			some = append(some, k)
			if seen[k.Name] {
				shown = append(shown, k)
			}
		}
	}
	if len(shown) > 0 {
		some = shown
	}
	if len(some) == 0 {
		return nil, false
	}
	return some[b.rng.Intn(len(some))], true
}

func anotherKept(b before) (*Table, expectation) {
	kind, ok := b.kind(func(k *Kind) bool { return !b.Table.Policy.keeps(k) })
	if !ok {
		return nil, nil
	}
	c := b.Table.changed()
	c.Policy.KeepKinds = append(c.Policy.KeepKinds, kind.Name)
	return c, b.editedRows(func(row strict.Object) strict.Object {
		if text(row, "process_kind") != kind.Name {
			return row
		}
		row = with(row, "decision", string(tspi.DecisionKeep))
		row = with(row, "reason", string(tspi.ReasonKeep))
		row = with(row, "owner", kind.keepStatus())
		row = with(row, "owner_status", kind.keepStatus())
		row = with(row, "chain_end", string(tspi.EndKeepKind))
		row = with(row, "chain_hops", integer(0))
		return with(row, "chain_end_pid", nil)
	})
}

func anotherBudget(b before) (*Table, expectation) {
	kind, ok := b.kind(func(k *Kind) bool { return !b.Table.Policy.keeps(k) })
	if !ok {
		return nil, nil
	}
	c, budget := b.Table.changed(), b.rng.Int63n(4)
	c.Policy.named(kind.Name).Budget = &budget
	return c, func(after reading, d *differences) {
		b.sameRows()(after, d)
		groupsObey(b.On(c), after, d)
	}
}

// letterCaseOfKinds puts a kind first that would take the commands of another,
// were it not for the case of their letters.
func letterCaseOfKinds(b before) (*Table, expectation) {
	kind, ok := b.kind(func(*Kind) bool { return true })
	if !ok {
		return nil, nil
	}
	other := Kind{Name: "x-other-case"}
	for _, token := range kind.Match {
		if swapped := strings.ToUpper(token); !b.occurs(swapped) {
			other.Match = append(other.Match, swapped)
		}
	}
	if other.Match == nil {
		return nil, nil
	}
	c := b.Table.changed()
	c.Policy.Kinds = slices.Insert(c.Policy.Kinds, 0, other)
	return c, b.unchanged()
}

// occurs reports whether a text stands in any command.
func (b before) occurs(text string) bool {
	return slices.ContainsFunc(b.survey().rows, func(row *Row) bool { return strings.Contains(row.Command, text) })
}

func excludedKind(b before) (*Table, expectation) {
	kind, ok := b.kind(func(*Kind) bool { return true })
	if !ok {
		return nil, nil
	}
	c := b.Table.changed()
	c.Policy.named(kind.Name).Exclude = slices.Clone(kind.Match)
	var aside []int32
	for _, h := range b.helpers() {
		if h.kind != nil && h.kind.Name == kind.Name {
			aside = append(aside, h.PID)
		}
	}
	return c, func(after reading, d *differences) {
		b.sameRows(aside...)(after, d)
		for i, row := range after.rows {
			if text(row, "process_kind") == kind.Name {
				d.add("", after.path(i)+".process_kind",
					"another kind, or no row: its kind excludes all that it matches", kind.Name)
			}
		}
	}
}
