package tspi

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// dispute is where the two laws differ about a table. At core nothing is asked
// there: every core case has the same answer under both.
type dispute struct {
	// all is set where one law refuses what the other takes.
	all  bool
	pids map[int32]bool // of rows with two answers
}

// settled reports whether the whole answer about the trial's table may be asked
// for: always at hardened, at core where both laws give the same.
func (t *Trial) settled() bool {
	d := t.dispute()
	return !d.all && len(d.pids) == 0
}

func (t *Trial) dispute() *dispute {
	if t.disputed == nil {
		t.disputed = &dispute{}
		if t.Level == law.Core {
			t.disputed = disputeOver(t.Table)
		}
	}
	return t.disputed
}

func disputeOver(t *Table) *dispute {
	table, policy, owners := t.ProcessTable(), t.PressurePolicy(), t.OwnerClasses()
	core, errCore := tspi.ReadInputs(table, policy, owners, law.Core)
	hardened, errHardened := tspi.ReadInputs(table, policy, owners, law.Hardened)
	if errCore != nil || errHardened != nil {
		return &dispute{all: true}
	}
	if t.hasTwofoldParent() {
		return &dispute{all: true}
	}
	d := &dispute{pids: map[int32]bool{}}
	balance := map[ruling]int{}
	for _, row := range tspi.Classify(core).Rows {
		balance[rulingOf(row)]++
	}
	for _, row := range tspi.Classify(hardened).Rows {
		balance[rulingOf(row)]--
	}
	for r, n := range balance {
		if n != 0 {
			d.pids[r.pid] = true
		}
	}
	return d
}

// hasTwofoldParent reports whether several rows have the pid of some row's parent.
// Which of them a chain goes through, core leaves open.
func (t *Table) hasTwofoldParent() bool {
	rows := t.Rows()
	count := map[int32]int{}
	for _, row := range rows {
		count[row.PID]++
	}
	return slices.ContainsFunc(rows, func(row *Row) bool { return count[row.PPID] > 1 })
}

// ruling is what a core case asks of a row.
type ruling struct {
	pid, ppid        int32
	kind, status     string
	decision         tspi.Decision
	age              int64
	hasAge           bool
	hash             string
	allowlistMatched bool
}

func rulingOf(row tspi.InventoryRow) ruling {
	r := ruling{pid: row.PID, ppid: row.PPID, kind: row.ProcessKind, status: row.OwnerStatus, decision: row.Decision,
		hash: row.CommandHash, allowlistMatched: row.AllowlistMatched}
	if row.AgeS != nil {
		r.age, r.hasAge = *row.AgeS, true
	}
	return r
}
