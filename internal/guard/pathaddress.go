package guard

import (
	"bytes"

	"github.com/tspi-dev/harness/internal/strict"
)

// A web address is a scheme, "://" and what follows up to a blank, a quote, < or
// > (contract, section 7). The [H] rule looks at a string with its web addresses
// replaced by a blank. That needs no second string: no pattern of the rule holds
// a character that ends an address, other than as its last one, and every
// pattern may begin behind a blank. So a pattern of the raw text counts exactly
// when no address covers its first or its last character.

// schemeMark stands between the scheme and the rest of an address.
const schemeMark = "://"

// endsAddress reports whether an address ends before c.
func endsAddress(c byte) bool { return strict.IsBlank(c) || isQuote(c) || c == '<' || c == '>' }

// isSchemeByte reports whether c can stand in a scheme.
func isSchemeByte(c byte) bool { return strict.IsAlnum(c) || c == '+' || c == '-' || c == '.' }

// pastAddress reports whether a web address covers one of the ends of the
// pattern text[first:last+1], and if so, where the address ends. Looking back as
// far as the last end of an address keeps a whole scan linear: the caller either
// is done or goes on behind that place, so no byte is looked back over twice.
func pastAddress(text []byte, first, last int) (past int, covered bool) {
	begin := first
	for begin > 0 && !endsAddress(text[begin-1]) {
		begin--
	}
	past = last
	for past < len(text) && !endsAddress(text[past]) {
		past++
	}
	start := addressIn(text[begin:past])
	return past, start >= 0 && begin+start <= last
}

// addressIn is the index at which the first web address of text begins, or -1.
// text holds no character that ends one.
func addressIn(text []byte) int {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(schemeMark))
		if i < 0 {
			return -1
		}
		if start, ok := webScheme(text[:from+i]); ok {
			return start
		}
		from += i + len(schemeMark)
	}
}

// webScheme reports whether text ends with the scheme of a web address, and where
// that begins: the longest run of scheme characters that begins with a letter,
// and is not "file" in any letter case.
func webScheme(text []byte) (start int, ok bool) {
	start = len(text)
	for i := len(text) - 1; i >= 0 && isSchemeByte(text[i]); i-- {
		if strict.IsLetter(text[i]) {
			start = i
		}
	}
	scheme := text[start:]
	return start, len(scheme) > 0 && (len(scheme) != len("file") || !strict.EqualFold(string(scheme), "file"))
}

// mayBeginAddress reports whether text is the beginning of a web address, in so
// far as it goes: a scheme, or one and a part of the mark behind it.
func mayBeginAddress(text []byte) bool {
	i := 0
	for i < len(text) && isSchemeByte(text[i]) {
		i++
	}
	return i > 0 && strict.IsLetter(text[0]) && (i == len(text) || string(text[i:]) == ":" || string(text[i:]) == ":/")
}
