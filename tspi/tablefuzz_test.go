package tspi_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 2: whatever the text, each of its lines is exactly one of blank,
// comment, header, malformed and row; a row's values are in their ranges, and
// written out again it is the same row. What the hardened law accepts, core does.
func FuzzParseTable(f *testing.F) {
	f.Add("    PID    PPID     ELAPSED %CPU   RSS COMMAND\n      1       0  1-00:00:00  0.0   900 /sbin/init\n")
	f.Add("# c\r\n7 1 600 0,5 1 mcp-server \t x\r\r\n\n 8 7 x 0.0 1 [kworker]\n9 9")
	f.Add("USER PID %CPU\n1 2 3 4 5 6")
	f.Add("7 1 5 1 1 a\n1 0 1 1 1 init")
	f.Fuzz(func(t *testing.T, text string) {
		hardened, err := tspi.ParseTable(text, tspi.Hardened)
		core, coreErr := tspi.ParseTable(text, tspi.Core)
		if refused(t, coreErr) != (refusal{}) && strings.Trim(text, " \t\r\n") != "" {
			t.Errorf("core refuses a text that is not blank: %v", coreErr)
		}
		if coreErr == nil {
			checkLines(t, text, core)
		}
		if got := refused(t, err); got != (refusal{}) {
			if got.input != tspi.InputProcessTable || got.pointer != "/ps_text" {
				t.Errorf("got %v", got)
			}
			return
		}
		checkLines(t, text, hardened)
		for i := range hardened.Rows {
			checkRow(t, &hardened.Rows[i])
		}
	})
}

func checkLines(t *testing.T, text string, table *tspi.Table) {
	t.Helper()
	blank, lines := 0, strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1] // behind the last LF there is no line
	}
	for _, line := range lines {
		if strings.Trim(strings.TrimSuffix(line, "\r"), " \t") == "" {
			blank++
		}
	}
	s := table.Skipped
	if got := blank + s.Comment + s.Header + s.Malformed + len(table.Rows); got != len(lines) {
		t.Errorf("%d of %d lines are accounted for: %d blank, %+v, %d rows", got, len(lines), blank, s, len(table.Rows))
	}
}

func checkRow(t *testing.T, row *tspi.Row) {
	t.Helper()
	if row.PID < 0 || row.PPID < 0 || row.Age < 0 || row.Age > 2147483647 || row.CPU < 0 || row.Command == "" ||
		row.Command != strings.Trim(row.Command, " \t\n") || row.Unreadable == row.HasAge {
		t.Errorf("no row of section 2: %+v", *row)
	}
	if row.Unreadable {
		return
	}
	line := strings.Join([]string{
		strconv.Itoa(int(row.PID)), strconv.Itoa(int(row.PPID)), strconv.FormatInt(row.Age, 10),
		strconv.FormatFloat(row.CPU, 'f', -1, 64), strconv.FormatInt(row.RSSKiB, 10), row.Command,
	}, " ")
	again, err := tspi.ParseTable(line+"\r\n", tspi.Hardened)
	if err != nil || len(again.Rows) != 1 || again.Rows[0] != *row {
		t.Errorf("%q is not the row %+v again: %v", line, *row, err)
	}
}
