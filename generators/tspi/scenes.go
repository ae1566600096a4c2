package tspi

// drawScene plants one small family of processes around a helper.
func (b *builder) drawScene() {
	scenes := [...]func(*builder){
		(*builder).orphans, (*builder).orphans, (*builder).orphans, (*builder).orphans,
		(*builder).offAllowlistOrphan, (*builder).registered, (*builder).registered,
		(*builder).cycle, (*builder).selfParent, (*builder).duplicatePID, (*builder).ambiguousParent,
		(*builder).doubtfulAges, (*builder).doubtfulAges, (*builder).hopLimit, (*builder).hopLimit,
		(*builder).missingParent,
		(*builder).wrapped, (*builder).wrapped, (*builder).hinted, (*builder).hinted, (*builder).hinted,
		(*builder).kept, (*builder).excluded, (*builder).budget, (*builder).budget, (*builder).budget,
		(*builder).unreadable, (*builder).olderThanInit, (*builder).title, (*builder).title,
		(*builder).startedByInit, (*builder).startedByInit, (*builder).startedAncestor,
	}
	if b.programs && b.oneIn(3) {
		scenes := [...]func(*builder){
			(*builder).programHelper, (*builder).programHelper, (*builder).programHelper, (*builder).inFolder,
			(*builder).mention, (*builder).mention,
			(*builder).mention, (*builder).required,
		}
		oneOf(b, scenes[:])(b)
		return
	}
	oneOf(b, scenes[:])(b)
}

// drawRareScenes plants what is large or strange, each in one table of some thirty:
// often enough for a campaign of some hundred tables, seldom enough for its cost.
func (b *builder) drawRareScenes() {
	for _, scene := range []func(*builder){
		(*builder).foreignNumbers, (*builder).foreignBlank, (*builder).twins, (*builder).longCommand,
		(*builder).longList,
		(*builder).largeThreshold, (*builder).spellPIDs,
	} {
		if b.oneIn(rareOneIn) {
			scene(b)
		}
	}
}

const rareOneIn = 28

// orphan adds a helper of init; what it shows is seen only where init detaches.
func (b *builder) orphan(shape Shape, age int64, command string) *Row {
	if b.detach {
		b.Shapes.add(shape)
	}
	return b.add(b.pid(), 1, age, command)
}

func (b *builder) orphans() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	if b.oneIn(4) { // its own command names an owner, who is none of its ancestors
		command += " for " + oneOf(b, []string{"claude", "editor-host", "old-session"})
	}
	switch least := b.Policy.MinAge(); b.rng.Intn(3) {
	case 0:
		b.orphan(YoungOrphan, least-1, command)
	case 1:
		b.orphan(ThresholdOrphan, least, command)
	default:
		b.orphan(OldOrphan, b.age(least+1, b.oldest), command)
	}
}

func (b *builder) offAllowlistOrphan() {
	if command, _, ok := b.helper(func(k *Kind) bool { return !k.Allowlisted && !b.Policy.keeps(k) }); ok {
		b.orphan(OffAllowlistOrphan, b.age(b.Policy.MinAge(), b.oldest), command)
	}
}

// registered adds orphans that the registry knows, by pid, by pid and command, or
// by a pid that another command had.
func (b *builder) registered() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	entry, shape := Registered{}, RegisteredHelper
	switch b.rng.Intn(3) {
	case 0:
		entry.CommandHash = commandHash(command)
	case 1:
		entry.CommandHash, shape = commandHash(command+" then"), RegisteredOther
	}
	entry.PID = b.orphan(shape, b.age(b.Policy.MinAge(), b.oldest), command).PID
	b.Owners.Registered = append(b.Owners.Registered, entry)
	if b.oneIn(2) { // and one that is not running any more
		b.Owners.Registered = append(b.Owners.Registered, Registered{PID: b.pid()})
	}
}

func (b *builder) cycle() {
	command, _, ok := b.anyHelper()
	if !ok {
		return
	}
	age := b.age(0, b.oldest)
	size := 2 + b.rng.Intn(4)
	if b.oneIn(4) {
		size = 7 + b.rng.Intn(3) // around the hop limit, which comes first from eight on
	}
	ring := make([]int32, size)
	for i := range ring {
		ring[i] = b.pid()
	}
	first := 0
	if b.oneIn(2) { // the helper is in the ring itself
		b.add(ring[0], ring[1], age, command)
		first = 1
	} else {
		b.add(b.pid(), ring[0], age, command)
	}
	for i := first; i < len(ring); i++ {
		b.add(ring[i], ring[(i+1)%len(ring)], age, b.passer())
	}
	if size < maxHops {
		b.Shapes.add(Cycle)
	}
}

func (b *builder) selfParent() {
	if command, _, ok := b.anyHelper(); ok {
		pid := b.pid()
		b.add(pid, pid, b.age(0, b.oldest), command)
		b.Shapes.add(SelfParent)
	}
}

func (b *builder) duplicatePID() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	row := b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), command)
	other := b.passer()
	if b.oneIn(2) {
		other = command
	}
	b.add(row.PID, oneOf(b, []int32{1, b.pid()}), b.age(0, b.oldest), other)
	b.Shapes.add(DuplicatePID)
}

func (b *builder) ambiguousParent() {
	command, _, ok := b.anyHelper()
	if !ok {
		return
	}
	age, parent := b.age(0, b.oldest), b.pid()
	below := parent
	if b.oneIn(3) { // with a live parent between
		below = b.pid()
		b.add(below, parent, age, b.passer())
	}
	b.add(b.pid(), below, age, command)
	b.add(parent, 1, b.age(age, b.oldest), b.owner("claude"))
	b.add(parent, oneOf(b, []int32{1, b.pid()}), b.age(age, b.oldest), b.passer())
	b.Shapes.add(AmbiguousParent)
}

// doubtfulAges adds a parent that is younger than its child, by too much or by
// just as little as rounding allows.
func (b *builder) doubtfulAges() {
	command, _, ok := b.anyHelper()
	if !ok {
		return
	}
	age, parent := b.age(10, b.oldest), b.pid()
	b.add(b.pid(), parent, age, command)
	younger, shape := int64(2), SlackParent
	if b.oneIn(2) {
		younger, shape = 3+b.rng.Int63n(age-2), YoungerParent
	}
	if shape == SlackParent && b.oneIn(2) && age >= 4 { // and its parent as much younger again
		top := b.pid()
		b.add(parent, top, age-younger, b.passer())
		parent, younger = top, younger+2
	}
	b.add(parent, oneOf(b, []int32{1, b.pid()}), age-younger, b.owner("claude"))
	b.Shapes.add(shape)
}
