package tspi

import (
	"fmt"
	"math/rand"
)

// builder makes one table.
type builder struct {
	*Table
	rng    *rand.Rand
	oldest int64 // the age of pid 1, and the bound of all others
	gap    string
	taken  map[int32]bool
	detach bool // ppid 1 detaches here
	// hostile tables have commands with hostile words; these are the words.
	hostile      bool
	hostileWords []string
	// programs is whether the policy may look into programs, require substrings and
	// bring lists of its own. Half of the tables do none of it, so that both laws agree
	// about them.
	programs bool
	// size is how many rows a large table has at least; others have what their
	// scenes need.
	size int
}

// oldestAge is the largest age that the law knows, in seconds.
const oldestAge = 2147483647

// draw makes the table of a key.
func draw(key uint64, rng *rand.Rand) *Table {
	b := &builder{Table: &Table{Key: key}, rng: rng, taken: map[int32]bool{0: true, 1: true}}
	b.oldest = 1_000_000 + rng.Int63n(5_000_000)
	if b.oneIn(20) {
		b.oldest = oldestAge
	}
	b.gap = oneOf(b, []string{" ", "  ", "\t", " \t "})
	b.hostile = b.oneIn(3)
	b.programs = b.oneIn(2)
	b.drawSize()
	b.drawPolicy()
	b.drawOwners()
	b.drawInit()
	for range 1 + rng.Intn(7) {
		b.drawScene()
	}
	for b.size > len(b.Lines) {
		b.drawScene()
		b.stranger()
	}
	for range rng.Intn(4) {
		b.stranger()
	}
	b.drawRareScenes()
	if len(b.Rows()) == 0 { // no scene found its helper, and a text without a row is refused
		b.stranger()
	}
	if b.oneIn(2) {
		b.shuffle()
	}
	b.drawOtherLines()
	b.notePlanted()
	return b.Table
}

func (b *builder) oneIn(n int) bool { return b.rng.Intn(n) == 0 }

func oneOf[T any](b *builder, choices []T) T { return choices[b.rng.Intn(len(choices))] }

// pid is one that no row has yet, small or large.
func (b *builder) pid() int32 {
	for {
		bound := int32(4000 + 20*b.size)
		if b.oneIn(20) {
			bound = 2147483646
		}
		if pid := 2 + b.rng.Int31n(bound); !b.taken[pid] {
			b.taken[pid] = true
			return pid
		}
	}
}

// add puts a row into the table. Its ppid is that of the parent, its age is at
// most the parent's.
func (b *builder) add(pid, ppid int32, age int64, command string) *Row {
	row := &Row{PID: pid, PPID: ppid, Age: age, Etime: b.etime(age), CPU: b.cpu(), RSS: b.rss(), Gap: b.gap,
		Command: command}
	b.Lines = append(b.Lines, Line{Row: row})
	return row
}

func (b *builder) cpu() string {
	return fmt.Sprintf(oneOf(b, []string{"%d.%d", "%d,%d", "0%d.%d0", "%[2]d"}), b.rng.Intn(100), b.rng.Intn(10))
}

func (b *builder) rss() string {
	if b.oneIn(30) {
		return "123456789012345678901234567890"
	}
	return fmt.Sprint(b.rng.Intn(1_000_000))
}

// etime writes an age in one of ps's forms.
func (b *builder) etime(age int64) string {
	d, h, m, s := age/86400, age/3600%24, age/60%60, age%60
	switch form := b.rng.Intn(8); {
	case form == 0:
		return fmt.Sprint(age)
	case form == 1:
		return fmt.Sprintf("%d:%02d", age/60, s)
	case form == 2:
		return fmt.Sprintf("%02d:%02d:%02d", age/3600, m, s)
	case form == 3 && m == 0 && age >= 3600:
		b.Shapes.add(BoundaryEtime)
		return fmt.Sprintf("%d:60:%02d", age/3600-1, s)
	case form == 4 && h == 0 && d > 0:
		b.Shapes.add(BoundaryEtime)
		return fmt.Sprintf("%d-24:%02d:%02d", d-1, m, s)
	case form == 5 && d > 0:
		return fmt.Sprintf("%03d-%02d:%02d:%02d", d, h, m, s)
	case age < 3600:
		return fmt.Sprintf("%02d:%02d", age/60, s)
	case age < 86400:
		return fmt.Sprintf("%02d:%02d:%02d", h, m, s)
	}
	return fmt.Sprintf("%d-%02d:%02d:%02d", d, h, m, s)
}

// age is one between two bounds, one in eight on a full hour or day so that ps's
// boundary forms can show.
func (b *builder) age(least, most int64) int64 {
	if least >= most {
		return least
	}
	age := least + b.rng.Int63n(most-least+1)
	for _, unit := range []int64{3600, 86400} {
		if full := age - age%unit; b.oneIn(8) && full >= least {
			age = full
		}
	}
	return age
}

func (b *builder) stranger() *Row {
	return b.add(b.pid(), oneOf(b, []int32{0, 1, b.pid()}), b.age(0, b.oldest), oneOf(b, strangers[:]))
}

// shuffle puts the lines in another order.
func (b *builder) shuffle() {
	b.rng.Shuffle(len(b.Lines), func(i, j int) { b.Lines[i], b.Lines[j] = b.Lines[j], b.Lines[i] })
}

// drawInit makes pid 1 what it is: an init, another program, doubtful, or absent.
func (b *builder) drawInit() {
	init := func(commands []string) { b.add(1, 0, b.oldest, oneOf(b, commands)) }
	switch n := b.rng.Intn(20); {
	case n < 9:
		init(initWords[:])
		b.Shapes.add(RecognisedInit)
		b.detach = true
		if b.oneIn(10) { // what was another program is an init by the taxonomy's word
			b.Lines[0].Row.Command = "sshd"
			b.Owners.InitNames = []string{"my-init", "sshd"}
		}
		if b.oneIn(8) {
			b.spoilInit()
		}
	case n < 12:
		init(othersAsInit[:])
		b.Shapes.add(OtherInit)
	case n < 14:
		init(append(initWords[:], othersAsInit[:]...))
		if b.oneIn(2) {
			init(initWords[:])
		} else {
			b.Lines = append(b.Lines, Line{Text: oneOf(b, []string{"1 0", "01 x y", "1 0 10:00 0.0 1"})})
		}
		b.Shapes.add(DoubtfulInit)
	case n < 15:
		b.Lines = append(b.Lines, Line{Text: oneOf(b, []string{"1", "1 0 10:00 0.0 1", "1 x 10:00 0.0 1 init"})})
		b.Shapes.add(DoubtfulInit)
	default:
		b.Shapes.add(NoInit)
		b.detach = true
	}
}

// drawOtherLines puts lines between the rows that are none.
func (b *builder) drawOtherLines() {
	insert := func(shape Shape, text string) {
		at := b.rng.Intn(len(b.Lines) + 1)
		if shape == HeaderLine && !b.oneIn(4) {
			at = 0
		}
		b.Lines = append(b.Lines, Line{})
		copy(b.Lines[at+1:], b.Lines[at:])
		b.Lines[at] = Line{Text: text}
		b.Shapes.add(shape)
	}
	if b.oneIn(2) {
		insert(HeaderLine, oneOf(b, headers[:]))
	}
	for range b.rng.Intn(3) {
		insert(MalformedLine, oneOf(b, malformedLines[:]))
	}
	for range b.rng.Intn(3) {
		insert(CommentLine, oneOf(b, commentLines[:]))
	}
	if b.CRLF = b.oneIn(10); b.CRLF {
		b.Shapes.add(CRLFLines)
	}
}
