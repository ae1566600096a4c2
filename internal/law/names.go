package tspi

import "github.com/tspi-dev/harness/internal/strict"

const maxNameLength = 64

// IsName reports whether s is a name by the hardened rule (contract, section 1),
// as a kind or a module id must be to be repeated in a record: letters, digits,
// _ . : -, at most 64, a letter or digit first. The ban on the keys of section 7
// is not part of it.
func IsName(s string) bool {
	if s == "" || len(s) > maxNameLength || !strict.IsAlnum(s[0]) {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case strict.IsAlnum(c), c == '_', c == '.', c == ':', c == '-':
		default:
			return false
		}
	}
	return true
}
