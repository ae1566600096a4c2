package tspi

import (
	"slices"
	"strings"
	"sync/atomic"
)

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
// whatever their shape. Forks remember together; where two ask the same at once, both
// find the same answer.
type walker struct {
	table   *Table
	init    initProcess
	names   *nameTable
	hints   *searcher
	status  []name          // of each hint
	hinted  []atomic.Int32  // by row: the name of the status that it gives, noName where it was not asked yet
	above   []atomic.Uint64 // by row: the walk that begins with a visit to it, packed; 0 where it was not asked yet
	visited int             // for the test that holds cost linear

	detachedStatus, activeParent, unknownParent name
}

func newWalker(in Inputs, names *nameTable) *walker {
	w := &walker{
		table: in.Table, init: in.Table.init(in.Owners), names: names,
		hinted: make([]atomic.Int32, len(in.Table.Rows)), above: make([]atomic.Uint64, len(in.Table.Rows)),
		detachedStatus: names.of(StatusDetached), activeParent: names.of(StatusActiveParent),
		unknownParent: names.of(StatusUnknownParent),
	}
	var substrings [][]string
	for i := range in.Owners.Hints {
		w.status = append(w.status, names.of(in.Owners.Hints[i].Status))
		substrings = append(substrings, []string{in.Owners.Hints[i].Substring})
	}
	w.hints = newSearcher(substrings)
	return w
}

// fork is the same walker for another goroutine.
func (w *walker) fork() *walker {
	fork := *w
	fork.hints, fork.visited = w.hints.fork(), 0
	return &fork
}

// join takes over what a fork has counted.
func (w *walker) join(fork *walker) {
	w.hints.join(fork.hints)
	w.visited += fork.visited
}

// hint returns the status of the first owner hint in a process's command, else
// active_parent_process.
func (w *walker) hint(row int32) name {
	if known := name(w.hinted[row].Load()); known != noName {
		return known
	}
	status := w.searchHint(w.table.Rows[row].Command)
	w.hinted[row].Store(int32(status))
	return status
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
	case !w.table.level.IsHardened():
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
	if known := w.above[parent].Load(); known != 0 {
		return w.unpacked(known)
	}
	c := w.walkFrom(parent)
	w.above[parent].Store(c.packed())
	return c
}

// packed is a chain of one hop at least in one word. Its status is not in it: it is
// that of the last process.
func (c chain) packed() uint64 { return uint64(c.last)<<16 | uint64(c.hops)<<8 | uint64(c.end) }

func (w *walker) unpacked(word uint64) chain {
	c := chain{last: int32(word >> 16), hops: uint8(word >> 8), end: endCode(word)}
	c.status = w.hint(c.last)
	return c
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
	if w.table.level.IsHardened() {
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

// initProcess is what the table says of pid 1 (contract, section 4.2). In a
// container pid 1 is often the owner itself, so its children are not detached.
type initProcess struct {
	state InitState
	row   *Row // the one row with pid 1, where there is exactly one such line and it is a row
}

func (t *Table) init(o *Owners) initProcess {
	if t.initLines == 0 {
		return initProcess{state: InitNotInTable}
	}
	row, ok := t.only(1)
	if !ok || t.initLines != 1 {
		return initProcess{state: InitUnrecognised}
	}
	if slices.Contains(o.InitNames, initName(row.Command)) {
		return initProcess{InitRecognised, row}
	}
	return initProcess{InitUnrecognised, row}
}

// initName is the first word of a command without its folder and without the dash
// that marks a login shell.
func initName(command string) string {
	word, _ := cutWord(command)
	return strings.TrimPrefix(nameOf(word), "-")
}

// started reports whether a child of pid 1 was there from the start, so that nobody
// left it behind: it is the main command of a container, or a service of the host.
// Where the age of pid 1 is unknown, every child may have been.
func (p initProcess) started(child *Row) bool {
	return p.row != nil && (!p.row.HasAge || child.HasAge && p.row.Age-child.Age <= clockSlack)
}
