package tspi

// spoilInit leaves an init of no known age: whatever it adopted, nobody can tell that
// it did not start it.
func (b *builder) spoilInit() {
	init := b.Lines[0].Row
	switch b.rng.Intn(3) {
	case 0:
		init.Etime = oneOf(b, badEtimes[:])
	case 1:
		init.CPU = oneOf(b, badCPUs[:])
	default:
		init.RSS = oneOf(b, badRSSs[:])
	}
	init.BadColumn = true
	b.detach = false
	b.Shapes.add(AgelessInit)
}

// hasInit reports whether pid 1 is an init whose age is known.
func (b *builder) hasInit() bool {
	return b.Shapes.Has(RecognisedInit) && !b.Shapes.Has(AgelessInit)
}

// startedByInit adds a child of init that is as old as init, to the second and around.
func (b *builder) startedByInit() {
	command, _, ok := b.closable()
	if !ok || b.oldest+3 > oldestAge {
		return
	}
	younger := int64(b.rng.Intn(7)) - 2 // 3 s and more are enough to be adopted
	row := b.add(b.pid(), 1, b.oldest-younger, command)
	switch {
	case b.oneIn(8):
		row.Etime, row.BadColumn = oneOf(b, badEtimes[:]), true
	case b.hasInit() && younger <= 2:
		b.Shapes.add(StartedByInit)
	}
}

// startedAncestor adds a helper below a child of init that is as old as init, or 3 s
// younger.
func (b *builder) startedAncestor() {
	younger := int64(b.rng.Intn(4))
	top := b.add(b.pid(), 1, b.oldest-younger, b.passer())
	lowest := top
	if b.oneIn(2) {
		lowest = b.add(b.pid(), top.PID, b.age(b.oldest/2, top.Age), b.passer())
	}
	if b.below(lowest) && b.hasInit() && younger <= 2 {
		b.Shapes.add(StartedAncestor)
	}
}
