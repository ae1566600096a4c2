package tspi

import (
	"fmt"
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
		other := b.add(row.PID, oneOf(b, []int32{1, b.pid()}), b.age(0, b.oldest), oneOf(b, []string{command, b.passer()}))
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
