package tspi

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"testing"
)

// Section 6: the hash of a command is the first 16 hex digits of its SHA-256,
// whichever commands were hashed before: the first of a table, one that was met
// already, and one of more than are remembered.
func TestHashesOfManyCommands(t *testing.T) {
	var w hashWriter
	for range 2 {
		for i := range 3 * mostHashes {
			for _, command := range []string{"node server-" + strconv.Itoa(i), "npm exec server"} {
				sum := sha256.Sum256([]byte(command))
				want := hex.EncodeToString(sum[:])[:16]
				if got := w.of(command); got != want {
					t.Fatalf("%s: got %s, want %s", command, got, want)
				}
			}
		}
	}
	if len(w.known) != mostHashes {
		t.Errorf("%d hashes are remembered, want %d", len(w.known), mostHashes)
	}
}
