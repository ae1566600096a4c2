package tspi

import (
	"fmt"
	"slices"
)

// drawSize makes one table in 200 large, and one in 2,000 very large: an
// implementation may be right about small ones only.
func (b *builder) drawSize() {
	switch n := b.rng.Intn(2000); {
	case n == 0:
		b.size = 2000
	case n <= 10:
		b.size = 200 + b.rng.Intn(201)
	}
}

// drawPolicy makes a policy of three to six kinds in any order, at least one of
// them allowlisted and not to be kept.
func (b *builder) drawPolicy() {
	p := &b.Policy
	p.MinAgeSeconds = oneOf(b, []int64{0, 0, 300, 1, 2, 61, 3600, 86400})
	order := b.rng.Perm(len(kindWords))
	for _, i := range order[:3+b.rng.Intn(4)] {
		k := Kind{Name: kindWords[i].name, Match: kindWords[i].tokens, Allowlisted: b.rng.Intn(5) < 3}
		if words := kindWords[i].wordlike(); b.programs && len(words) > 0 && !b.oneIn(4) {
			k.MatchAt, k.Match = AtProgram, words
		} else if b.programs && b.oneIn(4) {
			k.MatchAt = AtCommand
		}
		if b.programs && (k.Name == "plugin" || b.oneIn(5)) {
			k.Require = requireWords[:1+b.rng.Intn(len(requireWords))]
		}
		if b.oneIn(2) {
			k.Exclude = excludeWords[:1+b.rng.Intn(len(excludeWords))]
		}
		if b.rng.Intn(5) < 2 {
			budget := int64(b.rng.Intn(4))
			k.Budget = &budget
		}
		if b.oneIn(4) {
			k.KeepOwnerStatus = oneOf(b, []string{"kept:by-hand", statusOwner, "runtime"})
		}
		p.Kinds = append(p.Kinds, k)
	}
	if b.programs && b.oneIn(4) {
		b.drawLists()
	}
	if b.oneIn(20) {
		b.lengthen()
	}
	p.Kinds[0].Allowlisted = true
	for i := range p.Kinds[1:] {
		if b.oneIn(6) {
			p.KeepKinds = append(p.KeepKinds, p.Kinds[1+i].Name)
		}
	}
}

// drawLists puts lists of the policy's own in the place of one or more of section 3's.
func (b *builder) drawLists() {
	lists := 1 + b.rng.Intn(7)
	if lists&1 != 0 {
		b.Policy.Launchers = oneOf(b, ownLaunchers[:])
	}
	if lists&2 != 0 {
		b.Policy.ValueOptions = oneOf(b, ownOptions[:])
	}
	if lists&4 != 0 {
		b.Policy.GenericNames = oneOf(b, ownGenerics[:])
	}
	b.Shapes.add(OwnLists)
}

// lengthen puts further kinds between those of the policy, further hints and
// registered helpers into the taxonomy: what counts is no longer among the first
// few entries.
func (b *builder) lengthen() {
	b.Shapes.add(LongPolicy)
	for i := range 20 + b.rng.Intn(40) {
		word := fmt.Sprintf("filler-%d", i)
		kind := Kind{Name: word, Match: []string{word + "-token", word + "-other"}, Allowlisted: b.oneIn(2)}
		if b.programs {
			kind.MatchAt = oneOf(b, []string{"", AtCommand, AtProgram})
		}
		b.Policy.Kinds = slices.Insert(b.Policy.Kinds, b.rng.Intn(len(b.Policy.Kinds)), kind)
		b.Owners.Hints = append(b.Owners.Hints, Hint{word + "-owner", "x-" + word})
		b.Owners.Registered = append(b.Owners.Registered, Registered{PID: 2147483647 - int32(i)})
	}
}

// drawOwners makes a taxonomy with every hint in any order; the sessions and the
// fleet are always active.
func (b *builder) drawOwners() {
	o := &b.Owners
	for _, i := range b.rng.Perm(len(hintWords)) {
		o.Hints = slices.Insert(o.Hints, b.rng.Intn(len(o.Hints)+1), hintWords[i])
	}
	switch b.rng.Intn(6) {
	case 0:
		o.ActiveStatuses = []string{statusSession, statusOwner} // a bare parent is not active
	case 1:
		o.ActiveStatuses = []string{statusOwner, statusSession, statusParent, statusIdle}
	}
	if b.oneIn(2) {
		o.ReleaseTargets = map[string]string{statusSession: "the-session", statusOwner: "fleet.owner"}
	}
}
