package view

import (
	"strings"
	"unicode/utf8"
)

// column is one column of a text table.
type column struct {
	title string
	right bool // numbers
	width int
}

const gap = 2

// cells are the texts of one line, one behind the other in memory that the next
// line may use again.
type cells struct {
	text []byte
	ends []int // of each cell in text
}

func cellsOf(texts ...string) *cells {
	c := &cells{}
	for _, text := range texts {
		c.add(append(c.text, text...))
	}
	return c
}

// add takes the text of all cells with that of one more behind it.
func (c *cells) add(text []byte) { c.text, c.ends = text, append(c.ends, len(text)) }

func (c *cells) clear() { c.text, c.ends = c.text[:0], c.ends[:0] }

func (c *cells) cell(i int) []byte {
	if i == 0 {
		return c.text[:c.ends[0]]
	}
	return c.text[c.ends[i-1]:c.ends[i]]
}

// fit widens the columns to hold the cells.
func fit(columns []column, c *cells) {
	for i := range columns {
		columns[i].width = max(columns[i].width, utf8.RuneCount(c.cell(i)))
	}
}

func newColumns(columns ...column) []column {
	for i := range columns {
		columns[i].width = utf8.RuneCountInString(columns[i].title)
	}
	return columns
}

func titles(columns []column) *cells {
	c := &cells{}
	for i := range columns {
		c.add(append(c.text, columns[i].title...))
	}
	return c
}

// lineWidth is the width of a line of these columns.
func lineWidth(columns []column) int {
	total := 0
	for i := range columns {
		total += columns[i].width + gap
	}
	return max(0, total-gap)
}

// tableLine is a line of cells, to be painted.
func tableLine(columns []column, c *cells) string { return string(appendLine(nil, columns, c)) }

func writeLine(b *strings.Builder, columns []column, c *cells) { b.WriteString(tableLine(columns, c)) }

// appendLine lays cells out in their columns, without blanks at the line's end.
// There may be more cells than columns.
func appendLine(b []byte, columns []column, c *cells) []byte {
	pending := 0
	for i := range columns {
		cell := c.cell(i)
		width := utf8.RuneCount(cell)
		if width > columns[i].width {
			cell, width = []byte(shorten(string(cell), columns[i].width)), columns[i].width
		}
		fill := columns[i].width - width
		before, after := 0, fill
		if columns[i].right {
			before, after = fill, 0
		}
		if len(cell) > 0 {
			b = append(appendBlanks(b, pending+before), cell...)
			pending = after + gap
		} else {
			pending += columns[i].width + gap
		}
	}
	return append(b, '\n')
}

func appendBlanks(b []byte, n int) []byte {
	for range n {
		b = append(b, ' ')
	}
	return b
}

// squeeze narrows the named column until the line fits the width, down to least
// characters.
func squeeze(columns []column, which, width, least int) {
	if over := lineWidth(columns) - width; width > 0 && over > 0 {
		columns[which].width = max(min(least, columns[which].width), columns[which].width-over)
	}
}
