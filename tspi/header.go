package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// isHeader reports whether a line is a header by its first column, wherever it
// stands (contract, section 2).
func isHeader(firstColumn string) bool { return strict.EqualFold(firstColumn, "PID") }

// namesPID reports whether PID is among a line's words: the mark of another
// dialect's header, such as that of ps aux.
func namesPID(line string) bool {
	for word := range strings.FieldsFuncSeq(line, isSpaceOrTab[rune]) {
		if strict.EqualFold(word, "PID") {
			return true
		}
	}
	return false
}

func isSpaceOrTab[C byte | rune](c C) bool { return c == ' ' || c == '\t' }

// headerColumns are the names that ps programs give our six columns.
func headerColumns() [columnCount][]string {
	return [columnCount][]string{
		{"PID"}, {"PPID"}, {"ELAPSED", "ETIME"}, {"%CPU", "PCPU"}, {"RSS", "RSZ"}, {"COMMAND", "CMD", "ARGS"},
	}
}

// isOurHeader reports whether a header names exactly the six columns in order.
func isOurHeader(line string) bool {
	words := strings.FieldsFunc(line, isSpaceOrTab[rune])
	want := headerColumns()
	if len(words) != len(want) {
		return false
	}
	for i, word := range words {
		named := false
		for _, name := range want[i] {
			named = named || strict.EqualFold(word, name)
		}
		if !named {
			return false
		}
	}
	return true
}
