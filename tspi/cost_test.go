package tspi

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/bench"
)

// cost is what a classification looked at.
type cost struct {
	visited int // parents
	scanned int // bytes of commands, once for each pass over them
}

func costOf(t *testing.T, text string, policy bench.Policy) cost {
	t.Helper()
	read := func(text string) Value {
		v, err := Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	in, err := ReadInputs(Object{{Name: "ps_text", Value: text}}, read(policy.JSON()), read(bench.Owners), Hardened)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSurvey(in)
	rows := 0
	s.Rows(func(*InventoryRow) bool { rows++; return true })
	if rows != s.head.Summary.ProcessCount {
		t.Fatalf("%d rows, the summary counts %d", rows, s.head.Summary.ProcessCount)
	}
	kinds := s.c.kinds
	scanned := kinds.require.scanned + kinds.exclude.scanned + s.c.walker.hints.scanned
	if kinds.inCommand != nil {
		scanned += kinds.inCommand.scanned
	}
	if kinds.inProgram != nil {
		scanned += kinds.inProgram.scanned + kinds.programs.scanned
	}
	return cost{visited: s.c.walker.visited, scanned: scanned}
}

// Untrusted input is bounded in time: whatever the shape of a table, ten times
// the rows cost ten times the visits and the bytes, and never more than a few of
// either for each row.
func TestCostIsLinear(t *testing.T) {
	few, many := 10_000, 100_000
	if testing.Short() { // the race detector's run, and that of each changed spot
		few, many = 1_000, 10_000
	}
	shapes := append(bench.Shapes(),
		bench.Shape{Name: "ladder of hints", Table: func(n int, p bench.Policy) string {
			return numbered(n, "%d %d 600 0.0 1 mcp-server-github codex app-serve", 1)
		}},
		bench.Shape{Name: "self-parents", Table: func(n int, p bench.Policy) string {
			return numbered(n, "%d %d 600 0.0 1 mcp-server-github", 0)
		}},
		bench.Shape{Name: "one pid", Table: func(n int, p bench.Policy) string {
			return strings.Repeat("8 8 600 0.0 1 mcp-server-github\n", n)
		}},
	)
	for _, shape := range shapes {
		policies := []bench.Policy{bench.Small()}
		if shape.Name == "mix" {
			policies = append(policies, bench.Large(), bench.Small().AtProgram(), bench.Large().AtProgram())
		}
		for _, policy := range policies {
			t.Run(shape.Name+"/"+policy.Name, func(t *testing.T) {
				small, large := shape.Table(few, policy), shape.Table(many, policy)
				a, b := costOf(t, small, policy), costOf(t, large, policy)
				// A count that stands still, or runs backwards, would prove nothing.
				if walks := shape.Name == "deep" || shape.Name == "ladder of hints"; b.visited < 0 || walks &&
					b.visited < many/maxHops {
					t.Errorf("%d rows visit %d parents, which cannot be", many, b.visited)
				}
				if b.scanned < len(large)/10 {
					t.Errorf("%d bytes have %d looked at, which cannot be", len(large), b.scanned)
				}
				// A tenth more is for what is drawn differently in the larger table.
				if most := a.visited * many / few; b.visited > most*11/10+maxHops || b.visited > maxHops*many {
					t.Errorf("%d rows visit %d parents, %d rows %d", few, a.visited, many, b.visited)
				}
				if most := a.scanned * len(large) / len(small); b.scanned > most*11/10 || b.scanned > 3*len(large) {
					t.Errorf("%d bytes have %d looked at, %d bytes %d", len(small), a.scanned, len(large), b.scanned)
				}
			})
		}
	}
}

// Helpers of one parent share its walk. Where several cores judge, each may start on it.
func TestSiblingsShareAWalk(t *testing.T) {
	const n = 10_000
	policy := bench.Small()
	for name, most := range map[string]int{"fan": maxHops, "no_helpers": 0} {
		for _, shape := range bench.Shapes() {
			if shape.Name != name {
				continue
			}
			most *= runtime.GOMAXPROCS(0)
			if got := costOf(t, shape.Table(n, policy), policy); got.visited > most {
				t.Errorf("%s: %d parents were visited, want at most %d", name, got.visited, most)
			}
		}
	}
}

// The same policy costs the same bytes whether it has 20 substrings or 200, but
// for the rows that are searched before the automaton pays.
func TestSubstringsAreSearchedForTogether(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	text := bench.Mix(n, bench.Small())
	few, many := costOf(t, text, bench.Small()), costOf(t, text, bench.Large())
	if many.scanned > few.scanned*2 {
		t.Errorf("20 substrings look at %d bytes, 200 at %d", few.scanned, many.scanned)
	}
}

func numbered(n int, format string, up int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", 10+i, 10+i+up)
	}
	return b.String()
}
