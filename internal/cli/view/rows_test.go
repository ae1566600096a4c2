package view_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

// Guards docs/command-line.md: under what holds them helpers stand by memory, the
// largest first, those of the same memory as the table has them, and those whose
// memory cannot be read last.
func TestLargestFirst(t *testing.T) {
	got := table(t, inputs(t, rows(
		"50 2 20:00 0 1 agent",
		"109 50 10:00 0 2048 mcp-server",
		"102 50 10:00 0 1024 mcp-server",
		"101 50 10:00 0 1024 mcp-server",
		"105 50 10:00 0 x mcp-server",
		"103 50 10:00 0 4096 mcp-server",
		"104 50 10:00 0 y mcp-server"), tspi.Core), view.Style{})
	var order []string
	for line := range strings.Lines(got) {
		if words := strings.Fields(line); len(words) > 1 && words[1] == "50" {
			order = append(order, words[0])
		}
	}
	if want := []string{"103", "109", "102", "101", "105", "104"}; !slices.Equal(order, want) {
		t.Errorf("got %v, want %v in\n%s", order, want, got)
	}
}

// Guards docs/command-line.md: what a table for people takes and leaves behind does not
// grow with its helpers, but for an index each.
func TestRowsLeaveNothingBehind(t *testing.T) {
	made := func(n int) float64 {
		var b strings.Builder
		b.WriteString("1 0 99-00:00:00 0 1 init\n5 1 50:00 0 1 agent\n")
		for i := range n {
			pid := 1000 + 4*i
			// Under a session, an orphan, one below that, and one that is unreadable.
			fmt.Fprintf(&b, "%d 5 40:00 0.%d %d mcp-server\n%d 1 30:00 1%d.5 %d mcp-server\n", pid, i%10, i%5000, pid+1,
				i%9, i%7000)
			fmt.Fprintf(&b, "%d %d 20:00 0 1 runtimed\n%d %d 10:00 0 x mcp-server\n", pid+2, pid+1, pid+3, pid+2)
		}
		in := inputs(t, b.String(), tspi.Hardened)
		return testing.AllocsPerRun(3, func() {
			if err := view.Inventory(io.Discard, in, tspi.NewSurvey(in), view.Style{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := made(500), made(2500)
	if many > few+400 {
		t.Errorf("%v allocations for 2,000 helpers, %v for 10,000: some are made for each", few, many)
	}
}
