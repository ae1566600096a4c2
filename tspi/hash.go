package tspi

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const commandHashLength = 16

// CommandHash is what a record holds in place of a command: the first 16
// lowercase hex digits of the SHA-256 of its bytes (contract, section 6).
func CommandHash(command string) string {
	var w hashWriter
	return w.of(command)
}

// hashWriter makes command hashes. One that makes many allocates for a hundred at
// a time, and hashes a command once that several helpers have: what piles up on a
// host is many of the same.
type hashWriter struct {
	command []byte
	made    int
	block   strings.Builder
	known   map[string]string // by command, of at most mostHashes
}

// hashesABlock is how many hashes lie in one allocation, from the second on: a
// single hash allocates for itself alone.
const hashesABlock = 256

// mostHashes bounds what is remembered, so that a table of as many commands as
// rows costs a look at a small table each.
const mostHashes = 1024

func (w *hashWriter) of(command string) string {
	if hash, ok := w.known[command]; ok {
		return hash
	}
	w.command = append(w.command[:0], command...)
	sum := sha256.Sum256(w.command)
	var digits [commandHashLength]byte
	hex.Encode(digits[:], sum[:commandHashLength/2])
	if w.block.Cap()-w.block.Len() < len(digits) {
		w.block.Reset()
		if w.made > 0 {
			w.block.Grow(hashesABlock * len(digits))
		}
	}
	w.made++
	w.block.Write(digits[:])
	text := w.block.String()
	hash := text[len(text)-len(digits):]
	switch {
	case w.made == 2:
		w.known = map[string]string{command: hash}
	case w.made > 2 && len(w.known) < mostHashes:
		w.known[command] = hash
	}
	return hash
}
