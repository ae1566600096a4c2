package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 2: pcpu is one to nine digits, optionally `.` or `,` and one to nine
// digits; cpu_pct is its value, else null. [H] A row without is unreadable.
func TestPercentage(t *testing.T) {
	tests := []struct {
		text  string
		value float64
		ok    bool
	}{
		{"0", 0, true},
		{"0.0", 0, true},
		{"12.5", 12.5, true},
		{"12,5", 12.5, true},
		{"007.50", 7.5, true},
		{"999999999.125", 999999999.125, true},
		{"123456789", 123456789, true},
		{"1234567890", 0, false},
		{"0.123456789", 0.123456789, true},
		{"0.1234567890", 0, false},
		{".5", 0, false},
		{"5.", 0, false},
		{"1.2.3", 0, false},
		{"1,2.3", 0, false},
		{"-1.0", 0, false},
		{"+1.0", 0, false},
		{"1e2", 0, false},
		{"nan", 0, false},
		{"12%", 0, false},
		{"٣", 0, false},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			row := parsed(t, "5 4 01:00 "+test.text+" 100 a", tspi.Hardened).Rows[0]
			if row.HasCPU != test.ok || row.HasCPU && row.CPU != test.value {
				t.Errorf("got %v, %v; want %v, %v", row.CPU, row.HasCPU, test.value, test.ok)
			}
			if row.Unreadable == test.ok || row.HasAge != test.ok {
				t.Errorf("unreadable is %v and an age is %v, want %v and %v", row.Unreadable, row.HasAge, !test.ok,
					test.ok)
			}
		})
	}
}

// Section 2, [H]: a row with numeric pid and ppid but a bad etime, pcpu or rss
// stays in the table, without an age.
func TestUnreadableRow(t *testing.T) {
	tests := []struct {
		name, line string
		unreadable bool
	}{
		{"all is well", "5 4 01:00 0.5 100 a", false},
		{"bad etime", "5 4 01:60 0.5 100 a", true},
		{"bad pcpu", "5 4 01:00 - 100 a", true},
		{"bad rss", "5 4 01:00 0.5 - a", true},
		{"rss with a unit", "5 4 01:00 0.5 100K a", true},
		{"rss with a fraction", "5 4 01:00 0.5 1.5 a", true},
		{"negative rss", "5 4 01:00 0.5 -1 a", true},
		{"rss of many digits", "5 4 01:00 0.5 99999999999999999999999 a", false},
		{"an underflown etime", "5 4 4259658-00:00:00 0.5 100 a", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := parsed(t, test.line, tspi.Hardened)
			if len(table.Rows) != 1 || table.Skipped.Malformed != 0 {
				t.Fatalf("got %d rows and %+v, want the row to stay", len(table.Rows), table.Skipped)
			}
			if row := table.Rows[0]; row.Unreadable != test.unreadable || row.HasAge == test.unreadable {
				t.Errorf("got %+v, want unreadable %v", row, test.unreadable)
			}
		})
	}
}

// Section 2, [H]: an age more than 2 s above that of pid 1 makes a row
// unreadable, provided that exactly one row has pid 1 and that row is readable.
func TestRowOlderThanTheMachine(t *testing.T) {
	tests := []struct {
		name, rest string
		unreadable bool
	}{
		{"2 s above", "1 0 100 0.0 1 init\n", false},
		{"3 s above", "1 0 99 0.0 1 init\n", true},
		{"3 s above, pid 1 behind it", "\n\n1 0 99 0.0 1 init\n", true},
		{"no pid 1", "2 0 99 0.0 1 init\n", false},
		{"two rows with pid 1", "1 0 99 0.0 1 init\n1 0 99 0.0 1 init\n", false},
		{"pid 1 is unreadable", "1 0 99 x 1 init\n", false},
		{"pid 1 is malformed", "1 0 99 0.0\n", false},
		{"a malformed line more does not matter", "1 0 99 0.0 1 init\n1 0\n", true},
		{"leading zeros", "01 0 99 0.0 1 init\n", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := parsed(t, "5 4 102 7.5 100 a\n"+test.rest, tspi.Hardened)
			row := table.Rows[0]
			if row.Unreadable != test.unreadable || row.HasAge == test.unreadable {
				t.Errorf("got %+v, want unreadable %v", row, test.unreadable)
			}
			if !row.HasCPU || row.CPU != 7.5 {
				t.Errorf("pcpu is %v, %v; it is readable whatever the age", row.CPU, row.HasCPU)
			}
		})
	}
	t.Run("core believes any age", func(t *testing.T) {
		row := parsed(t, "5 4 102 7.5 100 a\n1 0 9 0.0 1 init\n", tspi.Core).Rows[0]
		if row.Unreadable || !row.HasAge || row.Age != 102 {
			t.Errorf("got %+v, want the age 102", row)
		}
	})
}

// Section 2, [H]: an unreadable row can be a parent, tells age_s null, and as a
// helper is never a close candidate; readable, the same row is one.
func TestUnreadableRowInTheInventory(t *testing.T) {
	const child = "6 5 01:00 0.5 100 vite\n"
	for _, test := range []struct {
		line     string
		decision tspi.Decision
		reason   tspi.Reason
	}{
		{"5 1 10:00 0.5 100 mcp-server\n", tspi.DecisionSafeClose, tspi.ReasonOrphan},
		{"5 1 10:00 0.5 ? mcp-server\n", tspi.DecisionOwnerCheck, tspi.ReasonUnreadable},
	} {
		inventory := fixture{ps: test.line + child}.classify(t, tspi.Hardened)
		row := only(t, inventory, 5)
		if row.Decision != test.decision || row.Reason != test.reason {
			t.Errorf("%q: got %s, %s; want %s, %s", test.line, row.Decision, row.Reason, test.decision, test.reason)
		}
		if hasAge := row.AgeS != nil; hasAge != (test.decision == tspi.DecisionSafeClose) {
			t.Errorf("%q: an age is %v", test.line, hasAge)
		}
		if parent := only(t, inventory, 6); parent.ChainEnd != tspi.EndDetachedAncestor || *parent.ChainEndPID != 5 {
			t.Errorf("%q: the child's chain ends %s, want detached_ancestor at 5", test.line, parent.ChainEnd)
		}
	}
}

// Section 2: cpu_pct is the value of pcpu, else null, whatever else is unreadable.
func TestCPUOfAnUnreadableRow(t *testing.T) {
	for columns, want := range map[string]string{
		"10:00 1.5 100": `"cpu_pct":1.5,`,
		"- 1.5 100":     `"cpu_pct":1.5,`,
		"10:00 1,5 -":   `"cpu_pct":1.5,`,
		"10:00 - 100":   `"cpu_pct":null,`,
		"10:00 1. 100":  `"cpu_pct":null,`,
	} {
		row := only(t, fixture{ps: "7 1 " + columns + " mcp-server\n"}.classify(t, tspi.Hardened), 7)
		if text := string(written(t, row)); !strings.Contains(text, want) {
			t.Errorf("%q: want %s in %s", columns, want, text)
		}
	}
}
