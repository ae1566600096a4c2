package tspi

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// startedIsOwned: what init has started itself is owned by it, and told so.
func startedIsOwned(t *Trial, r reading, d *differences) {
	if t.Level == law.Core {
		return
	}
	for _, p := range t.pairs(r) {
		if p.kind == nil || t.Table.Policy.keeps(p.kind) || !t.survey().startedByInit(p.Row) {
			continue
		}
		d.equal("", p.path, p.row, "owner_status", statusParent)
		d.equal("", p.path, p.row, "chain_end", string(tspi.EndStartedByInit))
		d.equal("", p.path, p.row, "chain_hops", integer(1))
		d.equal("", p.path, p.row, "chain_end_pid", integer(1))
	}
}

// noneAsOldAsInit: whoever was there from the start is no candidate, whatever the
// answer makes of it.
func noneAsOldAsInit(t *Trial, r reading, d *differences) {
	s := t.survey()
	if t.Level == law.Core || len(s.inits) != 1 {
		return
	}
	for i, row := range r.rows {
		pid, _ := integerAt(row, "pid")
		process := s.only[int32(pid)]
		if process == nil || !isCandidate(row) {
			continue
		}
		if s.inits[0].BadColumn || process.Age >= s.inits[0].Age-2 {
			d.add("", r.path(i)+".decision", "no candidate: pid 1 is not known to be older by more than 2 s",
				string(tspi.DecisionSafeClose))
		}
	}
}

// chainEndsAtInit: a chain that ends at a child of init tells which kind of child it is.
func chainEndsAtInit(t *Trial, r reading, d *differences) {
	if t.Level == law.Core {
		return
	}
	for _, p := range t.pairs(r) {
		end := tspi.ChainEnd(text(p.row, "chain_end"))
		if p.PPID == 1 || end != tspi.EndDetachedAncestor && end != tspi.EndStartedByInit &&
			end != tspi.EndUnrecognisedInit {
			continue
		}
		pid, _ := integerAt(p.row, "chain_end_pid")
		top := t.survey().only[int32(pid)]
		if top == nil || top.PPID != 1 {
			d.add("", p.path+".chain_end", "another end: the chain does not end at a child of init", string(end))
			continue
		}
		want := tspi.EndDetachedAncestor
		switch {
		case !t.survey().detaches:
			want = tspi.EndUnrecognisedInit
		case t.survey().startedByInit(top):
			want = tspi.EndStartedByInit
		}
		d.equal("", p.path, p.row, "chain_end", string(want))
	}
}
