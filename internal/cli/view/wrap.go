package view

import (
	"strings"
	"unicode/utf8"
)

// wrap breaks a text at blanks into lines of at most width characters. The first
// line starts with first, the others with rest; a word that is too long stands
// alone.
func wrap(text, first, rest string, width int) string {
	var b strings.Builder
	line, prefix, used := "", first, false
	flush := func() {
		b.WriteString(prefix)
		b.WriteString(line)
		b.WriteByte('\n')
		line, prefix, used = "", rest, false
	}
	for _, word := range strings.Fields(text) {
		if used && utf8.RuneCountInString(prefix)+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			flush()
		}
		if used {
			line += " "
		}
		line += word
		used = true
	}
	if used {
		flush()
	}
	return b.String()
}
