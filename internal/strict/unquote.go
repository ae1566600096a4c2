package strict

import (
	"bytes"
	"strings"
	"unicode/utf16"
)

// unquoted is the string that a JSON string is, which the decoder has found
// right: quotes around it, whole escapes, no lone surrogate. A process table is
// one string of many megabytes, so that each byte is copied once and what stands
// between two escapes in one go.
func unquoted(raw []byte) string {
	raw = raw[1 : len(raw)-1]
	next := bytes.IndexByte(raw, '\\')
	if next < 0 {
		return string(raw)
	}
	var text strings.Builder
	text.Grow(len(raw))
	for ; next >= 0; next = bytes.IndexByte(raw, '\\') {
		text.Write(raw[:next])
		raw = raw[next+1:]
		switch c := raw[0]; c {
		case 'b':
			text.WriteByte('\b')
		case 'f':
			text.WriteByte('\f')
		case 'n':
			text.WriteByte('\n')
		case 'r':
			text.WriteByte('\r')
		case 't':
			text.WriteByte('\t')
		case 'u':
			r := hexDigits(raw[1:5])
			if utf16.IsSurrogate(r) { // its other half is the next escape
				r = utf16.DecodeRune(r, hexDigits(raw[7:11]))
				raw = raw[6:]
			}
			text.WriteRune(r)
			raw = raw[4:]
		default: // a quote, a slash or a backslash
			text.WriteByte(c)
		}
		raw = raw[1:]
	}
	text.Write(raw)
	return text.String()
}

// hexDigits reads four hex digits in either letter case.
func hexDigits(digits []byte) rune {
	n := rune(0)
	for _, c := range digits {
		switch {
		case IsDigit(c):
			n = n<<4 | rune(c-'0')
		default:
			n = n<<4 | rune(Lower(c)-'a'+10)
		}
	}
	return n
}
