package record

import (
	"testing"

	"github.com/tspi-dev/harness/internal/secretscan"
)

// TestDescribeHits guards that hits are told by rule, each once, with the first
// line.
func TestDescribeHits(t *testing.T) {
	got := describeHits([]secretscan.Hit{{Rule: "b", Line: 0}, {Rule: "a", Line: 3}, {Rule: "a", Line: 9},
		{Rule: "c", Line: 4}})
	if want := "Rules: b (escaped), a (line 3), c (line 4)."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWorse guards that a text which was not searched is never outweighed.
func TestWorse(t *testing.T) {
	order := []Status{Pass, Blocked, NotRun}
	for i, a := range order {
		for j, b := range order {
			if got := worse(a, b); got != order[max(i, j)] {
				t.Errorf("%s and %s: got %s", a, b, got)
			}
		}
	}
}
