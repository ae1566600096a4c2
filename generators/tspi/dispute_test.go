package tspi

import (
	"testing"

	"github.com/tspi-dev/harness/internal/law"
)

// Core does not say which of several rows of one pid a chain goes through, so
// nothing about the answer is asked there, also where one of them gives hardened's
// answer; hardened says it, and where no row hangs
// from the pid, or one row has it, core does too (docs/readings.md, section 4).
func TestTwofoldParentsAreLeftOpenAtCore(t *testing.T) {
	row := func(pid, ppid int32, command string) Line {
		return Line{Row: &Row{PID: pid, PPID: ppid, Age: 400, Etime: "400", CPU: "0", RSS: "1", Gap: " ",
			Command: command}}
	}
	for _, test := range []struct {
		name           string
		lines          []Line
		core, hardened bool
	}{
		{"two parents", []Line{row(5, 3, "mcp"), row(3, 4, "sh"), row(4, 1, "claude"), row(4, 1, "bash")}, false, true},
		{"two strangers", []Line{row(5, 3, "mcp"), row(3, 6, "sh"), row(4, 1, "claude"), row(4, 1, "bash")}, true,
			true},
		{"one parent", []Line{row(5, 3, "mcp"), row(3, 4, "sh"), row(2, 1, "claude"), row(4, 1, "bash")}, true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := &Table{Lines: test.lines, Policy: Policy{Kinds: []Kind{{Name: "mcp", Match: []string{"mcp"}}}},
				Owners: Owners{Hints: []Hint{{"claude", statusSession}}}}
			for level, want := range map[law.Level]bool{law.Core: test.core, law.Hardened: test.hardened} {
				if got := NewTrial(table, level, nil, nil).settled(); got != want {
					t.Errorf("%v: settled is %v, want %v", level, got, want)
				}
			}
		})
	}
}
