package bundle

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// Section 10, BODY_UNREADABLE: a body is UTF-8 or it is not, however it is cut.
func TestTextCheck(t *testing.T) {
	parts := []string{"a", "é", "€", "𝄞", "\x00", "\xff", "\xc3", "\xe2\x82", "\xf0\x9d\x84", "\x80", "\xed\xa0\x80",
		"\xc0\xaf", "\xf4\x90\x80\x80", "\uFFFD", "\ufeff"}
	r := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 200_000 {
		text := ""
		for range r.IntN(6) {
			n := len(parts)
			if r.IntN(2) == 0 {
				n = 5
			}
			text += parts[r.IntN(n)]
		}
		var c textCheck
		good := true
		for rest := []byte(text); len(rest) > 0 && good; {
			n := 1 + r.IntN(min(len(rest), 3))
			good = c.write(rest[:n])
			rest = rest[n:]
		}
		good = good && c.complete()
		if want := utf8.ValidString(text); good != want {
			t.Fatalf("%q: %v, want %v", text, good, want)
		}
		if good {
			valid++
		}
	}
	if valid < 10_000 || valid > 190_000 {
		t.Errorf("%d of the texts were UTF-8: too one-sided to show anything", valid)
	}
}
