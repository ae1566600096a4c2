package cover_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tspi-dev/harness/profiles/cover"
)

// hostile are facts of about so many spans and rows, laid out against a reader that visits
// each row again for each span.
func hostile(shape string, n int) *cover.Facts {
	f := &cover.Facts{CounterUnit: "byte", SettleMS: 1 << 40}
	zero, one := int64(0), int64(1)
	none := "none"
	row := func(pid, ppid int) cover.Process {
		return cover.Process{PID: int64(pid), PPID: int64(ppid), StartToken: "a", StartedMS: &one, Counter: &zero, Reaped: &zero, RunningThreads: &zero,
			ChildrenListed: true, GPU: &none, Neural: &none}
	}
	walks, perWalk := 4, n/4
	if shape == "walks" {
		walks, perWalk = n/2, 2
	}
	for w := range walks {
		walk := cover.Walk{Seq: int64(w), AtMS: int64(w), BootID: "b"}
		for i := range perWalk {
			parent := i // a chain
			if shape == "fan" {
				parent = 1
			}
			walk.Rows = append(walk.Rows, row(i+1, parent))
		}
		if shape == "walks" && w%2 == 1 { // never at rest
			walk.Rows[1].Reaped = &one
		}
		f.Walks = append(f.Walks, walk)
	}
	for i := range n {
		f.Spans = append(f.Spans, cover.Span{ID: fmt.Sprintf("s%d", i), Root: cover.Incarnation{PID: 1, StartToken: "a", BootID: "b"},
			BeginMS: int64(walks/2 - 1), EndMS: int64(walks / 2)})
		if shape == "walks" {
			f.Spans[i].BeginMS, f.Spans[i].EndMS = int64(i%walks), int64(walks-1)
		}
	}
	return f
}

// Many spans of one tree, a long way up, and many walks that never rest cost about as much for
// each span and row as few of them do: eight times the facts cost far less than 64 times.
func TestHostileFactsAreNotQuadratic(t *testing.T) {
	for _, shape := range []string{"chain", "fan", "walks"} {
		cost := func(n int) time.Duration {
			f := hostile(shape, n)
			best := time.Duration(1 << 62)
			for range 3 {
				began := time.Now()
				if a := f.Decide(); len(a.Rows) != n {
					t.Fatalf("%d rows", len(a.Rows))
				}
				best = min(best, time.Since(began))
			}
			return best
		}
		few, many := cost(4000), cost(32000)
		t.Logf("%s: %v for 4,000, %v for 32,000", shape, few, many)
		if many > 32*few {
			t.Errorf("%s: eight times the facts cost %v, %.0f times %v", shape, many, float64(many)/float64(few), few)
		}
	}
}
