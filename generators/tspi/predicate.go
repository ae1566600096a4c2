package tspi

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
)

// KindOf is the kind of a row by section 3, said on the data of the table: nil
// for a row that is no helper.
func (t *Table) KindOf(row *Row, level law.Level) *Kind {
	hardened := level == law.Hardened
	if hardened && (row.PID <= 1 || isTitle(row.Command)) {
		return nil
	}
	return t.Policy.kindOf(row.Command, hardened)
}

// MayClose reports whether a row satisfies the safe-close predicate, and every
// exception to it, on the data of the table itself: the text is not parsed, and
// no chain is walked, because a candidate needs none.
//
// For the hardened law it holds exactly for the candidates; for core, whose
// answer about reused pids and unreadable rows no case asks for, a candidate
// satisfies it where its pid is the only one.
func (t *Table) MayClose(row *Row, level law.Level) bool {
	return t.survey().mayClose(row, level)
}

func (t *Table) registers(row *Row) bool {
	return slices.ContainsFunc(t.Owners.Registered, func(r Registered) bool {
		return r.PID == row.PID && (r.CommandHash == "" || r.CommandHash == commandHash(row.Command))
	})
}
