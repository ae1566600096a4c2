package tspi

import (
	"crypto/sha256"
	"encoding/hex"
)

// commandHash is section 6's: 16 hex digits of the SHA-256.
func commandHash(command string) string {
	sum := sha256.Sum256([]byte(command))
	return hex.EncodeToString(sum[:8])
}

func (b *builder) kept() {
	if command, _, ok := b.helper(b.Policy.keeps); ok {
		b.add(b.pid(), oneOf(b, []int32{1, b.pid()}), b.age(0, b.oldest), command)
		b.Shapes.add(KeepKind)
	}
}

// excluded adds an orphan that its first kind excludes; a later one may take it.
func (b *builder) excluded() {
	k := &b.Policy.Kinds[b.rng.Intn(len(b.Policy.Kinds))]
	if len(k.Exclude) == 0 {
		return
	}
	b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), b.command(k)+" "+oneOf(b, k.Exclude)+" now")
	b.Shapes.add(ExcludedKind)
}

// budget adds a fleet of one kind under an owner of its own, exactly as many as
// the kind may have or more. A table has one such fleet, so that its size is what
// was planted.
func (b *builder) budget() {
	_, kind, ok := b.anyHelper()
	if !ok || b.Shapes.Has(AtBudget) || b.Shapes.Has(OverBudget) {
		return
	}
	if kind.Budget == nil || *kind.Budget == 0 {
		budget := int64(1 + b.rng.Intn(3))
		kind.Budget = &budget
	}
	size, shape := *kind.Budget, AtBudget
	if b.oneIn(2) {
		size, shape = size+1+int64(b.rng.Intn(3)), OverBudget
	}
	owner := b.ladder(1, oneOf(b, []int32{1, b.pid()}), b.owner("fleet-owner"))
	for range size {
		for range 50 {
			if command, k, ok := b.anyHelper(); ok && k == kind {
				b.add(b.pid(), owner.PID, b.age(0, owner.Age), command)
				size--
				break
			}
		}
	}
	if size == 0 {
		b.Shapes.add(shape)
	}
}

func (b *builder) unreadable() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	row := b.add(b.pid(), oneOf(b, []int32{1, 1, b.pid()}), b.age(b.Policy.MinAge(), b.oldest), command)
	switch b.rng.Intn(3) {
	case 0:
		row.Etime = oneOf(b, badEtimes[:])
	case 1:
		row.CPU = oneOf(b, badCPUs[:])
	default:
		row.RSS = oneOf(b, badRSSs[:])
	}
	row.BadColumn = true
	if b.oneIn(3) { // it can be a parent all the same
		b.below(row)
	}
	b.Shapes.add(UnreadableRow)
}

// olderThanInit adds an orphan that claims to be older than pid 1, by too much or
// by just as little as rounding allows.
func (b *builder) olderThanInit() {
	command, _, ok := b.closable()
	if !ok || b.oldest+3 > oldestAge || b.Shapes.Has(NoInit) || b.Shapes.Has(DoubtfulInit) ||
		b.Shapes.Has(AgelessInit) {
		return
	}
	b.add(b.pid(), 1, b.oldest+2, command)
	b.add(b.pid(), 1, b.oldest+3+int64(b.rng.Intn(100)), command)
	b.Shapes.add(OlderThanInit)
}

// title adds a zombie, or a title that ps prints in place of arguments.
func (b *builder) title() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	shape := TitleRow
	switch b.rng.Intn(4) {
	case 0:
		command, shape = command+" <defunct>", Zombie
	case 1:
		command, shape = "["+command+"] <defunct>", Zombie
	case 2:
		command = "[" + command + "]"
	default:
		command = "(" + command + ")"
	}
	b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), command)
	b.Shapes.add(shape)
}
