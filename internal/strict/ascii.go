package strict

// The contract's classes of characters are ASCII ones: Unicode digits, letters
// and Blanks are ordinary characters to it. So the standard library's classes
// are of no use here.

// Blanks are space, tab, CR and LF.
const Blanks = " \t\r\n"

func IsBlank(c byte) bool  { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
func IsDigit(c byte) bool  { return '0' <= c && c <= '9' }
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func IsAlnum(c byte) bool  { return IsDigit(c) || IsLetter(c) }

// IsDigits reports whether s is one digit or more and nothing else.
func IsDigits(s string) bool {
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// EqualFold compares in any ASCII letter case. strings.EqualFold would also
// take a Kelvin sign for a K.
func EqualFold(s, t string) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range len(s) {
		if Lower(s[i]) != Lower(t[i]) {
			return false
		}
	}
	return true
}

// IsHex reports whether s is so many lowercase hex digits.
func IsHex(s string, digits int) bool {
	for i := range len(s) {
		if c := s[i]; !IsDigit(c) && (c < 'a' || 'f' < c) {
			return false
		}
	}
	return len(s) == digits
}
