package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 1: ps_text is a string that is not blank, required. A blank or absent
// one, [H] or one without a single row, is TSPI_MISSING_PROCESS_TABLE; anything
// else is TSPI_INPUT_INVALID.
func TestProcessTableDocument(t *testing.T) {
	missing := refusal{tspi.CodeMissingProcessTable, tspi.InputProcessTable, "/ps_text"}
	mistyped := invalid(tspi.InputProcessTable, "/ps_text")
	tests := []struct {
		name, document string
		core, hardened refusal
	}{
		{"one row", `{"ps_text": "7 1 01:00 0.0 1 a"}`, refusal{}, refusal{}},
		{"absent", `{}`, missing, missing},
		{"empty", `{"ps_text": ""}`, missing, missing},
		{"blanks", `{"ps_text": " \t\r\n \n"}`, missing, missing},
		{"a blank of Unicode is no blank", `{"ps_text": "\u00a0"}`, refusal{}, missing},
		{"comments alone", `{"ps_text": "# a\n# b\n"}`, refusal{}, missing},
		{"a header alone", `{"ps_text": "PID PPID ELAPSED %CPU RSS COMMAND\n"}`, refusal{}, missing},
		{"malformed lines alone", `{"ps_text": "a b c\n"}`, refusal{}, missing},
		{"null", `{"ps_text": null}`, mistyped, mistyped},
		{"a number", `{"ps_text": 7}`, mistyped, mistyped},
		{"an array of lines", `{"ps_text": ["7 1 01:00 0.0 1 a"]}`, mistyped, mistyped},
		{"an array", `[]`, invalid(tspi.InputProcessTable, ""), invalid(tspi.InputProcessTable, "")},
		{"the text itself", `"7 1 01:00 0.0 1 a"`, invalid(tspi.InputProcessTable, ""),
			invalid(tspi.InputProcessTable, "")},
		{"null as a whole", `null`, invalid(tspi.InputProcessTable, ""), invalid(tspi.InputProcessTable, "")},
		{"a field that is not listed", `{"ps_text": "7 1 01:00 0.0 1 a", "ps_test": 1}`,
			refusal{}, invalid(tspi.InputProcessTable, "/ps_test")},
		{"fields that are ignored",
			`{"$schema": 1, "schema": null, "description": [], "x_note": {"ps_test": 1}, "ps_text": "7 1 01:00 0.0 1 a"}`,
			refusal{}, refusal{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			value := document(t, test.document)
			_, err := tspi.ReadTable(value, tspi.Core)
			if got := refused(t, err); got != test.core {
				t.Errorf("core: got %v, want %v", got, test.core)
			}
			_, err = tspi.ReadTable(value, tspi.Hardened)
			if got := refused(t, err); got != test.hardened {
				t.Errorf("hardened: got %v, want %v", got, test.hardened)
			}
		})
	}
}

// Section 2: blank lines and lines that start with # are skipped; other lines
// with fewer than six columns or without a numeric pid and ppid are malformed.
// [H] The summary counts lines by cause. Blank lines have no count.
func TestSkippedLines(t *testing.T) {
	ps := strings.Join([]string{
		"# a comment",
		"PID PPID ELAPSED %CPU RSS COMMAND",
		"",
		" \t ",
		"\r",
		"  # a comment behind blanks",
		"7 1 01:00 0.0 1 a",
		"#8 1 01:00 0.0 1 a",
		"hello",
		"9 1 01:00 0.0 1",
		"pid ppid etime pcpu rsz args",
		"x 1 01:00 0.0 1 a",
		"9 x 01:00 0.0 1 a",
		"10 1 01:00 0.0 1 # no comment",
	}, "\n")
	want := tspi.SkippedLines{Comment: 3, Header: 2, Malformed: 4}
	for _, level := range levels() {
		table := parsed(t, ps, level)
		if table.Skipped != want || len(table.Rows) != 2 {
			t.Errorf("%v: got %d rows and %+v, want 2 and %+v", level, len(table.Rows), table.Skipped, want)
		}
	}
	summary := fixture{ps: ps}.classify(t, tspi.Hardened).Summary
	if summary.SkippedLineCounts != want {
		t.Errorf("the summary says %+v, want %+v", summary.SkippedLineCounts, want)
	}
}

// Section 2: a bad etime, pcpu or rss makes no line malformed under the hardened
// law: the row stays and is counted as none of the three.
func TestUnreadableRowIsNotSkipped(t *testing.T) {
	table := parsed(t, "7 1 - - - a\n", tspi.Hardened)
	if len(table.Rows) != 1 || table.Skipped != (tspi.SkippedLines{}) {
		t.Errorf("got %d rows and %+v, want 1 and no count", len(table.Rows), table.Skipped)
	}
}

// Section 1: the refusal of a whole table never echoes a line of it.
func TestTableRefusalEchoesNothing(t *testing.T) {
	for _, ps := range []string{"USER PID canaryword\n" + oneRow, "canaryword\n", "PID canaryword\n" + oneRow} {
		_, err := tspi.ParseTable(ps, tspi.Hardened)
		if err == nil || strings.Contains(err.Error(), "canaryword") {
			t.Errorf("%q: got %v, want a refusal without the line's text", ps, err)
		}
	}
}
