package generators

// drawPolicy makes a policy of three to six kinds in any order, at least one of
// them allowlisted and not to be kept.
func (b *builder) drawPolicy() {
	p := &b.Policy
	p.MinAgeSeconds = oneOf(b, []int64{0, 0, 300, 1, 2, 61, 3600, 86400})
	order := b.rng.Perm(len(kindWords))
	for _, i := range order[:3+b.rng.Intn(4)] {
		k := Kind{Name: kindWords[i].name, Match: kindWords[i].tokens, Allowlisted: b.rng.Intn(5) < 3}
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
	p.Kinds[0].Allowlisted = true
	for i := range p.Kinds[1:] {
		if b.oneIn(6) {
			p.KeepKinds = append(p.KeepKinds, p.Kinds[1+i].Name)
		}
	}
}

// drawOwners makes a taxonomy with every hint in any order; the sessions and the
// fleet are always active.
func (b *builder) drawOwners() {
	o := &b.Owners
	for _, i := range b.rng.Perm(len(hintWords)) {
		o.Hints = append(o.Hints, hintWords[i])
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
