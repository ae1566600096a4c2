package conformance

import (
	"crypto/rand"
	"encoding/hex"
)

// drawSeed returns a seed that nobody could guess before.
func drawSeed() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
