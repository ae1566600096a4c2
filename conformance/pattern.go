package conformance

import (
	"strconv"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
)

// showPattern quotes a pattern for a message. What somebody typed may be a path
// of theirs, and is then not repeated.
func showPattern(pattern string) string {
	if len(pattern) > 200 || guard.HoldsPath(pattern, law.Hardened) {
		return "(not shown: it is no pattern of case ids)"
	}
	return strconv.QuoteToASCII(pattern)
}

// MatchID reports whether a case id matches a pattern, in which * stands for any
// text, slashes included, and ? for one character.
func MatchID(pattern, id string) bool { return matchPattern(pattern, id) }

// matchPattern is [MatchID].
func matchPattern(pattern, id string) bool {
	// The usual walk with one point of return: linear in practice, and never
	// worse than the product of the lengths.
	p, i, star, mark := 0, 0, -1, 0
	for i < len(id) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == id[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func matchesAny(patterns []string, id string) bool {
	for _, pattern := range patterns {
		if matchPattern(pattern, id) {
			return true
		}
	}
	return false
}
