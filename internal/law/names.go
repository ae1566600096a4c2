package law

import "github.com/tspi-dev/harness/internal/strict"

// MaxNameLength is the most bytes of a name or an id.
const MaxNameLength = 64

// IsName reports whether s is a name by the hardened rule (contract, section 1) or an
// id (docs/profiles.md, section 2), which are spelt alike: letters, digits,
// _ . : -, at most 64, a letter or digit first. The ban on the keys of section 7
// is not part of it.
func IsName(s string) bool {
	if s == "" || len(s) > MaxNameLength || !strict.IsAlnum(s[0]) {
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
