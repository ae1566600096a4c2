package conformance

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// drawSeed returns a seed that nobody could guess before.
func drawSeed() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// seedBytes derives the seed for one purpose. NUL bytes keep the parts apart.
func seedBytes(seed string, purpose ...string) [32]byte {
	return sha256.Sum256([]byte(seed + "\x00" + strings.Join(purpose, "\x00")))
}
