package strict_test

import (
	"strings"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/strict"
)

// strictJSON is the preamble's grammar once more, slow and by hand: the oracle of
// the fuzz target of Decode.
type strictJSON struct {
	text string
	// ok is false from the first fault on.
	ok bool
}

// oracleDecode reports whether a text is one strict document.
func oracleDecode(text string) bool {
	s := strictJSON{text, true}
	s.value(0)
	s.blanks()
	return s.ok && s.text == ""
}

func (s *strictJSON) blanks() { s.text = strings.TrimLeft(s.text, " \t\r\n") }

// take consumes a literal where it stands.
func (s *strictJSON) take(literal string) bool {
	rest, found := strings.CutPrefix(s.text, literal)
	s.text = rest
	return found
}

func (s *strictJSON) value(depth int) {
	s.blanks()
	switch {
	case depth > strict.MaxDepth:
		s.ok = false
	case s.take("null"), s.take("true"), s.take("false"):
	case s.take("["):
		s.items("]", depth, func() { s.value(depth + 1) })
	case s.take("{"):
		seen := map[string]bool{}
		s.items("}", depth, func() {
			s.blanks()
			name := s.str()
			s.ok = s.ok && !seen[name]
			seen[name] = true
			s.blanks()
			s.ok = s.ok && s.take(":")
			s.value(depth + 1)
		})
	case strings.HasPrefix(s.text, `"`):
		s.str()
	default:
		s.number()
	}
}

func (s *strictJSON) items(end string, depth int, item func()) {
	s.ok = s.ok && depth < strict.MaxDepth
	s.blanks()
	if s.take(end) {
		return
	}
	for s.ok {
		item()
		s.blanks()
		if s.take(end) {
			return
		}
		s.ok = s.ok && s.take(",")
	}
}

func (s *strictJSON) digits() int {
	n := len(s.text) - len(strings.TrimLeft(s.text, "0123456789"))
	s.text = s.text[n:]
	return n
}

func (s *strictJSON) number() {
	before := len(s.text)
	s.take("-")
	leadingZero := strings.HasPrefix(s.text, "0")
	n := s.digits()
	s.ok = s.ok && n > 0 && (n == 1 || !leadingZero)
	if s.take(".") {
		s.ok = s.digits() > 0 && s.ok
	}
	if s.take("e") || s.take("E") {
		if !s.take("+") {
			s.take("-")
		}
		s.ok = s.digits() > 0 && s.ok
	}
	s.ok = s.ok && before-len(s.text) <= strict.MaxNumberLength
}

// str reads a string, and gives what it says.
func (s *strictJSON) str() string {
	s.ok = s.ok && s.take(`"`)
	var said strings.Builder
	for s.ok && !s.take(`"`) {
		switch {
		case s.take(`\u`):
			said.WriteRune(s.escaped())
		case s.take(`\`):
			i := strings.IndexByte(`"\/bfnrt`, (s.text + "\x00")[0])
			if s.ok = i >= 0; s.ok {
				said.WriteByte("\"\\/\b\f\n\r\t"[i])
				s.text = s.text[1:]
			}
		default:
			r, size := utf8.DecodeRuneInString(s.text)
			s.ok = r >= ' ' && (r != utf8.RuneError || size == 3)
			said.WriteRune(r)
			s.text = s.text[min(size, len(s.text)):]
		}
	}
	return said.String()
}

// escaped reads what stands behind \u, with its second half where it needs one.
func (s *strictJSON) escaped() rune {
	high := s.hex()
	switch {
	case 0xd800 <= high && high < 0xdc00:
		s.ok = s.ok && s.take(`\u`)
		low := s.hex()
		s.ok = s.ok && 0xdc00 <= low && low < 0xe000
		return 0x10000 + (high-0xd800)<<10 + (low - 0xdc00)
	case 0xdc00 <= high && high < 0xe000:
		s.ok = false
	}
	return high
}

func (s *strictJSON) hex() rune {
	r := rune(0)
	for range 4 {
		digit := strings.IndexByte("0123456789abcdef", (strings.ToLower(s.text[:min(1, len(s.text))]) + "?")[0])
		if s.ok = s.ok && digit >= 0; !s.ok {
			return 0
		}
		r = r<<4 | rune(digit)
		s.text = s.text[1:]
	}
	return r
}
