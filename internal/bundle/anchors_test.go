package bundle

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/long"
)

// Section 10, ANCHOR_MISSING: however a body is cut, and however many anchors
// there are, each is found exactly when it occurs.
func TestAnchorSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	word := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for i := range b {
			b[i] = "aab\n"[r.IntN(4)]
		}
		return string(b)
	}
	hit, miss, texts := 0, 0, 20_000
	if !long.Tests() {
		texts = 4_000
	}
	for range texts {
		text := word(60)
		var anchors []string
		distinct, longest := map[string]bool{}, 0
		for range 1 + r.IntN(12) {
			a := word(9)
			anchors = append(anchors, a)
			distinct[a] = true
			longest = max(longest, len(a))
		}
		for name, search := range map[string]anchorSearch{
			"chosen": newAnchorSearch(anchors),
			"tree":   newTreeSearch(distinct),
			"window": newWindowSearch(copyOf(distinct), longest),
		} {
			for rest := []byte(text); len(rest) > 0; {
				n := 1 + r.IntN(min(len(rest), 20))
				search.write(rest[:n])
				rest = rest[n:]
			}
			for _, a := range anchors {
				want := strings.Contains(text, a)
				if got := search.found(a); got != want {
					t.Fatalf("%s: %q in %q: found = %v, want %v", name, a, text, got, want)
				}
				if want {
					hit++
				} else {
					miss++
				}
			}
		}
	}
	if hit < texts/2 || miss < texts/2 {
		t.Errorf("%d hits and %d misses: too one-sided to show anything", hit, miss)
	}
}

func copyOf(set map[string]bool) map[string]bool {
	out := map[string]bool{}
	for k := range set {
		out[k] = true
	}
	return out
}

// The way of searching is chosen by what the anchors ask for: a hostile list must
// not get the one that takes quadratic time.
func TestAnchorSearchChoice(t *testing.T) {
	few := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for _, c := range []struct {
		name    string
		anchors []string
		want    string
	}{
		{"few", few, "window"},
		{"few, often", append(few, few...), "window"},
		{"one too many", append(few[:8:8], "i"), "tree"},
		{"one of the greatest length", []string{strings.Repeat("x", longAnchor)}, "window"},
		{"one too long", []string{strings.Repeat("x", longAnchor+1)}, "tree"},
		{"as much as is searched for", []string{strings.Repeat("x", maxAnchorBytes)}, "tree"},
		{"more than is searched for", []string{strings.Repeat("x", maxAnchorBytes), "y"}, "none"},
	} {
		got := ""
		switch newAnchorSearch(c.anchors).(type) {
		case *windowSearch:
			got = "window"
		case *treeSearch:
			got = "tree"
		case noSearch:
			got = "none"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
