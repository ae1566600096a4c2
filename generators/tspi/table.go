package tspi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Table is one generated case: a process table with the policy and the owner
// taxonomy that it is classified by.
type Table struct {
	// Key draws this table again ([FromKey]); it is 0 for one that was changed.
	Key    uint64
	Lines  []Line
	Policy Policy
	Owners Owners
	// Shapes are those that were planted.
	Shapes Shapes
	// Canaries are tokens that occur in commands and must occur in no record.
	Canaries []string
	// CRLF ends every line with CR LF.
	CRLF bool
}

// Line is a row, or a line that is none.
type Line struct {
	Row *Row
	// Text is the line where it is no row: a header, a comment, a blank or a
	// malformed one.
	Text string
}

// Row is one process, and the columns as ps printed them.
type Row struct {
	PID, PPID int32
	// PIDZeros and PPIDZeros are how many zeros stand before the two numbers.
	PIDZeros, PPIDZeros int
	Age                 int64 // seconds; what Etime says, where it says anything
	Etime, CPU, RSS     string
	Gap                 string // what stands between the columns
	Command             string
	// BadColumn is set where one of the three columns is unreadable.
	BadColumn bool
}

// Rows returns the rows in the order of the table.
func (t *Table) Rows() []*Row {
	rows := make([]*Row, 0, len(t.Lines))
	for i := range t.Lines {
		if row := t.Lines[i].Row; row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// String names the table, for reports of properties.
func (t *Table) String() string {
	return fmt.Sprintf("table %#x of %d lines", t.Key, len(t.Lines))
}

// Text renders the ps_text.
func (t *Table) Text() string {
	end := "\n"
	if t.CRLF {
		end = "\r\n"
	}
	var b strings.Builder
	for i := range t.Lines {
		if row := t.Lines[i].Row; row != nil {
			row.render(&b)
		} else {
			b.WriteString(t.Lines[i].Text)
		}
		b.WriteString(end)
	}
	return b.String()
}

func (r *Row) render(b *strings.Builder) {
	for _, column := range [...]string{zeros(r.PIDZeros, r.PID), zeros(r.PPIDZeros, r.PPID), r.Etime, r.CPU, r.RSS} {
		b.WriteString(column)
		b.WriteString(r.Gap)
	}
	b.WriteString(r.Command)
}

// zeros writes a number behind n zeros.
func zeros(n int, number int32) string {
	return strings.Repeat("0", n) + strconv.Itoa(int(number))
}

// Clone returns a copy that shares nothing that may be changed: lines, rows,
// kinds, lists of names.
func (t *Table) Clone() *Table {
	c := *t
	c.Lines = slices.Clone(t.Lines)
	for i := range c.Lines {
		if row := c.Lines[i].Row; row != nil {
			copied := *row
			c.Lines[i].Row = &copied
		}
	}
	c.Policy.Kinds = slices.Clone(t.Policy.Kinds)
	c.Policy.KeepKinds = slices.Clone(t.Policy.KeepKinds)
	c.Owners.Hints = slices.Clone(t.Owners.Hints)
	c.Owners.Registered = slices.Clone(t.Owners.Registered)
	c.Canaries = slices.Clone(t.Canaries)
	return &c
}

// Size is how many rows the table has.
func (t *Table) Size() int { return len(t.Rows()) }
