package tspi

const maxNameLength = 64

// isName is the hardened rule for names (contract, section 1) without the ban
// on the keys of section 7: letters, digits, _ . : -, at most 64, a letter or
// digit first.
func isName(s string) bool {
	if s == "" || len(s) > maxNameLength || !isAlnum(s[0]) {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case isAlnum(c), c == '_', c == '.', c == ':', c == '-':
		default:
			return false
		}
	}
	return true
}
