package tspi

import "slices"

// chain is where a helper's owner chain led (contract, section 4).
type chain struct {
	status name  // the owner status
	last   int32 // the row of the last process visited; it means nothing without hops
	hops   uint8 // processes visited
	end    endCode
}

// detached is section 4.2's word: init has adopted the helper. An unrecognised
// init detaches nothing, and what init itself started is not detached.
func (c chain) detached() bool { return c.end == endDetached }

// walker finds owner chains in one table. It asks the hints of each process only
// once, no walk visits more than maxHops processes, and helpers of one parent
// share its walk; so all chains of a table cost a time linear in its rows
// whatever their shape.
type walker struct {
	table   *Table
	init    initProcess
	names   *nameTable
	hints   *searcher
	status  []name  // of each hint
	hinted  []name  // by row: the status that it gives, noName where it was not asked yet
	above   []chain // by row: the walk that begins with a visit to it
	visited int     // for the test that holds cost linear

	detachedStatus, activeParent, unknownParent name
}

func newWalker(in Inputs, names *nameTable) *walker {
	w := &walker{
		table: in.Table, init: in.Table.init(in.Owners), names: names,
		hinted: make([]name, len(in.Table.Rows)), above: make([]chain, len(in.Table.Rows)),
		detachedStatus: names.of(StatusDetached), activeParent: names.of(StatusActiveParent), unknownParent: names.of(StatusUnknownParent),
	}
	var substrings [][]string
	for i := range in.Owners.Hints {
		w.status = append(w.status, names.of(in.Owners.Hints[i].Status))
		substrings = append(substrings, []string{in.Owners.Hints[i].Substring})
	}
	w.hints = newSearcher(substrings)
	return w
}

// hint returns the status of the first owner hint in a process's command, else
// active_parent_process.
func (w *walker) hint(row int32) name {
	if w.hinted[row] == noName {
		w.hinted[row] = w.searchHint(w.table.Rows[row].Command)
	}
	return w.hinted[row]
}

func (w *walker) searchHint(command string) name {
	if !w.hints.quick(w.hints.total) {
		for hint, status := range w.status {
			if w.hints.holds(command, hint) {
				return status
			}
		}
		return w.activeParent
	}
	first := int32(len(w.status))
	for _, hint := range w.hints.in(command) {
		first = min(first, hint)
	}
	if int(first) == len(w.status) {
		return w.activeParent
	}
	return w.status[first]
}

// chainOf returns the chain of a helper of a kind that is not kept.
func (w *walker) chainOf(helper *Row) chain {
	if helper.PPID != 1 {
		return w.walk(helper)
	}
	end := w.belowInit(helper, endDetached)
	if end == endDetached {
		return chain{status: w.detachedStatus, end: end}
	}
	if w.init.row == nil {
		return chain{status: w.unknownParent, end: end}
	}
	c := chain{status: w.activeParent, end: end, hops: 1, last: w.table.byPID.find(1).index()}
	if end == endUnrecognisedInit {
		c.status = w.hint(c.last)
	}
	return c
}

// belowInit is what a ppid of 1 proves of a row: that init adopted it, for which
// adopted is the word, but in the hardened law not where pid 1 is not recognised as
// an init, nor where it started the row itself.
func (w *walker) belowInit(row *Row, adopted endCode) endCode {
	switch {
	case !w.table.level.hardened():
		return adopted
	case w.init.state == InitUnrecognised:
		return endUnrecognisedInit
	case w.init.started(row):
		return endStartedByInit
	}
	return adopted
}

// walk takes the first step by itself and the others with all helpers of the
// same parent: of the helper, only its age and its ppid matter to its chain.
func (w *walker) walk(helper *Row) chain {
	parent, end := w.parentOf(helper)
	if end != walkOn {
		return chain{status: w.unknownParent, end: end}
	}
	if w.above[parent].hops == 0 {
		w.above[parent] = w.walkFrom(parent)
	}
	return w.above[parent]
}

// walkFrom visits a process and goes on upwards.
func (w *walker) walkFrom(at int32) chain {
	var pids [maxHops]int32
	for c := (chain{}); ; {
		row := &w.table.Rows[at]
		pids[c.hops] = row.PID
		w.visited++
		c.hops, c.last, c.status = c.hops+1, at, w.hint(at)
		switch {
		case c.status != w.activeParent:
			c.end = endOwnerHint
		case row.PPID == 1:
			c.end = w.belowInit(row, endDetachedAncestor)
		case c.hops == maxHops:
			c.end = endHopLimit
		case slices.Contains(pids[:c.hops], row.PPID):
			c.end = endCycle
		default:
			at, c.end = w.parentOf(row)
		}
		if c.end != walkOn {
			return c
		}
	}
}

// parentOf looks for the parent of a row, and says why there is none to visit.
// The order of the tests, here and in walkFrom, is the contract's.
func (w *walker) parentOf(below *Row) (int32, endCode) {
	ref := w.table.byPID.find(below.PPID)
	if ref.none() {
		return 0, endMissingParent
	}
	parent := &w.table.Rows[ref.index()]
	if w.table.level.hardened() {
		switch {
		case ref.several():
			return 0, endAmbiguousPID
		case parent.HasAge && below.HasAge && below.Age-parent.Age > clockSlack:
			return 0, endStaleLink
		}
	}
	return ref.index(), walkOn
}

// visits returns the rows that a chain of that helper visited, the parent first.
func (w *walker) visits(helper *Row, c chain) []int32 {
	var rows []int32
	for pid := helper.PPID; len(rows) < int(c.hops); {
		at := w.table.byPID.find(pid).index()
		rows = append(rows, at)
		pid = w.table.Rows[at].PPID
	}
	return rows
}
