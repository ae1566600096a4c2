package guard

import (
	"bytes"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// HoldsPath reports whether the redaction guard takes s for a string that holds
// an absolute path of a host (contract, section 7): by core's rule, at the
// hardened level by core's rule or the [H] one. Routes and relative paths are
// none. Where a string stands is not its business: [Guard] knows that core looks
// at the values of objects only. The time is linear in len(s).
func HoldsPath(s string, level law.Level) bool {
	if strings.IndexByte(s, '/') < 0 && strings.IndexByte(s, '\\') < 0 {
		return false
	}
	text := []byte(s)
	if holdsCorePath(text) || holdsDoubledUsers(text) {
		return true
	}
	return level.IsHardened() &&
		(holdsRootedPath(text, guardRoot, false) || holdsDrivePath(text) || holdsSharePath(text))
}

// corePrefixes are the beginnings of a path that core knows.
var corePrefixes = [...]string{"/Users/", "/home/", "/Applications/", "/private/var/", "/var/folders/"}

// holdsCorePath finds one of core's prefixes at the start, or behind a blank, a
// quote or an equals sign.
func holdsCorePath(text []byte) bool {
	for i := nextByte(text, 0, '/'); i >= 0; i = nextByte(text, i+1, '/') {
		if (i == 0 || opensValue(text[i-1])) && corePrefixAt(text[i:]) {
			return true
		}
	}
	return false
}

func corePrefixAt(text []byte) bool {
	for _, prefix := range corePrefixes {
		if hasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// opensValue reports whether a word may begin behind c: a blank, a quote or an
// equals sign.
func opensValue(c byte) bool { return strict.IsBlank(c) || isQuote(c) || c == '=' }

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// nextByte is the index of the first c in text at or behind from, or -1.
func nextByte(text []byte, from int, c byte) int {
	if i := bytes.IndexByte(text[from:], c); i >= 0 {
		return from + i
	}
	return -1
}

// hasPrefix is bytes.HasPrefix for a string prefix.
func hasPrefix(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}
