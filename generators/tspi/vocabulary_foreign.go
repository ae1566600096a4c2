package tspi

import (
	"fmt"
	"strconv"
	"strings"
)

// foreignBlanks part words or lines for the libraries of some languages: Python's
// str.split and str.splitlines, JavaScript's trim, Java's isWhitespace. The
// contract knows none of them (section 2: every other character is ordinary).
var foreignBlanks = [...]string{"\f", "\v", "\x1c", "\x1d", "\x1e", "\x1f", "\u0085", "\u00a0", "\u2028", "\u2029", "\u2003", "\u3000", "\ufeff"}

// foreignZeros are the zeros of scripts whose digits Python's int and float read.
var foreignZeros = [...]rune{'٠', '۰', '०', '０', '𝟎'}

// foreignNumber writes a number as int, float, Number or parseInt of some language
// reads it and the contract does not: as no column but the command.
func (b *builder) foreignNumber(n int64) string {
	digits := strconv.FormatInt(n, 10)
	switch b.rng.Intn(8) {
	case 0:
		return "+" + digits
	case 1:
		return "0_" + digits
	case 2:
		return fmt.Sprintf("0x%x", n)
	case 3:
		return digits + oneOf(b, []string{"e0", "L", "n", ".", ".0000000000", "\x00"})
	case 4:
		return oneOf(b, foreignBlanks[:]) + digits
	case 5:
		return digits + oneOf(b, foreignBlanks[:])
	case 6:
		if len(digits) > 1 {
			return digits[:len(digits)-1] + "_" + digits[len(digits)-1:]
		}
	}
	zero := oneOf(b, foreignZeros[:])
	return strings.Map(func(r rune) rune { return r - '0' + zero }, digits)
}

// overflown writes a number that is n only for who keeps 32 or 64 bits of it.
func (b *builder) overflown(n int32) string {
	const beyond32, head64, tail64 = 1 << 32, "1844674407", 3709551616
	if b.oneIn(3) {
		return head64 + strconv.FormatInt(tail64+int64(n), 10)
	}
	return strconv.FormatInt(beyond32+int64(n), 10)
}
