package view_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

// chained is a table with a chain for each way in which a walk ends.
func chained() string {
	lines := []string{
		"1 0 10-00:00:00 0 1 /sbin/launchd",
		"50 1 9-00:00:00 0 1 agent", "100 50 10:00 0 1 mcp-server", // an owner hint
		"110 1 10:00 0 1 mcp-server",                         // detached
		"120 1 20:00 0 1 sh", "121 120 10:00 0 1 mcp-server", // a detached ancestor
		"130 77 10:00 0 1 mcp-server",                                                // a missing parent
		"140 0 1:00:00 0 1 a", "140 0 1:00:00 0 1 b", "141 140 10:00 0 1 mcp-server", // an ambiguous pid
		"150 50 01:00 0 1 sh", "151 150 10:00 0 1 mcp-server", // a stale link
		"160 161 10:00 0 1 mcp-server", "161 160 10:00 0 1 sh", // a cycle
		"170 50 10:00 0 1 runtimed", // a kind to be kept
		"180 50 1-00:00:00 0 1 sh",
	}
	for i := 181; i <= 188; i++ { // nine processes above 189
		lines = append(lines, fmt.Sprintf("%d %d 1-00:00:00 0 1 sh", i, i-1))
	}
	return rows(append(lines, "189 188 10:00 0 1 mcp-server")...)
}

// Guards docs/command-line.md: the chain is drawn with pid, age, kind and hint of each
// hop, and its last line says why the walk stopped. Each expectation is read off
// the table by hand.
func TestDrawnChains(t *testing.T) {
	for _, test := range []struct {
		name  string
		pid   int32
		lines []string // as they stand, one below another
	}{
		{"an owner hint", 100, []string{"100  10m00s  mcp   ", "  |", " 50   9d00h  -     active_session_chain  hop 1",
			"  =  stop: an owner hint"}},
		{"detached", 110, []string{"110  10m00s  mcp", "  |", "  1  init, the parent of the helper"}},
		{"a detached ancestor", 121, []string{"120  20m00s  -     none        hop 1", "  |",
			"  1  init, the parent of the last process above"}},
		{"a missing parent", 130, []string{"130  10m00s  mcp", "  |", " 77  stop: no row of the table has this pid"}},
		{"an ambiguous pid", 141,
			[]string{"141  10m00s  mcp", "  |", "140  stop: several rows of the table have this pid"}},
		{"a stale link", 151, []string{"151  10m00s  mcp", "  |", "150   1m00s  -                 not visited",
			"  =  stop: younger than its child, the pid was reused"}},
		{"a cycle", 160, []string{"160  10m00s  mcp   none        hop 2", "  |",
			"161  10m00s  -                 not visited", "  =  stop: visited before, the parents form a cycle"}},
		{"a kind to be kept", 170,
			[]string{"170  10m00s  runtime              the helper", "  =  not walked: a kind to be kept"}},
		{"the hop limit", 189, []string{"181   1d00h  -     none        hop 8", "  |",
			"180   1d00h  -                 not visited", "  =  stop: eight processes are visited at most"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := explained(t, inputs(t, chained(), tspi.Hardened), test.pid, view.Style{})
			at := strings.Index(got, "\n"+test.lines[0])
			if at < 0 {
				t.Fatalf("no line begins with %q in\n%s", test.lines[0], got)
			}
			lines := strings.Split(got[at+1:], "\n")
			for i, want := range test.lines {
				if !strings.HasPrefix(lines[i], want) {
					t.Errorf("line %d of the drawing\n got %s\nwant %s", i, lines[i], want)
				}
			}
		})
	}
}

// Guards section 4.2 in a drawing: an init that is not recognised is said to be
// none, whether it is visited or only come to.
func TestDrawnUnrecognisedInit(t *testing.T) {
	in := inputs(t, rows("1 0 10:00 0 1 node server.js", "60 1 10:00 0 1 sh", "100 1 10:00 0 1 mcp-server",
		"101 60 10:00 0 1 mcp-server"), tspi.Hardened)
	for pid, want := range map[int32]string{
		100: "  1  10m00s  -     none        hop 1\n  =  stop: not recognised as an init\n",
		101: " 60  10m00s  -     none        hop 1\n  |\n  1  stop: not recognised as an init\n",
	} {
		if got := explained(t, in, pid, view.Style{}); !strings.Contains(got, want) {
			t.Errorf("want\n%s\nin\n%s", want, got)
		}
	}
}

// Guards section 4.2 in a drawing: what init itself started is said to be so, of the
// helper as of the last process above it. The neighbour is 3 s younger than init.
func TestDrawnStartedByInit(t *testing.T) {
	in := inputs(t, rows("1 0 10:00 0 1 tini -- agent", "60 1 09:58 0 1 sh", "61 1 09:57 0 1 sh",
		"100 1 09:58 0 1 mcp-server",
		"101 60 09:00 0 1 mcp-server", "102 61 09:00 0 1 mcp-server", "103 1 09:57 0 1 mcp-server"), tspi.Hardened)
	for pid, want := range map[int32]string{
		100: "  1  10m00s  -                 hop 1\n  =  init, which itself started the helper\n",
		101: " 60  9m58s  -     none        hop 1\n  |\n  1  init, which itself started the last process above\n",
		102: " 61  9m57s  -     none        hop 1\n  |\n  1  init, the parent of the last process above\n",
		103: "103  9m57s  mcp               the helper\n  |\n  1  init, the parent of the helper\n",
	} {
		if got := explained(t, in, pid, view.Style{}); !strings.Contains(got, want) {
			t.Errorf("want\n%s\nin\n%s", want, got)
		}
	}
}

// Guards docs/command-line.md: a drawing fits a narrow terminal, and loses nothing by
// it: every pid, kind and hint is there.
func TestDrawingsFitTheTerminal(t *testing.T) {
	for _, level := range []tspi.Level{tspi.Hardened, tspi.Core} {
		in := inputs(t, chained(), level)
		for i := range in.Table.Rows {
			pid := in.Table.Rows[i].PID
			for _, width := range []int{40, 60, 80, 200} {
				got := explained(t, in, pid, view.Style{Width: width})
				for line := range strings.Lines(got) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
						t.Errorf("level %s, pid %d, width %d: a line of %d: %q", level, pid, width, n, line)
					}
				}
				for _, e := range tspi.Explain(in, pid) {
					for _, hop := range e.Hops {
						if !strings.Contains(got, fmt.Sprint(hop.PID)) || !strings.Contains(got, hop.Kind) ||
							hop.OwnerStatus != tspi.StatusActiveParent && !strings.Contains(got, hop.OwnerStatus) {
							t.Errorf("level %s, pid %d, width %d: hop %d is not all there in\n%s", level, pid, width,
								hop.PID, got)
						}
					}
				}
			}
		}
	}
}

// everyWord shows every word of a policy.
func everyWord(string) bool { return true }

func explained(t *testing.T, in tspi.Inputs, pid int32, s view.Style) string {
	t.Helper()
	var b strings.Builder
	if err := view.Explanations(&b, in, tspi.Explain(in, pid), everyWord, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
