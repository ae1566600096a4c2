package view

import (
	"strings"
	"unicode"
)

// Neutral makes a text from somebody's document safe to print on one line: what
// is not printable (control characters, escapes, bidirectional marks, line ends,
// invalid UTF-8), what draws over its neighbour (combining marks) and what turns
// the line around (letters that are written from right to left) becomes U+FFFD.
// The hardened law admits only plain names; the core law admits any.
func Neutral(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || unicode.In(r, unicode.M, rightToLeft) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// rightToLeft are the blocks that Unicode sets aside for scripts written so: a
// letter of one of them can move the words around it on the line.
var rightToLeft = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0590, Hi: 0x08ff, Stride: 1}, {Lo: 0xfb1d, Hi: 0xfdff, Stride: 1}, {Lo: 0xfe70, Hi: 0xfeff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x10800, Hi: 0x10fff, Stride: 1}, {Lo: 0x1e800, Hi: 0x1efff, Stride: 1}},
}

// shorten cuts a neutral text to a number of characters, the last of which then
// says that there was more.
func shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:max(0, most-1)]) + "~"
	}
	return text
}
