package guard

import (
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

const (
	// tailLength is how much of a text is kept as it is, in bytes. It is more
	// than the longest beginning of a pattern whose runs are shortened as below:
	// a scheme of 34, "://", a host of 34, 3 slashes, a root of 12, 3 slashes, and
	// another scheme of 34 and ":/".
	tailLength = 160
	// runLength is how much is kept of the end of a run of letters, digits, +, -
	// and dots: more than any word of a pattern, and more than "file".
	runLength = 32
	// windowLength is more than all but the last byte of core's longest pattern
	// and of the longest preview word.
	windowLength = 16
)

// bodyTail returns a short text that means the same as text for everything that
// may follow. text was judged and holds no blank. It may return text itself.
//
// What may follow can complete a pattern that text has begun, or stand in a web
// address that text has begun. Both begin at or behind the last character that
// ends an address. The patterns that have no greatest length are made of runs, which are shortened:
// slashes to three (one, two and more than two differ in "file://" and "://"),
// and the characters of schemes and hosts to a short run of the same kind.
func bodyTail(text []byte) []byte {
	if len(text) <= tailLength {
		return text
	}
	begin := len(text)
	for begin > 0 && !endsAddress(text[begin-1]) {
		begin--
	}
	if addressIn(text[begin:]) >= 0 {
		// Within an address, only what ignores addresses can follow: core's
		// patterns and the preview words. None lies across the mark.
		return append([]byte("x"+schemeMark), text[max(begin, len(text)-windowLength):]...)
	}
	return shortenRuns(text[max(0, begin-1):])
}

// shortenRuns builds the tail of a text without a web address from its end: runs,
// shortened, until there is enough. A tilde stands for what is cut off: no path begins behind it, no
// scheme holds it, and no word of ours either.
func shortenRuns(text []byte) []byte {
	var reversed []byte
	for i := len(text); i > 0; {
		if len(reversed) > tailLength {
			reversed = append(reversed, '~')
			break
		}
		end := i
		i--
		switch {
		case text[i] == '/':
			for i > 0 && text[i-1] == '/' {
				i--
			}
			reversed = append(reversed, "///"[:min(3, end-i)]...)
		case isSchemeByte(text[i]):
			for i > 0 && isSchemeByte(text[i-1]) {
				i--
			}
			reversed = appendRunReversed(reversed, text[i:end])
		default:
			reversed = append(reversed, text[i])
		}
	}
	slices.Reverse(reversed)
	return reversed
}

// appendRunReversed appends a run of scheme characters, the last first. What is
// cut off a long one is told by a letter, if it held one (a scheme begins with a
// letter), and a plus sign, if it held one (a host holds none).
func appendRunReversed(reversed, run []byte) []byte {
	cut := max(0, len(run)-runLength)
	for i := len(run) - 1; i >= cut; i-- {
		reversed = append(reversed, run[i])
	}
	if cut == 0 {
		return reversed
	}
	if slices.Contains(run[:cut], '+') {
		reversed = append(reversed, '+')
	}
	if slices.ContainsFunc(run[:cut], strict.IsLetter) {
		return append(reversed, 'x')
	}
	return append(reversed, '0')
}
