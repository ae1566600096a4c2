package tspi

// passer is a process that a chain only passes through: one without a hint. It may
// be a helper itself.
func (b *builder) passer() string {
	if command, _, ok := b.anyHelper(); ok && b.oneIn(4) {
		return command
	}
	return b.disguise([]string{oneOf(b, strangers[:])}, 0)
}

// ladder adds n ancestors, one above the other, each as old as the one below or
// older, and returns the lowest. The top one has the given ppid and command.
func (b *builder) ladder(n int, topPPID int32, top string) *Row {
	var lowest *Row
	ppid, age := topPPID, b.age(b.oldest/2, b.oldest)
	for i := range n {
		command := top
		if i > 0 {
			command = b.passer()
			age = b.age(age/2, age)
		}
		lowest = b.add(b.pid(), ppid, age, command)
		ppid = lowest.PID
	}
	return lowest
}

// below adds a helper under a row.
func (b *builder) below(parent *Row) bool {
	command, _, ok := b.anyHelper()
	if ok {
		b.add(b.pid(), parent.PID, b.age(0, parent.Age), command)
	}
	return ok
}

// hopLimit adds an owner at the seventh, eighth or ninth hop.
func (b *builder) hopLimit() {
	n := 7 + b.rng.Intn(3)
	ppid, top := oneOf(b, []int32{1, b.pid()}), b.owner(oneOf(b, []string{"claude", "opencode", "editor-host"}))
	if b.oneIn(4) {
		ppid, top = 1, b.passer() // or a detached end there
	}
	if b.below(b.ladder(n, ppid, top)) {
		b.Shapes.add(Chain7 + Shape(n-7))
	}
}

func (b *builder) missingParent() {
	command, _, ok := b.anyHelper()
	if !ok {
		return
	}
	ppid, age := b.pid(), b.age(0, b.oldest)
	if b.oneIn(4) {
		ppid = 0 // as the processes of a kernel have it, and those of another namespace
	} else if n := b.rng.Intn(3); n > 0 {
		parent := b.ladder(n, b.pid(), b.passer())
		ppid, age = parent.PID, b.age(0, parent.Age)
	}
	b.add(b.pid(), ppid, age, command)
	b.Shapes.add(MissingParent)
}

// wrapped adds a launcher between a helper and its session, or one that has lost
// its session to init.
func (b *builder) wrapped() {
	wrapper, shape := b.disguise([]string{"npm exec", "something"}, 0), DetachedWrapper
	ppid, age := int32(1), b.age(0, b.oldest)
	if b.oneIn(2) {
		session := b.ladder(1, oneOf(b, []int32{1, b.pid()}), b.owner("claude"))
		ppid, age, shape = session.PID, b.age(0, session.Age), Wrapper
	}
	row := b.add(b.pid(), ppid, age, wrapper)
	planted := b.below(row)
	if b.oneIn(2) {
		b.below(row)
	}
	if planted && (shape == Wrapper || b.detach) {
		b.Shapes.add(shape)
	}
}

// hinted adds an owner at any hop, active or not, with or without processes whose
// hint says nothing new.
func (b *builder) hinted() {
	hop := 1 + b.rng.Intn(8)
	word := oneOf(b, []string{"claude", "opencode", "editor-host", "old-session"})
	lowest := b.ladder(hop, oneOf(b, []int32{1, b.pid()}), b.owner(word))
	empty := hop > 1 && b.oneIn(3)
	if empty {
		lowest.Command = b.owner("plain-shell")
	}
	second := !empty && b.oneIn(3)
	if second { // the order of the hints counts, and not that of the words
		lowest.Command += " for " + oneOf(b, []string{"claude", "editor-host", "old-session", "fleet-owner"})
	}
	if !b.below(lowest) {
		return
	}
	if empty {
		b.Shapes.add(EmptyHint)
	}
	if !second && (word == "editor-host" || word == "old-session") {
		b.Shapes.add(InactiveHint)
	}
	if second || hop <= 3 {
		b.Shapes.add(HintNear)
	} else {
		b.Shapes.add(HintFar)
	}
}
