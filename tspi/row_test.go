package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// parsed is the table of a text that the test knows to be one.
func parsed(t *testing.T, ps string, level tspi.Level) *tspi.Table {
	t.Helper()
	table, err := tspi.ParseTable(ps, level)
	if err != nil {
		t.Fatalf("%v: %q is refused: %v", level, ps, err)
	}
	return table
}

// Section 2: the columns are pid ppid etime pcpu rss command, separated by runs
// of spaces and tabs; the command is the rest, verbatim.
func TestRowColumns(t *testing.T) {
	tests := []struct {
		name, line string
		want       tspi.Row
	}{
		{"one space", "5 4 01:00 0.5 100 run it",
			tspi.Row{PID: 5, PPID: 4, Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, RSSKiB: 100, Command: "run it"}},
		{"runs of spaces and tabs", "  5\t \t4   01:00\t0.5 \t 100\t\trun it",
			tspi.Row{PID: 5, PPID: 4, Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, RSSKiB: 100, Command: "run it"}},
		{"blanks inside the command stay", "5 4 01:00 0.5 100 a  b\t c \t",
			tspi.Row{PID: 5, PPID: 4, Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, RSSKiB: 100, Command: "a  b\t c"}},
		{"a command of one letter", "5 4 01:00 0.5 100 a",
			tspi.Row{PID: 5, PPID: 4, Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, RSSKiB: 100, Command: "a"}},
		{"a command that looks like columns", "5 4 01:00 0.5 100 6 5 01:00",
			tspi.Row{PID: 5, PPID: 4, Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, RSSKiB: 100,
				Command: "6 5 01:00"}},
		{"pid zero", "0 0 01:00 0.5 0 kernel",
			tspi.Row{Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, Command: "kernel"}},
		{"leading zeros", "005 004 01:00 0.5 007 a",
			tspi.Row{PID: 5, PPID: 4, Age: 60, HasAge: true, CPU: 0.5, HasCPU: true, RSSKiB: 7, Command: "a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				rows := parsed(t, test.line, level).Rows
				if len(rows) != 1 || rows[0] != test.want {
					t.Errorf("%v: got %+v, want %+v", level, rows, test.want)
				}
			}
		})
	}
}

// Section 2: a line ends at LF or at the end of the text, and one CR before
// either belongs to the end; lines are trimmed of spaces and tabs; every other
// character, Unicode blanks and inner CR included, is ordinary.
func TestRowCharacters(t *testing.T) {
	tests := []struct {
		name, text, command string
	}{
		{"LF", "5 4 01:00 0.5 100 a\n", "a"},
		{"end of the text", "5 4 01:00 0.5 100 a", "a"},
		{"CR LF", "5 4 01:00 0.5 100 a\r\n", "a"},
		{"CR and the end of the text", "5 4 01:00 0.5 100 a\r", "a"},
		{"two CR before LF", "5 4 01:00 0.5 100 a\r\r\n", "a\r"},
		{"spaces before CR LF", "5 4 01:00 0.5 100 a \t \r\n", "a"},
		{"spaces behind CR", "5 4 01:00 0.5 100 a\r \n", "a\r"},
		{"inner CR ends no line", "5 4 01:00 0.5 100 a\r6 1 01:00 0.5 100 b\n", "a\r6 1 01:00 0.5 100 b"},
		{"no-break space is not trimmed", "5 4 01:00 0.5 100 a\u00a0\n", "a\u00a0"},
		{"no-break space separates nothing", "5 4 01:00 0.5 100 \u00a0a\n", "\u00a0a"},
		{"line separator ends no line", "5 4 01:00 0.5 100 a\u2028b\n", "a\u2028b"},
		{"next line ends no line", "5 4 01:00 0.5 100 a\u0085b\n", "a\u0085b"},
		{"vertical tab and form feed are ordinary", "5 4 01:00 0.5 100 \va\f\n", "\va\f"},
		{"a zero byte is ordinary", "5 4 01:00 0.5 100 a\x00b\n", "a\x00b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				rows := parsed(t, test.text, level).Rows
				if len(rows) != 1 || rows[0].Command != test.command {
					t.Errorf("%v: got %+v, want one row with the command %q", level, rows, test.command)
				}
			}
		})
	}
}

// Section 2: a Unicode blank separates no columns, so such a line is malformed.
func TestUnicodeBlankSeparatesNoColumns(t *testing.T) {
	const good = "7 1 01:00 0.0 1 a\n"
	for _, level := range levels() {
		table := parsed(t, good+"5\u00a04 01:00 0.5 100 a\n", level)
		if len(table.Rows) != 1 || table.Skipped.Malformed != 1 {
			t.Errorf("%v: got %d rows and %+v, want the second line malformed", level, len(table.Rows), table.Skipped)
		}
	}
}

// Section 2: pid and ppid are ASCII digits, at most 2147483647. Lines without
// are malformed, which is no fault of the table.
func TestRowPIDs(t *testing.T) {
	tests := []struct {
		name, pid string
		isRow     bool
	}{
		{"one", "1", true},
		{"the largest", "2147483647", true},
		{"one more", "2147483648", false},
		{"one more than 64 bits", "18446744073709551621", false},
		{"leading zeros", "0000000000000000000005", true},
		{"negative", "-5", false},
		{"signed", "+5", false},
		{"fraction", "5.0", false},
		{"hexadecimal", "0x5", false},
		{"fullwidth digits", "５", false},
		{"a letter", "5a", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				for _, line := range []string{test.pid + " 4 01:00 0.5 100 a", "5 " + test.pid + " 01:00 0.5 100 a"} {
					table := parsed(t, "7 1 01:00 0.0 1 a\n"+line, level)
					if isRow := len(table.Rows) == 2; isRow != test.isRow || isRow == (table.Skipped.Malformed == 1) {
						t.Errorf("%v: %q: a row is %v and %+v, want %v", level, line, isRow, table.Skipped, test.isRow)
					}
				}
			}
		})
	}
}

// Section 2: fewer than six columns make a line malformed, and six do not.
func TestRowNeedsSixColumns(t *testing.T) {
	for _, level := range levels() {
		for line, isRow := range map[string]bool{
			"5":                     false,
			"5 4":                   false,
			"5 4 01:00":             false,
			"5 4 01:00 0.5":         false,
			"5 4 01:00 0.5 100":     false,
			"5 4 01:00 0.5 100  \t": false,
			"5 4 01:00 0.5 100 a":   true,
		} {
			table := parsed(t, "7 1 01:00 0.0 1 a\n"+line+"\n", level)
			if got := len(table.Rows) == 2; got != isRow || table.Skipped.Malformed == 0 != isRow {
				t.Errorf("%v: %q: a row is %v and %+v, want %v", level, line, got, table.Skipped, isRow)
			}
		}
	}
}
