package report

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// plainText writes out every character that draws nothing, or that steers a
// browser or the direction of a text, so that a reader sees that it is there:
// ‹U+202E›. Bytes that are no UTF-8 become U+FFFD. Line feeds and tabs stay.
func plainText(text []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteRune(r)
		case r == '\n' || r == '\t' || unicode.IsGraphic(r):
			b.Write(text[:size])
		default:
			fmt.Fprintf(&b, "‹U+%04X›", r)
		}
		text = text[size:]
	}
	return b.Bytes()
}
