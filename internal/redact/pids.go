package redact

import "github.com/tspi-dev/harness/tspi"

// firstPID is the first of the new pids: low enough to be read at a glance, high
// enough to be told from columns of other numbers.
const firstPID = 100

// pids renumbers processes in the order in which they are met. Pids 0 and 1 mean
// something to the law and stay.
type pids struct {
	renumbered map[int32]int32
	next       int32
}

func newPIDs(rows []tspi.Row) *pids {
	p := &pids{renumbered: map[int32]int32{0: 0, 1: 1}, next: firstPID}
	for i := range rows {
		p.of(rows[i].PID) // rows first, so that they count upwards
	}
	return p
}

func (p *pids) of(pid int32) int32 {
	n, ok := p.renumbered[pid]
	if !ok {
		n = p.fresh()
		p.renumbered[pid] = n
	}
	return n
}

// fresh is a pid that no row has.
func (p *pids) fresh() int32 {
	n := p.next
	p.next++
	return n
}
