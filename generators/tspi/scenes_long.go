package tspi

import (
	"fmt"
	"slices"
	"strings"
)

// filler is a text of exactly n bytes that no policy or taxonomy looks for, in long
// words so that a shrinker can take it apart.
func (b *builder) filler(n int) string {
	word := fmt.Sprintf("--arg-%08x-%s ", b.rng.Uint32(), strings.Repeat("q", 47))
	return strings.Repeat(word, n/len(word)+1)[:n-1] + "q"
}

// page is where many stop reading.
const page = 4096

// longCommand adds a command of more than 4 KiB, up to some 20 KiB, of which what
// counts stands at the very end, or across the 4096th byte.
func (b *builder) longCommand() {
	n := page + 1 + b.rng.Intn(2*page)
	if b.oneIn(8) {
		n = 4*page + b.rng.Intn(page)
	}
	behind := func(before, word string) string { return before + b.filler(n) + " " + word }
	if b.oneIn(2) {
		behind = func(before, word string) string {
			return before + b.filler(page-1-len(word)/2-len(before)) + " " + word + b.filler(n-page)
		}
	}
	switch b.rng.Intn(4) {
	case 0: // an owner
		if lowest := b.ladder(1+b.rng.Intn(2), oneOf(b, []int32{1, b.pid()}),
			behind("", oneOf(b, []string{"claude", "editor-host"}))); !b.below(lowest) {
			return
		}
	case 1: // what takes a kind's commands out
		k := &b.Policy.Kinds[b.rng.Intn(len(b.Policy.Kinds))]
		if len(k.Exclude) == 0 {
			k.Exclude = []string{excludeWords[1]} // no launcher has it
		}
		command := behind(b.command(k)+" ", oneOf(b, k.Exclude))
		if strings.HasSuffix(command, " ") {
			command += "x" // a command ends with no blank
		}
		b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), command)
	default: // what makes a kind
		_, kind, ok := b.closable()
		if !ok {
			return
		}
		before := ""
		if kind.MatchAt == AtProgram {
			before = "env " // behind a launcher, options are skipped
		}
		b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), behind(before, oneOf(b, kind.Match)))
	}
	b.Shapes.add(LongCommand)
}

// longList makes one list of the policy or the taxonomy longer than any constant
// that a careful reader would think of, and adds a row about which its last entry
// decides, or of the registry's its first.
func (b *builder) longList() {
	command, kind, ok := b.closable()
	if !ok {
		return
	}
	n := 129 + b.rng.Intn(60)
	if b.oneIn(8) {
		n = 257 + b.rng.Intn(60)
	}
	p, o, age := &b.Policy, &b.Owners, b.age(b.Policy.MinAge(), b.oldest)
	switch b.rng.Intn(8) {
	case 0:
		token := kind.Match[len(kind.Match)-1]
		kind.Match = slices.Concat(many(n, "token-%d-many"), kind.Match)
		b.add(b.pid(), 1, age, token)
	case 1:
		kind.Exclude = slices.Concat(many(n, "exclude-%d-many"), kind.Exclude, []string{"--last-of-many"})
		b.add(b.pid(), 1, age, command+" --last-of-many")
	case 2:
		for _, word := range many(n, "owner-%d-many") {
			o.Hints = slices.Insert(o.Hints, 0, Hint{word, "x-" + word})
		}
		b.owned()
	case 3:
		b.registerMany(n, b.add(b.pid(), 1, age, command).PID)
	case 4:
		for _, name := range many(n, "kind-%d-many") {
			p.Kinds = slices.Insert(p.Kinds, 0, Kind{Name: name, Match: []string{name}})
		}
		b.add(b.pid(), 1, age, command)
	case 5:
		b.keepMany(n, age)
	case 6:
		o.ActiveStatuses = slices.Concat(many(n, "status-%d-many"), o.active())
		b.owned()
	default:
		o.InitNames = slices.Concat(many(n, "init-%d-many"), o.inits())
		b.add(b.pid(), 1, age, command)
	}
	b.Shapes.add(LongList)
}

// many are n texts that stand in no command.
func many(n int, format string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return all
}

// owned adds a helper below an owner.
func (b *builder) owned() {
	b.below(b.ladder(1, oneOf(b, []int32{1, b.pid()}),
		b.owner(oneOf(b, []string{"claude", "fleet-owner", "editor-host"}))))
}

// registerMany registers a pid behind or before n that nobody has.
func (b *builder) registerMany(n int, pid int32) {
	helpers := make([]Registered, n, n+1)
	for i := range helpers {
		helpers[i].PID = 2147483647 - int32(i)
	}
	at := oneOf(b, []int{0, n})
	b.Owners.Registered = slices.Concat(b.Owners.Registered, slices.Insert(helpers, at, Registered{PID: pid}))
}

// keepMany keeps n kinds that nobody has, and as the last one a kind of its own.
func (b *builder) keepMany(n int, age int64) {
	names := append(many(n, "kept-%d-many"), "kept-last-of-many")
	for _, name := range names {
		b.Policy.Kinds = append(b.Policy.Kinds, Kind{Name: name, Match: []string{name}, Allowlisted: true})
	}
	b.Policy.KeepKinds = append(b.Policy.KeepKinds, names...)
	b.add(b.pid(), 1, age, "node "+names[n])
}

// largeThresholds are a month, and what needs more than 31, 32 and 53 bits.
var largeThresholds = [...]int64{2_592_000, 2_592_000, 2147483647, 2147483648, 4294967296, 4294967297, 4294967596,
	9007199254740993}

// largeThreshold gives the policy a threshold far above the usual ones, with orphans
// on it and a second below where a process can be so old, else with one that is too
// young for it, and old enough for a part of its bits.
func (b *builder) largeThreshold() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	least := oneOf(b, largeThresholds[:])
	b.Policy.MinAgeSeconds = least
	for _, shape := range []Shape{YoungOrphan, ThresholdOrphan, OldOrphan, RegisteredOther} {
		b.Shapes.remove(shape) // they were planted for another threshold
	}
	if least <= b.oldest {
		b.add(b.pid(), 1, least-1, command)
		b.add(b.pid(), 1, least, command)
	} else {
		b.add(b.pid(), 1, b.age(300, b.oldest), command)
	}
	if b.detach {
		b.Shapes.add(LargeThreshold)
	}
}
