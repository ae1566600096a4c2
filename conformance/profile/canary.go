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
// repeat, made ready to be looked for: as they are and reversed, in base64 of either alphabet at each of its
// three alignments (twice over, or reversed), in base32, in hex of UTF-8 and UTF-16, percent-encoded, as
// character references, as decimal or binary numbers, shifted along the alphabet, and under XOR with a byte.
// Letter case does not count, nor does what stands between the letters, or between the bytes of a dump. What was
// compressed or enciphered is not found.
//
// Whoever tells a command seldom tells it as it stands: a log takes its bytes, a page escapes them, and a
// member that looks like a digest hides them.
type Canaries struct {
	// plain are looked for in lower-case text, base64 in text as it stands.
	plain, base64 *needles
	// codes are the tokens in hex, as caseless writes it.
	codes *needles
	// xors and shifts are the tokens as what leads from each byte to the next one: the same under any XOR
	// with one byte, and, in letters of the alphabet, under any shift along it.
	xors, shifts *needles
}

// NewCanaries prepares the search for tokens; nil, which finds nothing, where there are none.
func NewCanaries(tokens []string) *Canaries {
	var plain, coded, codes, xors, shifts []string
	for _, token := range tokens {
		if token == "" {
			continue
		}
		for _, spelling := range []string{token, reversed(token)} {
			plain = append(plain, spelling)
			codes = append(codes, caseless(hex.EncodeToString([]byte(spelling))), caseless(hexOfUTF16(spelling)))
			xors, shifts = append(xors, xorSteps(spelling)), append(shifts, shiftSteps(spelling))
			for alignment := range 3 {
				for _, once := range []string{inBase64(spelling, alignment),
					inBase64(strings.ToUpper(spelling), alignment)} {
					coded = append(coded, once, reversed(once))
					for again := range 3 {
						coded = append(coded, inBase64(once, again))
					}
				}
			}
		}
		for alignment := range 5 {
			plain = append(plain, inBase32(token, alignment), inBase32(strings.ToUpper(token), alignment))
		}
	}
	if len(plain) == 0 {
		return nil
	}
	return &Canaries{plain: newNeedles(plain), base64: newNeedles(coded), codes: newNeedles(codes),
		xors: newNeedles(xors), shifts: newNeedles(shifts)}
}

// In reports whether a text holds one of the tokens in any of the forms.
func (c *Canaries) In(text string) bool {
	if c == nil {
		return false
	}
	folded := strings.ToLower(text)
	return c.plain.in(folded) || c.base64.in(standardAlphabet.Replace(text)) ||
		c.plain.in(lettersOf(folded)) || c.shifts.in(shiftSteps(folded)) || c.xors.in(xorSteps(text)) ||
		c.codes.in(caseless(betweenBytes.Replace(folded))) || c.codes.in(caseless(hexOfReferences(folded))) ||
		c.codes.in(caseless(hexOfNumbers(folded))) || c.inBits(text)
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

// lettersOf is a text in lower case without anything but its letters.
func lettersOf(folded string) string {
	letters := make([]byte, 0, len(folded))
	for i := range len(folded) {
		if c := folded[i]; 'a' <= c && c <= 'z' {
			letters = append(letters, c)
		}
	}
	return string(letters)
}

// shiftSteps are how far along the alphabet each letter is from the one before it.
func shiftSteps(folded string) string {
	letters := lettersOf(folded)
	steps := make([]byte, max(len(letters)-1, 0))
	for i := range steps {
		steps[i] = (letters[i+1] + 26 - letters[i]) % 26
	}
	return string(steps)
}

// xorSteps are the XOR of each byte with the one before it.
func xorSteps(text string) string {
	steps := make([]byte, max(len(text)-1, 0))
	for i := range steps {
		steps[i] = text[i] ^ text[i+1]
	}
	return string(steps)
}

// hexOfNumbers is what the decimal numbers of a text stand for as bytes, in hex; a number that is no byte
// ends a run.
func hexOfNumbers(text string) string {
	var told []byte
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		if end > i {
			code, err := strconv.ParseUint(text[i:end], 10, 8)
			if err != nil {
				code = 0
			}
			told = append(told, byte(code))
		}
		i = max(end, i+1)
	}
	return hex.EncodeToString(told)
}

// inBits reports whether a text holds a token in binary digits.
func (c *Canaries) inBits(text string) bool {
	var bits []byte
	for i := range len(text) {
		if text[i] == '0' || text[i] == '1' {
			bits = append(bits, text[i]-'0')
		}
	}
	for offset := 0; offset < 8 && len(bits)-offset >= 64; offset++ {
		var told []byte
		for at := offset; at+8 <= len(bits); at += 8 {
			b := byte(0)
			for _, bit := range bits[at : at+8] {
				b = b<<1 | bit
			}
			told = append(told, b)
		}
		if c.plain.in(strings.ToLower(string(told))) {
			return true
		}
	}
	return false
}
