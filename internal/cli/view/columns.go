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

// fit widens the columns to hold the cells.
func fit(columns []column, cells []string) {
	for i, cell := range cells {
		columns[i].width = max(columns[i].width, utf8.RuneCountInString(cell))
	}
}

func newColumns(columns ...column) []column {
	for i := range columns {
		columns[i].width = utf8.RuneCountInString(columns[i].title)
	}
	return columns
}

func titles(columns []column) []string {
	out := make([]string, len(columns))
	for i := range columns {
		out[i] = columns[i].title
	}
	return out
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
func tableLine(columns []column, cells []string) string {
	var b strings.Builder
	writeLine(&b, columns, cells)
	return b.String()
}

// writeLine writes cells in their columns, without blanks at the line's end.
func writeLine(b *strings.Builder, columns []column, cells []string) {
	pending := 0
	for i, cell := range cells {
		cell = shorten(cell, columns[i].width)
		fill := columns[i].width - utf8.RuneCountInString(cell)
		before, after := 0, fill
		if columns[i].right {
			before, after = fill, 0
		}
		if cell != "" {
			writeBlanks(b, pending+before)
			b.WriteString(cell)
			pending = after + gap
		} else {
			pending += columns[i].width + gap
		}
	}
	b.WriteByte('\n')
}

func writeBlanks(b *strings.Builder, n int) {
	for range n {
		b.WriteByte(' ')
	}
}

// squeeze narrows the named column until the line fits the width, down to least
// characters.
func squeeze(columns []column, which, width, least int) {
	if over := lineWidth(columns) - width; width > 0 && over > 0 {
		columns[which].width = max(min(least, columns[which].width), columns[which].width-over)
	}
}
