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
		return cover.Process{PID: int64(pid), PPID: int64(ppid), StartToken: "a", StartedMS: &one, Counter: &zero,
			Reaped: &zero, RunningThreads: &zero,
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
		f.Spans = append(f.Spans,
			cover.Span{ID: fmt.Sprintf("s%d", i), Root: cover.Incarnation{PID: 1, StartToken: "a", BootID: "b"},
				BeginMS: int64(walks/2 - 1), EndMS: int64(walks / 2)})
		if shape == "walks" {
			f.Spans[i].BeginMS, f.Spans[i].EndMS = int64(i%walks), int64(walks-1)
		}
	}
	return f
}

// Many spans of one tree, a long way up, and many walks that never rest: a thousand times the
// spans cost nothing like a thousand times as much, since the rows are visited once for all.
func TestHostileFactsAreNotQuadratic(t *testing.T) {
	for _, shape := range []string{"chain", "fan", "walks"} {
		f := hostile(shape, 20000)
		cost := func(spans int) time.Duration {
			few := *f
			few.Spans = f.Spans[:spans]
			began := time.Now()
			if a := few.Decide(); len(a.Rows) != spans {
				t.Fatalf("%d rows", len(a.Rows))
			}
			return time.Since(began)
		}
		few, many := cost(20), cost(20000)
		t.Logf("%s: %v for 20 spans, %v for 20,000", shape, few, many)
		if many > 250*few {
			t.Errorf("%s: a thousand times the spans cost %v, %.0f times %v", shape, many, float64(many)/float64(few),
				few)
		}
	}
}
