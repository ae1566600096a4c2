package view

import (
	"strings"
	"unicode"

	"github.com/tspi-dev/harness/internal/plain"
)

// Neutral makes a text from somebody's document safe to print on one line: what
// is not printable (control characters, escapes, bidirectional marks, line ends,
// invalid UTF-8), what draws over its neighbour (combining marks) and what turns
// the line around (letters that are written from right to left) becomes U+FFFD.
// The hardened law admits only plain names; the core law admits any.
func Neutral(text string) string {
	return strings.Map(func(r rune) rune {
		if !plain.Printable(r) {
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
