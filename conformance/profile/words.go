package profile

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"unicode/utf8"
)

// maxSent bounds the part of a request that a report repeats. It is the suite's
// own text, or a perturbation of it.
const maxSent = 16 << 10

// Shortened cuts a long text, between characters.
func Shortened(text string) string {
	if len(text) <= maxSent {
		return text
	}
	at := maxSent
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at] + "…"
}

// CountOf is a number of things, in words.
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// ClosingRow is what a report calls a row that may be closed, wherever a difference tells
// of one.
const ClosingRow = "close candidate"

// Digest is the SHA-256 of a text in lowercase hex digits.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
