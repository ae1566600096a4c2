package bundle

import "unicode/utf8"

// textCheck tells whether a text that comes in pieces is UTF-8.
type textCheck struct {
	begun [utf8.UTFMax]byte // the beginning of a character that a piece cut
	n     int
}

// write takes the next piece and reports whether the text is UTF-8 so far.
func (t *textCheck) write(piece []byte) bool {
	for t.n > 0 && len(piece) > 0 {
		t.begun[t.n] = piece[0]
		t.n++
		piece = piece[1:]
		if utf8.FullRune(t.begun[:t.n]) {
			if !utf8.Valid(t.begun[:t.n]) {
				return false
			}
			t.n = 0
		}
	}
	whole := len(piece) - cutRune(piece)
	t.n += copy(t.begun[t.n:], piece[whole:])
	return utf8.Valid(piece[:whole])
}

// complete reports whether the text may end here.
func (t *textCheck) complete() bool { return t.n == 0 }

// cutRune is the number of bytes at the end of p that begin a character and do
// not finish it.
func cutRune(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if tail := p[len(p)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
