package tspi

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// helper is a row of the table that an inventory must name, with the kind that
// the policy gives it.
type helper struct {
	*Row
	kind *Kind // nil where only the other law makes a helper of it
	// certain is false where the two laws may differ about the row itself. No core
	// case asks for it there, so no property does at core.
	certain bool
}

// helpersOf are the helpers of a table in its order, and at core those that the
// hardened law or the published one may see.
func helpersOf(s *survey, level law.Level) []helper {
	var all []helper
	for _, row := range s.rows {
		h := helper{row, s.table.KindOf(row, level), true}
		if level == law.Core {
			h.certain = s.alike(row)
		}
		if h.kind != nil || !h.certain {
			all = append(all, h)
		}
	}
	return all
}

// alike reports whether both laws see the same in a row, its owner chain aside.
func (s *survey) alike(row *Row) bool {
	return !s.unreadable(row) && s.count[row.PID] == 1 && !s.table.registers(row) &&
		(row.PPID != 1 || s.detached(row, law.Hardened)) &&
		s.table.KindOf(row, law.Core) == s.table.KindOf(row, law.Hardened)
}

// pair is a helper and the row of an answer that is about it.
type pair struct {
	helper
	row  strict.Object
	path string
}

// pairs matches the rows of an answer with the helpers of the table, one by one
// where the answer names them in order, else those of pids that both have once.
// Uncertain helpers are left out.
func (t *Trial) pairs(r reading) []pair {
	all := t.helpers()
	var pairs []pair
	if inStep(all, r.rows) {
		for i, h := range all {
			if h.certain {
				pairs = append(pairs, pair{h, r.rows[i], r.path(i)})
			}
		}
		return pairs
	}
	expected, claimed := map[int64][]helper{}, map[int64]int{}
	for _, h := range all {
		expected[int64(h.PID)] = append(expected[int64(h.PID)], h)
	}
	for _, row := range r.rows {
		if pid, ok := integerAt(row, "pid"); ok {
			claimed[pid]++
		}
	}
	for i, row := range r.rows {
		pid, ok := integerAt(row, "pid")
		if hs := expected[pid]; ok && claimed[pid] == 1 && len(hs) == 1 && hs[0].certain {
			pairs = append(pairs, pair{hs[0], row, r.path(i)})
		}
	}
	return pairs
}

func inStep(helpers []helper, rows []strict.Object) bool {
	if len(helpers) != len(rows) {
		return false
	}
	for i, h := range helpers {
		if pid, ok := integerAt(rows[i], "pid"); !ok || pid != int64(h.PID) {
			return false
		}
	}
	return true
}
