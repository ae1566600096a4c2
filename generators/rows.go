package generators

import "github.com/tspi-dev/harness/tspi"

// fact is a row of the table with what both it and the policy say of it, for
// checks that read neither by the code that is judged.
type fact struct {
	*Row
	kind *Kind
	// certain is false where the two laws may differ about the row itself. No core
	// case asks for it there, so neither does a property at core.
	certain bool
}

// helpers are the rows of the table that an inventory must name, in table order,
// and those that it may name at core.
func (t *Table) helpers(level tspi.Level) []fact {
	index := t.index()
	var all []fact
	for _, row := range t.Rows() {
		kind := t.KindOf(row, level)
		certain := level == tspi.Hardened ||
			!row.BadColumn && index.count[row.PID] == 1 && kind == t.KindOf(row, other(level)) && !index.older(row)
		if kind != nil || !certain {
			all = append(all, fact{row, kind, certain})
		}
	}
	return all
}

func other(level tspi.Level) tspi.Level {
	if level == tspi.Core {
		return tspi.Hardened
	}
	return tspi.Core
}

// index is what is looked up of a table again and again.
type index struct {
	count  map[int32]int
	byPID  map[int32]*Row // the only row of a pid
	oldest int64          // the age of the one readable row of pid 1, else -1
}

func (t *Table) index() index {
	x := index{count: map[int32]int{}, byPID: map[int32]*Row{}, oldest: -1}
	for _, row := range t.Rows() {
		x.count[row.PID]++
		x.byPID[row.PID] = row
	}
	for pid, n := range x.count {
		if n > 1 {
			delete(x.byPID, pid)
		}
	}
	if init := x.byPID[1]; init != nil && !init.BadColumn {
		x.oldest = init.Age
	}
	return x
}

// older reports whether a row claims to be older than the machine.
func (x index) older(row *Row) bool { return x.oldest >= 0 && row.Age > x.oldest+2 }

// paired matches the rows of an answer with the helpers of the table, in order.
// Where the answer names others or leaves some out, only the rows of pids that
// both have once are matched. Uncertain helpers are left out.
func (t *Trial) paired(r reading) []pair {
	all := t.Table.helpers(t.Level)
	var pairs []pair
	if len(all) == len(r.rows) && inStep(all, r.rows) {
		for i, f := range all {
			if f.certain {
				pairs = append(pairs, pair{f, r.rows[i], r.path(i)})
			}
		}
		return pairs
	}
	facts, claimed := map[int64][]fact{}, map[int64]int{}
	for _, f := range all {
		facts[int64(f.PID)] = append(facts[int64(f.PID)], f)
	}
	for _, row := range r.rows {
		if pid, ok := integerAt(row, "pid"); ok {
			claimed[pid]++
		}
	}
	for i, row := range r.rows {
		pid, ok := integerAt(row, "pid")
		if fs := facts[pid]; ok && claimed[pid] == 1 && len(fs) == 1 && fs[0].certain {
			pairs = append(pairs, pair{fs[0], row, r.path(i)})
		}
	}
	return pairs
}

// pair is a helper and the row of an answer that is about it.
type pair struct {
	fact
	row  tspi.Object
	path string
}

func inStep(facts []fact, rows []tspi.Object) bool {
	for i, f := range facts {
		if pid, ok := integerAt(rows[i], "pid"); !ok || pid != int64(f.PID) {
			return false
		}
	}
	return true
}
