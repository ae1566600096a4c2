package tspi

import (
	"fmt"
	"strconv"
	"strings"
)

// foreignNumbers adds an orphan that could be closed, were one of its numbers not
// spelt as only a programming language reads it: the line is then no row, or the
// row unreadable.
func (b *builder) foreignNumbers() {
	command, _, ok := b.closable()
	if !ok || strings.Contains(strings.ToUpper(command), "PID") {
		return // before the first row, the word would make a line another dialect's header
	}
	age := b.age(b.Policy.MinAge(), b.oldest)
	number := b.foreignNumber
	if b.oneIn(4) {
		number = func(n int64) string { return b.overflown(int32(n)) }
	}
	pid := b.pid()
	switch column := b.rng.Intn(5); column {
	case 0, 1:
		columns := []string{fmt.Sprint(pid), "1", b.etime(age), b.cpu(), b.rss(), command}
		columns[column] = number([]int64{int64(pid), 1}[column])
		b.Lines = append(b.Lines, Line{Text: strings.Join(columns, b.gap)})
	case 2:
		b.spoilt(pid, age, command).Etime = number(age)
	case 3:
		b.spoilt(pid, age, command).CPU = number(int64(1 + b.rng.Intn(99)))
	default: // which may have any number of digits
		b.spoilt(pid, age, command).RSS = b.foreignNumber(int64(1 + b.rng.Intn(1_000_000)))
	}
	b.Shapes.add(ForeignNumber)
}

// spoilt adds an orphan one of whose columns is unreadable.
func (b *builder) spoilt(pid int32, age int64, command string) *Row {
	row := b.add(pid, 1, age, command)
	row.BadColumn = true
	return row
}

// foreignBlank adds what the contract reads in one way and a library that knows
// more blanks, or more ends of lines, in another.
func (b *builder) foreignBlank() {
	command, _, ok := b.closable()
	if !ok || strings.Contains(strings.ToUpper(command), "PID") {
		return
	}
	blank, age := oneOf(b, foreignBlanks[:]), b.age(b.Policy.MinAge(), b.oldest)
	switch b.rng.Intn(7) {
	case 0: // no second row stands behind it
		b.add(b.pid(), b.pid(), age, fmt.Sprintf("sh -c%s%d 1 %s 0.0 1 %s", blank, b.pid(), b.etime(age), command))
	case 1: // it is part of the command, and of its hash
		b.add(b.pid(), 1, age, blank+command)
	case 2:
		b.add(b.pid(), 1, age, command+blank)
	case 3: // a last word of its own has the blank before it: this is no title
		b.add(b.pid(), 1, age, command+" x"+blank+"<defunct>")
	case 4: // it ends no column
		row := b.spoilt(b.pid(), age, command)
		row.RSS = "1" + blank + "node"
	case 5: // nor begins one
		b.Lines = append(b.Lines, Line{Text: fmt.Sprintf("%d%s1 %s 0.0 1 %s", b.pid(), blank, b.etime(age), command)})
	default: // and a line that holds it is neither blank nor a comment
		b.Lines = append(b.Lines, Line{Text: blank + oneOf(b, []string{"", "# 7 1 10:00 0.0 1 node"})})
	}
	b.Shapes.add(ForeignBlank)
}

// twins adds two or three rows of one pid, which some spell with zeros before it:
// a pid is a number and no text.
func (b *builder) twins() {
	command, _, ok := b.closable()
	if !ok {
		return
	}
	row := b.add(b.pid(), 1, b.age(b.Policy.MinAge(), b.oldest), command)
	for range 1 + b.rng.Intn(2) {
		other := b.add(row.PID, oneOf(b, []int32{1, b.pid()}), b.age(0, b.oldest),
			oneOf(b, []string{command, b.passer()}))
		other.PIDZeros = b.zeros()
	}
	b.Shapes.add(DuplicatePID)
	b.Shapes.add(SpeltPID)
}

// zeros is how many stand before a pid: few, or so many that no machine word has
// the digits.
func (b *builder) zeros() int {
	if b.oneIn(8) {
		return 30
	}
	return 1 + b.rng.Intn(4)
}

// spellPIDs puts zeros before some of the pids of the whole table, so that who
// compares texts loses parents, registrations, pid 1 and its children.
func (b *builder) spellPIDs() {
	for _, row := range b.Rows() {
		if b.oneIn(3) {
			row.PIDZeros = b.zeros()
			b.Shapes.add(SpeltPID)
		}
		if b.oneIn(3) {
			row.PPIDZeros = b.zeros()
			b.Shapes.add(SpeltPID)
		}
	}
}

// foreignBlanks part words or lines for the libraries of some languages: Python's
// str.split and str.splitlines, JavaScript's trim, Java's isWhitespace. The
// contract knows none of them (section 2: every other character is ordinary).
var foreignBlanks = [...]string{"\f", "\v", "\x1c", "\x1d", "\x1e", "\x1f", "\u0085", "\u00a0", "\u2028", "\u2029",
	"\u2003", "\u3000", "\ufeff"}

// foreignZeros are the zeros of scripts whose digits Python's int and float read.
var foreignZeros = [...]rune{'٠', '۰', '०', '０', '𝟎'}

// foreignNumber writes a number as int, float, Number or parseInt of some language
// reads it and the contract does not: as no column but the command.
func (b *builder) foreignNumber(n int64) string {
	digits := strconv.FormatInt(n, 10)
	switch b.rng.Intn(8) {
	case 0:
		return "+" + digits
	case 1:
		return "0_" + digits
	case 2:
		return fmt.Sprintf("0x%x", n)
	case 3:
		return digits + oneOf(b, []string{"e0", "L", "n", ".", ".0000000000", "\x00"})
	case 4:
		return oneOf(b, foreignBlanks[:]) + digits
	case 5:
		return digits + oneOf(b, foreignBlanks[:])
	case 6:
		if len(digits) > 1 {
			return digits[:len(digits)-1] + "_" + digits[len(digits)-1:]
		}
	}
	zero := oneOf(b, foreignZeros[:])
	return strings.Map(func(r rune) rune { return r - '0' + zero }, digits)
}

// overflown writes a number that is n only for who keeps 32 or 64 bits of it.
func (b *builder) overflown(n int32) string {
	const beyond32, head64, tail64 = 1 << 32, "1844674407", 3709551616
	if b.oneIn(3) {
		return head64 + strconv.FormatInt(tail64+int64(n), 10)
	}
	return strconv.FormatInt(beyond32+int64(n), 10)
}
