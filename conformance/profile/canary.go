package profile

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// Canaries are unguessable tokens of lower-case ASCII letters that were put into texts which no answer may
// repeat, made ready to be looked for: as they are and reversed, in base64 of either alphabet at each of its
// three alignments, in hex, percent-encoded, and as character references. Letter case does not count, nor
// does what stands between the bytes of a dump.
//
// Whoever tells a command seldom tells it as it stands: a log takes its bytes, a page escapes them, and a
// member that looks like a digest hides them.
type Canaries struct {
	// plain are looked for in lower-case text, base64 in text as it stands.
	plain, base64 *needles
	// codes are the tokens in hex, as caseless writes it.
	codes *needles
}

// NewCanaries prepares the search for tokens; nil, which finds nothing, where there are none.
func NewCanaries(tokens []string) *Canaries {
	var plain, coded, codes []string
	for _, token := range tokens {
		if token == "" {
			continue
		}
		for _, spelling := range []string{token, reversed(token)} {
			plain = append(plain, spelling)
			codes = append(codes, caseless(hex.EncodeToString([]byte(spelling))))
			for alignment := range 3 {
				coded = append(coded, inBase64(spelling, alignment), inBase64(strings.ToUpper(spelling), alignment))
			}
		}
	}
	if len(plain) == 0 {
		return nil
	}
	return &Canaries{plain: newNeedles(plain), base64: newNeedles(coded), codes: newNeedles(codes)}
}

// In reports whether a text holds one of the tokens in any of the forms.
func (c *Canaries) In(text string) bool {
	if c == nil {
		return false
	}
	folded := strings.ToLower(text)
	return c.plain.in(folded) || c.base64.in(standardAlphabet.Replace(text)) ||
		c.codes.in(caseless(betweenBytes.Replace(folded))) || c.codes.in(caseless(hexOfReferences(folded)))
}

// standardAlphabet turns base64 of the alphabet for addresses into that of the standard one, and takes out
// the line ends by which an encoder breaks its text.
var standardAlphabet = strings.NewReplacer("-", "+", "_", "/", "\n", "", "\r", "", `\n`, "")

// inBase64 is the part of a text's base64 that depends on nothing but the text, where the text starts at an
// offset of 0, 1 or 2 bytes in a group.
func inBase64(text string, offset int) string {
	encoded := base64.RawStdEncoding.EncodeToString(append(make([]byte, offset), text...))
	first := (offset*8 + 5) / 6           // the first character without a bit of what stands before
	whole := (offset + len(text)) * 8 / 6 // behind the last one without a bit of what follows
	return encoded[first:whole]
}

// betweenBytes takes out what stands between the bytes of a dump.
var betweenBytes = strings.NewReplacer("0x", "", `\x`, "", `\u00`, "", "%", "", " ", "", ":", "", "-", "", ",", "")

// caseless makes the hex of a letter the same in either case: 41 to 5a become 61 to 7a. It does so to any
// digit 4 or 5, on both sides of a comparison; what that makes equal besides is as hard to guess.
func caseless(digits string) string {
	return caselessDigits.Replace(digits)
}

var caselessDigits = strings.NewReplacer("4", "6", "5", "7")

// hexOfReferences is what the numeric character references of a text stand for, &#107; and &#x6b; alike, in
// hex, and nothing of what stands between them.
func hexOfReferences(text string) string {
	if !strings.Contains(text, "&#") {
		return ""
	}
	var told []byte
	for _, part := range strings.Split(text, "&#")[1:] {
		digits, _, _ := strings.Cut(part, ";")
		base := 10
		if rest, isHex := strings.CutPrefix(digits, "x"); isHex {
			digits, base = rest, 16
		}
		if code, err := strconv.ParseUint(digits, base, 7); err == nil {
			told = append(told, byte(code))
		}
	}
	return hex.EncodeToString(told)
}

func reversed(text string) string {
	b := []byte(text)
	slices.Reverse(b)
	return string(b)
}
