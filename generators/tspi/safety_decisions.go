package tspi

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// candidatesSatisfy: a candidate satisfies the predicate on the table itself. At
// core it may do so by either law, because no core case asks where they differ, and
// of an unreadable row the data does not know what age core reads.
func candidatesSatisfy(t *Trial, r reading, d *differences) {
	may := map[int64]bool{}
	for _, row := range t.survey().rows {
		if t.survey().mayClose(row, t.Level) || t.Level == law.Core &&
			(row.BadColumn || t.survey().mayClose(row, law.Hardened)) {
			may[int64(row.PID)] = true
		}
	}
	for i, row := range r.rows {
		if pid, ok := integerAt(row, "pid"); isCandidate(row) && (!ok || !may[pid]) {
			d.add("", r.path(i)+".decision", "no candidate: the row does not satisfy the predicate",
				string(tspi.DecisionSafeClose))
		}
	}
}

// satisfyingAreCandidates is the other direction: nothing that may be closed is
// kept from the reader.
func satisfyingAreCandidates(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		if t.survey().mayClose(p.Row, t.Level) {
			d.equal("", p.path, p.row, "decision", string(tspi.DecisionSafeClose))
		}
	}
}

// noOwnedCandidate: no process above a candidate is one that a hint gives an active
// status, whatever the answer makes of its owner. Above a row of init stands
// nothing but pid 1, which counts where it is no init.
func noOwnedCandidate(t *Trial, r reading, d *differences) {
	rows := map[int64][]*Row{}
	for _, row := range t.survey().rows {
		rows[int64(row.PID)] = append(rows[int64(row.PID)], row)
	}
	for i, row := range r.rows {
		pid, ok := integerAt(row, "pid")
		if !ok || !isCandidate(row) || len(rows[pid]) != 1 {
			continue
		}
		if status := t.ownerAbove(rows[pid][0]); t.survey().active[status] {
			d.add("", r.path(i)+".decision", "an owner check: a process above it is of status "+shown(status, true),
				string(tspi.DecisionSafeClose))
		}
	}
}

// ownerAbove is the first status that a hint gives to a process above a row, as far
// as its chain can be trusted, else none.
func (t *Trial) ownerAbove(row *Row) string {
	for range maxHops {
		if row.PPID == 1 && (t.Level == law.Core || t.survey().detaches) {
			return ""
		}
		parent := t.survey().only[row.PPID]
		if parent == nil || t.stale(parent, row) {
			return ""
		}
		if status := t.Table.Owners.hint(parent.Command); status != "" && status != statusParent {
			return status
		}
		row = parent
	}
	return ""
}

// maxHops is how many processes a chain visits at most (section 4.3).
const maxHops = 8

// stale reports whether a parent is too young to be one, by the hardened law.
func (t *Trial) stale(parent, below *Row) bool {
	s := t.survey()
	return t.Level == law.Hardened && !s.unreadable(parent) && !s.unreadable(below) && below.Age-parent.Age > 2
}

// detachedAreOrphans: the status of the detached is for children of init, all of
// them that are not kept, and for nobody else.
func detachedAreOrphans(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		if p.kind == nil {
			continue
		}
		detached := t.survey().detached(p.Row, t.Level) && !t.Table.Policy.keeps(p.kind)
		if status := value(p.row, "owner_status"); detached != (status == tspi.StatusDetached) {
			clause, want := "", tspi.StatusDetached
			if !detached {
				want = "another status: init has not adopted it"
			}
			if p.PPID == 1 {
				clause = "4.init"
			}
			d.add(clause, p.path+".owner_status", want, shown(status, true))
		}
	}
}

// keptStatus: a kind that is kept has the status that the policy gives it, and no
// chain.
func keptStatus(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		if p.kind == nil || !t.Table.Policy.keeps(p.kind) {
			continue
		}
		d.equal("", p.path, p.row, "owner_status", p.kind.keepStatus())
		if t.Level == law.Hardened {
			d.equal("", p.path, p.row, "chain_end", string(tspi.EndKeepKind))
		}
	}
}

// decisionsFollow: section 5 on the data of the table and the owner status that the
// answer itself gives.
func decisionsFollow(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		if p.kind == nil {
			continue
		}
		decision, reason, clause := t.ruled(p)
		d.equal(clause, p.path, p.row, "decision", string(decision))
		if t.Level == law.Hardened {
			d.equal(clause, p.path, p.row, "reason", string(reason))
		}
	}
}

func (t *Trial) ruled(p pair) (tspi.Decision, tspi.Reason, string) {
	check, s := tspi.DecisionOwnerCheck, t.survey()
	hardened := t.Level == law.Hardened
	switch {
	case t.Table.Policy.keeps(p.kind):
		return tspi.DecisionKeep, tspi.ReasonKeep, "5.keep"
	case hardened && s.count[p.PID] > 1:
		return check, tspi.ReasonPIDReuse, "5.reuse"
	case hardened && s.unreadable(p.Row):
		return check, tspi.ReasonUnreadable, "5.unreadable"
	case hardened && t.Table.registers(p.Row):
		return check, tspi.ReasonRegistered, "5.registered"
	case s.mayClose(p.Row, t.Level):
		return tspi.DecisionSafeClose, tspi.ReasonOrphan, "5.orphan"
	case s.detached(p.Row, t.Level):
		return check, tspi.ReasonDetached, "5.detached"
	case s.active[text(p.row, "owner_status")]:
		return check, tspi.ReasonActiveOwner, "5.active"
	}
	return check, tspi.ReasonOwnerUnsolved, "5.unresolved"
}
