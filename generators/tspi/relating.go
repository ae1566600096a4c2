package tspi

import (
	"errors"
	"math/rand"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// relation is a change of a table after which the answer is known from the answer
// before it.
type relation struct {
	name, clause string
	// hardened relations say nothing at core.
	hardened bool
	// change makes another table, and says what its answer must be. It gives no
	// table where this one has no place for the change.
	change func(b before) (*Table, expectation)
}

// before is a trial whose answer is known, for a relation to change.
type before struct {
	*Trial
	reading
	rng *rand.Rand
}

// expectation holds the answer about a changed table against what it must be.
type expectation func(after reading, d *differences)

// relationOneIn is how many tables there are for one that a relation is held
// against: each costs a question of its own.
const relationOneIn = 4

func (r relation) property() Property {
	return Property{Name: r.name, Family: Relation, Clause: r.clause, Op: opClassify, OneIn: relationOneIn,
		Check: r.check}
}

func (r relation) check(t *Trial) ([]Difference, error) {
	if r.hardened && t.Level == law.Core {
		return nil, nil
	}
	inventory, err := t.Inventory()
	if err != nil {
		return nil, unlessRefused(err)
	}
	changed, expect := r.change(before{t, read(inventory), t.draws(r.name)})
	if changed == nil {
		return nil, nil
	}
	next := t.On(changed)
	if !t.settled() || !next.settled() {
		return nil, nil // at core, what no case asks for
	}
	answer, err := next.Inventory()
	if err != nil {
		return refusedChange(next, err)
	}
	d := &differences{}
	expect(read(answer), d)
	return d.list, nil
}

func refusedChange(next *Trial, err error) ([]Difference, error) {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return nil, err
	}
	if !next.usable() {
		return nil, nil
	}
	return []Difference{{Path: "error", Want: "an inventory of the changed table", Got: refusal.Error()}}, nil
}

// compared is a comparison with the answer before the change.
func (b before) compared(d *differences) comparison {
	return comparison{differences: d, full: b.Level == law.Hardened}
}

// unchanged wants the same answer.
func (b before) unchanged() expectation {
	return func(after reading, d *differences) { b.compared(d).inventory(b.reading, after) }
}

// sameRows wants the same rows, those of some pids aside, whatever becomes of the
// summary.
func (b before) sameRows(aside ...int32) expectation {
	skip := map[int32]bool{}
	for _, pid := range aside {
		skip[pid] = true
	}
	return func(after reading, d *differences) {
		c := b.compared(d)
		c.skip = skip
		c.rows(c.ordered(b.reading), c.ordered(after))
	}
}

// editedRows wants the rows as they were, but for what an edit makes of each.
func (b before) editedRows(edit func(row strict.Object) strict.Object) expectation {
	want := reading{rows: make([]strict.Object, len(b.rows))}
	for i, row := range b.rows {
		want.rows[i] = edit(row)
	}
	return func(after reading, d *differences) { b.compared(d).rows(want, after) }
}

// candidatesWithout wants the candidates there were, but for those of some pids.
func (b before) candidatesWithout(aside ...int32) expectation {
	want := b.candidates()
	for _, pid := range aside {
		delete(want, pid)
	}
	return func(after reading, d *differences) {
		got := after.candidates()
		for i := range after.rows {
			pid, _ := integerAt(after.rows[i], "pid")
			if isCandidate(after.rows[i]) && want[int32(pid)] == 0 {
				d.add("", after.path(i)+".decision", "no candidate", string(tspi.DecisionSafeClose))
			}
		}
		for i := range b.rows {
			pid, _ := integerAt(b.rows[i], "pid")
			if want[int32(pid)] > 0 && got[int32(pid)] == 0 {
				d.add("", b.path(i)+".decision", "still a candidate", "none")
			}
		}
	}
}

// candidate is any row that may be closed, as the table has it.
func (b before) candidate() (*Row, bool) {
	pids := b.candidates()
	var rows []*Row
	for _, row := range b.survey().rows {
		if pids[row.PID] > 0 && b.survey().count[row.PID] == 1 {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, false
	}
	return rows[b.rng.Intn(len(rows))], true
}

// row is the row of a pid in a copy of the table.
func (t *Table) row(pid int32) *Row {
	for _, row := range t.Rows() {
		if row.PID == pid {
			return row
		}
	}
	return nil
}

// changedRow is a copy of the table with a change in the row of a pid.
func (b before) changedRow(pid int32, change func(*Row)) *Table {
	c := b.Table.changed()
	change(c.row(pid))
	return c
}
