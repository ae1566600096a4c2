package generators

import (
	"strconv"

	"github.com/tspi-dev/harness/tspi"
)

func safetyProperties() []Property {
	return []Property{
		safety("candidates-satisfy-the-predicate", "5.orphan", candidatesSatisfy),
	}
}

// safety is a property of the inventory alone, which costs no further question.
func safety(name, clause string, check func(*Trial, reading, *differences)) Property {
	return Property{Name: name, Family: Safety, Clause: clause, Op: opClassify, OneIn: 1, Check: ofInventory(check)}
}

const (
	opClassify = "tspi.classify"
	opRelief   = "tspi.relief"
	opAudit    = "tspi.audit"
)

// candidatesSatisfy: a candidate satisfies the predicate on the table itself. At
// core it may do so by either law, because no core case asks where they differ.
func candidatesSatisfy(t *Trial, r reading, d *differences) {
	may := map[string]bool{}
	for _, row := range t.Table.Rows() {
		if t.Table.MayClose(row, t.Level) || t.Level == tspi.Core && t.Table.MayClose(row, tspi.Hardened) {
			may[strconv.Itoa(int(row.PID))] = true
		}
	}
	for i, row := range r.rows {
		if isCandidate(row) && !may[number(row, "pid")] {
			d.add("", r.path(i)+".decision", "no candidate: the row does not satisfy the predicate", string(tspi.DecisionSafeClose))
		}
	}
}
