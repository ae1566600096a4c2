package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

const oneRow = "7 1 01:00 0.0 1 mcp-server\n"

// Section 2: a line whose first column is PID in any letter case is no row,
// wherever it stands. [H] It must name exactly the six columns in order, with
// any of their names in any letter case; otherwise it is another dialect.
func TestHeader(t *testing.T) {
	tests := []struct {
		name, header string
		ours         bool
	}{
		{"as procps prints it", "    PID    PPID     ELAPSED %CPU   RSS COMMAND", true},
		{"the other names", "PID PPID ETIME PCPU RSZ CMD", true},
		{"args", "PID PPID ELAPSED %CPU RSS ARGS", true},
		{"small letters", "pid ppid elapsed %cpu rss command", true},
		{"mixed letters and tabs", "\tPid\tpPiD\tEtime\tpCPU\tRsz\tArgs\t", true},
		{"CR before LF", "PID PPID ELAPSED %CPU RSS COMMAND\r", true},

		{"a column left out", "PID PPID ELAPSED %CPU COMMAND", false},
		{"the command left out", "PID PPID ELAPSED %CPU RSS", false},
		{"a seventh column", "PID PPID ELAPSED %CPU RSS COMMAND TTY", false},
		{"two columns swapped", "PID PPID %CPU ELAPSED RSS COMMAND", false},
		{"pid and ppid swapped to another dialect", "PID PGID ELAPSED %CPU RSS COMMAND", false},
		{"STIME for ELAPSED", "PID PPID STIME %CPU RSS COMMAND", false},
		{"TIME for ELAPSED", "PID PPID TIME %CPU RSS COMMAND", false},
		{"CPU for %CPU", "PID PPID ELAPSED CPU RSS COMMAND", false},
		{"VSZ for RSS", "PID PPID ELAPSED %CPU VSZ COMMAND", false},
		{"COMM for COMMAND", "PID PPID ELAPSED %CPU RSS COMM", false},
		{"PID alone", "PID", false},
		{"BusyBox", "PID   USER     TIME  COMMAND", false},
		{"a long s is no S", "PID PPID ELAPSED %CPU R\u017fS COMMAND", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for place, ps := range map[string]string{
				"first": test.header + "\n" + oneRow,
				"last":  oneRow + test.header,
			} {
				table, err := tspi.ParseTable(ps, tspi.Hardened)
				want := refusal{}
				if !test.ours {
					want = invalid(tspi.InputProcessTable, "/ps_text")
				}
				if got := refused(t, err); got != want {
					t.Errorf("%s: got %v, want %v", place, got, want)
				}
				if err == nil && (len(table.Rows) != 1 || table.Skipped != (tspi.SkippedLines{Header: 1})) {
					t.Errorf("%s: got %d rows and %+v, want 1 row and 1 header", place, len(table.Rows), table.Skipped)
				}
				core := parsed(t, ps, tspi.Core)
				if len(core.Rows) != 1 || core.Skipped != (tspi.SkippedLines{Header: 1}) {
					t.Errorf("%s: core: got %d rows and %+v, want 1 row and 1 header", place, len(core.Rows),
						core.Skipped)
				}
			}
		})
	}
}

// Section 2, [H]: a line before the first row whose first column is not a number
// and among whose words is PID, in any letter case, must be our header too.
func TestForeignHeader(t *testing.T) {
	tests := []struct {
		name, ps string
		refused  bool
	}{
		{"ps aux", "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\n" + oneRow, true},
		{"ps -ef", "UID PID PPID C STIME TTY TIME CMD\n" + oneRow, true},
		{"ps -l", "F S UID PID PPID C PRI NI ADDR SZ WCHAN TTY TIME CMD\n" + oneRow, true},
		{"small letters", "user\tpid\tcommand\n" + oneRow, true},
		{"behind malformed lines", "5 4\nhello\nUSER PID COMMAND\n" + oneRow, true},
		{"behind our header", "PID PPID ELAPSED %CPU RSS COMMAND\nUSER PID COMMAND\n" + oneRow, true},
		{"PID is the last word", "the PID\n" + oneRow, true},

		{"behind the first row", oneRow + "USER PID COMMAND\n", false},
		{"behind an unreadable row", "8 1 - - - mcp-server\nUSER PID COMMAND\n" + oneRow, false},
		{"a comment", "# USER PID COMMAND\n" + oneRow, false},
		{"PID is only a part of a word", "USER PPID COMMAND\n" + oneRow, false},
		{"PID behind a colon", "USER :PID COMMAND\n" + oneRow, false},
		{"the first column is a number", "500 PID\n" + oneRow, false},
		{"PID in a command of the first row", "7 1 01:00 0.0 1 mcp-server --print PID\n", false},
		{"no-break spaces make one word", "USER\u00a0PID\u00a0COMMAND\n" + oneRow, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := tspi.ParseTable(test.ps, tspi.Hardened)
			want := refusal{}
			if test.refused {
				want = invalid(tspi.InputProcessTable, "/ps_text")
			}
			if got := refused(t, err); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			parsed(t, test.ps, tspi.Core) // the published law only skips the line
		})
	}
}

// A refusal says where: the line of another dialect's header, counted from one
// with every line before it, and how many lines hold no row.
func TestTableRefusalSaysWhichLine(t *testing.T) {
	for ps, want := range map[string]string{
		"USER PID %CPU COMMAND\n" + oneRow:                    "line 1 is the header",
		"# taken at noon\n\n" + oneRow + "PID TTY TIME CMD\n": "line 4 is the header",
		"# taken at noon\n\nno row\n":                         "none of the 3 lines",
	} {
		_, err := tspi.ParseTable(ps, tspi.Hardened)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error that says %q", err, want)
		}
	}
}
