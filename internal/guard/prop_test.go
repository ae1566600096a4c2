package guard

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

// guardPieces are what hostile strings are made of: together they make nearly
// every pattern and nearly every near miss.
var guardPieces = []string{
	"/", "/", "//", "///", "\\", "\\\\", "\\\\\\\\", ":", "://", "-", "-I", ".", "~", "_", "+", "=", "\"", "'", "<",
	">",
	" ", "\t", "\r", "\n", ",", "é", "a", "C", "x", "7", "file", "FILE", "file://", "xfile://", "3file://", "http",
	"https://", "3http://",
	"host", "h", "$", "home", "/home/", "Users", "/Users/", "\\Users\\", "\\\\Users\\\\", "C:", "c/Users", "root",
	"tmp", "Applications",
	"/Applications/", "/private/var/", "/var/folders/", "var", "workspace", "workspaces", "users", "HOME", "me",
	"command", "_preview", "command_line", "cmdline", "raw", "_command", "full_command", "line",
}

// hostileString joins up to n pieces, some of them in long runs.
func hostileString(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		piece := guardPieces[r.IntN(len(guardPieces))]
		switch r.IntN(40) {
		case 0:
			piece = strings.Repeat(piece, 1+r.IntN(150))
		case 1:
			piece = strings.Repeat("abc.d-9"[:1+r.IntN(7)], 1+r.IntN(60))
		}
		b.WriteString(piece)
	}
	return b.String()
}

// oracleTexts is how many texts are held against the regular expressions, which are
// slow.
func oracleTexts() int {
	if !long.Tests() {
		return 4_000
	}
	return 16_000
}

// Section 7: the scanners and the regular expressions agree on every string, at
// both levels.
func TestHoldsPathAgreesWithOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	found, texts := map[bool]int{}, oracleTexts()
	for range texts {
		s := hostileString(r, 9)
		for _, level := range []law.Level{law.Core, law.Hardened} {
			want := oracleHoldsPath(s, level)
			if got := HoldsPath(s, level); got != want {
				t.Fatalf("%v: HoldsPath(%q) = %v, the oracle says %v", level, s, got, want)
			}
			found[want]++
		}
	}
	if found[true] < texts/11 || found[false] < texts/11 {
		t.Errorf("the strings are too one-sided to show anything: %v", found)
	}
}

// Section 10: whatever the split, the scanner of bodies gives the answer of the
// regular expressions over the whole text.
func TestBodyScannerAgreesWithOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	found, texts := map[int]int{}, oracleTexts()
	for range texts {
		s := hostileString(r, 12)
		level := law.Level(r.IntN(2))
		want := oracleBody(s, level)
		found[len(want)]++
		most := 1 + r.IntN(1+len(s))
		b := NewBodyScanner(level)
		var splits []int
		for rest := []byte(s); len(rest) > 0; {
			n := min(len(rest), 1+r.IntN(most))
			splits = append(splits, n)
			if _, err := b.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if got := b.Kinds(); !slices.Equal(got, want) {
			t.Fatalf("%v: %q in pieces of %v: got %v, the oracle says %v", level, s, splits, got, want)
		}
	}
	if found[0] < texts/11 || found[1] < texts/11 || found[2] < texts/200 {
		t.Errorf("the texts are too one-sided to show anything: %v", found)
	}
}
