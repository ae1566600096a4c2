package report

import (
	"strings"
	"unicode/utf8"
)

// wrapped breaks a text between words into lines of at most [textWidth] columns: the
// first begins with one indent, the others with another.
func wrapped(first, others, text string) []string {
	var lines []string
	line, empty := first, true
	for word := range strings.FieldsSeq(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > textWidth {
			lines = append(lines, line)
			line, empty = others, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	return append(lines, line)
}

// folded breaks a line whose blanks count, such as one of a table, after so many
// columns.
func folded(indent, line string) []string {
	var lines []string
	width := textWidth - len(indent)
	for utf8.RuneCountInString(line) > width {
		at := 0
		for range width {
			_, size := utf8.DecodeRuneInString(line[at:])
			at += size
		}
		lines = append(lines, indent+line[:at])
		line, indent = line[at:], "        "
		width = textWidth - len(indent)
	}
	return append(lines, indent+line)
}

// height is how many lines of a screen some lines take: commands are not broken, so that
// they can be copied.
func height(lines []string) int {
	n := 0
	for _, line := range lines {
		n += 1 + max(0, utf8.RuneCountInString(line)-1)/(textWidth+1)
	}
	return n
}
