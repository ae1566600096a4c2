package tspi

import (
	"crypto/sha256"
	"encoding/hex"
)

const commandHashLength = 16

// CommandHash is what a record holds in place of a command: the first 16
// lowercase hex digits of the SHA-256 of its bytes (contract, section 6).
func CommandHash(command string) string {
	sum := sha256.Sum256([]byte(command))
	return hex.EncodeToString(sum[:commandHashLength/2])
}

// isCommandHash reports whether s is 16 lowercase hex digits.
func isCommandHash(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && (c < 'a' || 'f' < c) {
			return false
		}
	}
	return len(s) == commandHashLength
}
