package view

import (
	"strings"
	"unicode"
)

// Neutral makes a text from somebody's document safe to print on one line: what
// is not printable (control characters, escapes, bidirectional marks, line ends,
// invalid UTF-8) and what draws over its neighbour (combining marks) becomes
// U+FFFD. The hardened law admits only plain names; the core law admits any.
func Neutral(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || unicode.Is(unicode.M, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// shorten cuts a neutral text to a number of characters, the last of which then
// says that there was more.
func shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:max(0, most-1)]) + "~"
	}
	return text
}
