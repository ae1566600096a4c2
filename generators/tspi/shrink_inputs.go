package tspi

import (
	"maps"
	"slices"
)

// simplifyPolicy drops kinds and all that they need not say.
func (s *shrinker) simplifyPolicy() bool {
	smaller := s.drop(func(t *Table) int { return len(t.Policy.Kinds) }, (*Table).dropKinds)
	smaller = s.drop(func(t *Table) int { return len(t.Policy.KeepKinds) }, func(t *Table, from, to int) {
		t.Policy.KeepKinds = dropFrom(t.Policy.KeepKinds, from, to)
	}) || smaller
	for i := range s.best.Policy.Kinds {
		smaller = s.simplifyKind(i) || smaller
	}
	smaller = s.simplifyList(func(p *Policy) *[]string { return &p.Launchers }) || smaller
	smaller = s.simplifyList(func(p *Policy) *[]string { return &p.ValueOptions }) || smaller
	smaller = s.simplifyList(func(p *Policy) *[]string { return &p.GenericNames }) || smaller
	if s.best.Policy.MinAgeSeconds != 0 {
		smaller = s.try(func(c *Table) { c.Policy.MinAgeSeconds = 0 }) || smaller
	}
	return smaller
}

// simplifyList leaves out a list of the policy's own, or words of it.
func (s *shrinker) simplifyList(of func(*Policy) *[]string) bool {
	if *of(&s.best.Policy) == nil {
		return false
	}
	if s.try(func(c *Table) { *of(&c.Policy) = nil }) {
		return true
	}
	return s.drop(func(t *Table) int { return len(*of(&t.Policy)) }, func(t *Table, from, to int) {
		list := *of(&t.Policy)
		*of(&t.Policy) = append(slices.Clone(list[:from]), list[to:]...) // empty where it loses its last, and not nil
	})
}

// dropKinds drops kinds, and takes them off the list of those that are kept.
func (t *Table) dropKinds(from, to int) {
	t.Policy.Kinds = dropFrom(t.Policy.Kinds, from, to)
	t.Policy.KeepKinds = slices.DeleteFunc(t.Policy.KeepKinds, func(name string) bool {
		return t.Policy.named(name) == nil
	})
}

func (s *shrinker) simplifyKind(i int) bool {
	kind := func(t *Table) *Kind { return &t.Policy.Kinds[i] }
	smaller := s.drop(func(t *Table) int { return len(kind(t).Match) - 1 }, func(t *Table, from, to int) {
		kind(t).Match = dropFrom(kind(t).Match, from, to)
	})
	smaller = s.drop(func(t *Table) int { return len(kind(t).Match) - 1 }, func(t *Table, from, to int) {
		kind(t).Match = dropFrom(kind(t).Match, from+1, to+1)
	}) || smaller
	smaller = s.drop(func(t *Table) int { return len(kind(t).Exclude) }, func(t *Table, from, to int) {
		kind(t).Exclude = dropFrom(kind(t).Exclude, from, to)
	}) || smaller
	smaller = s.drop(func(t *Table) int { return len(kind(t).Require) }, func(t *Table, from, to int) {
		kind(t).Require = dropFrom(kind(t).Require, from, to)
	}) || smaller
	change := func(due bool, change func(*Kind)) {
		if due {
			smaller = s.try(func(c *Table) { change(kind(c)) }) || smaller
		}
	}
	k := s.best.Policy.Kinds[i]
	change(k.MatchAt != "", func(k *Kind) { k.MatchAt = "" })
	change(k.Budget != nil, func(k *Kind) { k.Budget = nil })
	if budget := s.best.Policy.Kinds[i].Budget; budget != nil {
		for less := int64(0); less < min(*budget, 3); less++ {
			if s.try(func(c *Table) { kind(c).Budget = &less }) {
				smaller = true
				break
			}
		}
	}
	change(k.KeepOwnerStatus != "", func(k *Kind) { k.KeepOwnerStatus = "" })
	change(k.Allowlisted, func(k *Kind) { k.Allowlisted = false })
	return smaller
}

// simplifyOwners drops what the taxonomy need not say.
func (s *shrinker) simplifyOwners() bool {
	smaller := s.drop(func(t *Table) int { return len(t.Owners.Hints) }, func(t *Table, from, to int) {
		t.Owners.Hints = dropFrom(t.Owners.Hints, from, to)
	})
	smaller = s.drop(func(t *Table) int { return len(t.Owners.ActiveStatuses) }, func(t *Table, from, to int) {
		t.Owners.ActiveStatuses = dropFrom(t.Owners.ActiveStatuses, from, to)
	}) || smaller
	smaller = s.drop(func(t *Table) int { return len(t.Owners.InitNames) }, func(t *Table, from, to int) {
		t.Owners.InitNames = dropFrom(t.Owners.InitNames, from, to)
	}) || smaller
	smaller = s.drop(func(t *Table) int { return len(t.Owners.Registered) }, func(t *Table, from, to int) {
		t.Owners.Registered = dropFrom(t.Owners.Registered, from, to)
	}) || smaller
	for i := range s.best.Owners.Registered {
		if s.best.Owners.Registered[i].CommandHash != "" {
			smaller = s.try(func(c *Table) { c.Owners.Registered[i].CommandHash = "" }) || smaller
		}
	}
	for _, status := range slices.Sorted(maps.Keys(s.best.Owners.ReleaseTargets)) {
		smaller = s.try(func(c *Table) {
			c.Owners.ReleaseTargets = maps.Clone(c.Owners.ReleaseTargets)
			delete(c.Owners.ReleaseTargets, status)
		}) || smaller
	}
	return smaller
}
