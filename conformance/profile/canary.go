package profile

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// Canaries are unguessable tokens of lower-case ASCII letters that were put into texts which no answer may
// repeat, made ready to be looked for: as they are, reversed, rotated by 13 letters and with their letters
// spaced out, in base64 of either alphabet and in base32 at each of their alignments, in hex of UTF-8 and
// UTF-16, percent-encoded, as character references, and as decimal numbers. Letter case does not count, nor
// does what stands between the bytes of a dump. What was compressed or enciphered is not found.
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
			codes = append(codes, caseless(hex.EncodeToString([]byte(spelling))), caseless(hexOfUTF16(spelling)))
			for alignment := range 3 {
				coded = append(coded, inBase64(spelling, alignment), inBase64(strings.ToUpper(spelling), alignment))
			}
		}
		plain = append(plain, strings.Map(rotated, token))
		for alignment := range 5 {
			plain = append(plain, inBase32(token, alignment), inBase32(strings.ToUpper(token), alignment))
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
	joined := betweenBytes.Replace(folded)
	return c.plain.in(folded) || c.plain.in(joined) || c.base64.in(standardAlphabet.Replace(text)) ||
		c.codes.in(caseless(joined)) || c.codes.in(caseless(hexOfReferences(folded))) || c.plain.in(lettersOfNumbers(folded))
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

// inBase32 is the same in base32, in lower case, for an offset of 0 to 4 bytes.
func inBase32(text string, offset int) string {
	encoded := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(append(make([]byte, offset), text...))
	return strings.ToLower(encoded[(offset*8+4)/5 : (offset+len(text))*8/5])
}

// hexOfUTF16 is the hex of a text of ASCII characters in UTF-16, from the first to the last of them that is not 0.
func hexOfUTF16(text string) string {
	var b []byte
	for i := range len(text) {
		b = append(b, text[i], 0)
	}
	return hex.EncodeToString(b[:len(b)-1])
}

// rotated is a small letter 13 letters on.
func rotated(r rune) rune {
	return 'a' + (r-'a'+13)%26
}

// lettersOfNumbers are the ASCII letters, in lower case, whose codes are the decimal numbers of a text.
func lettersOfNumbers(text string) string {
	var told []byte
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		if length := i - start; length != 2 && length != 3 {
			continue
		}
		if code, err := strconv.ParseUint(text[start:i], 10, 7); err == nil && code >= 'A' {
			told = append(told, byte(code))
		}
	}
	return strings.ToLower(string(told))
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
