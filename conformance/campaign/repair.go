package campaign

import (
	"errors"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

// plausible makes a shrunk table one that a host could print, where such a one fails in
// the same way: no process is its own parent, and a parent that is gone stands there,
// since it may be what mattered. It returns the table as it was where none does.
func (e *examination) plausible(table *tspigen.Table) (*tspigen.Table, error) {
	rules := named(e.rules, e.failure.during)
	for _, row := range table.Rows() {
		if row.PPID > 1 && (row.PPID == row.PID || !hasPID(table, row.PPID)) {
			better := withParent(table, row)
			fails, err := e.tryOne(better, rules)
			if errors.Is(err, errEnough) {
				return table, nil
			}
			if err != nil {
				return table, err
			}
			if fails {
				table = better
			}
		}
	}
	// The differences are those of the table that is shown.
	f, err := e.asOften(table, rules)
	if f != nil {
		e.failure = f
	}
	return table, err
}

// withParent is a table in which the parent of a row stands: as old as the row, with a
// command that no policy of ours matches, and with init's child's place in the tree.
func withParent(table *tspigen.Table, child *tspigen.Row) *tspigen.Table {
	better := table.Clone()
	better.Key = 0
	parent := *child
	parent.PID, parent.PPID, parent.PIDZeros, parent.PPIDZeros = freePID(table, child.PPID), 0, 0, 0
	parent.Command = "login-shell -l"
	for i, line := range better.Lines {
		if line.Row != nil && line.Row.PID == child.PID && line.Row.PPID == child.PPID &&
			line.Row.Command == child.Command {
			line.Row.PPID, line.Row.PPIDZeros = parent.PID, 0
			better.Lines = append(better.Lines[:i+1], better.Lines[i:]...)
			better.Lines[i] = tspigen.Line{Row: &parent}
			break
		}
	}
	return better
}

// freePID is a pid that no row has, the given one where it is free.
func freePID(table *tspigen.Table, pid int32) int32 {
	for hasPID(table, pid) {
		pid++
	}
	return max(pid, 2)
}

func hasPID(table *tspigen.Table, pid int32) bool {
	for _, row := range table.Rows() {
		if row.PID == pid {
			return true
		}
	}
	return false
}
