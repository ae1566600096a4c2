package view

import (
	"strings"
	"unicode/utf8"
)

// wrap breaks a text at blanks into lines of at most width characters. The first
// line starts with first, the others with rest; a word that is longer than a line
// is broken behind an underscore, and stands alone where it has none.
func wrap(text, first, rest string, width int) string {
	var b strings.Builder
	line, prefix, used := "", first, false
	flush := func() {
		b.WriteString(prefix)
		b.WriteString(line)
		b.WriteByte('\n')
		line, prefix, used = "", rest, false
	}
	for _, word := range breakWords(strings.Fields(text), width-utf8.RuneCountInString(rest)) {
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

// breakWords breaks the words that are longer than most: the contract's reasons
// are, on a narrow terminal.
func breakWords(words []string, most int) []string {
	var out []string
	for _, word := range words {
		for utf8.RuneCountInString(word) > most {
			cut := strings.LastIndexByte(string([]rune(word)[:max(0, most)]), '_')
			if cut < 0 {
				break
			}
			out = append(out, word[:cut+1])
			word = word[cut+1:]
		}
		out = append(out, word)
	}
	return out
}
