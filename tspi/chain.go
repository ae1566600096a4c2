package tspi

// chain is where a helper's owner chain led (contract, section 4).
type chain struct {
	status string
	end    ChainEnd
	// visited are the processes of the walk from the parent upwards.
	visited []*Row
}

// detached is section 4.2's word: init has adopted the helper. An unrecognised
// init detaches nothing.
func (c chain) detached() bool { return c.end == EndDetached }

// walker finds owner chains in one table. It asks the hints of each process only
// once, and no walk visits more than maxHops processes, so that all chains of a
// table cost a time linear in its rows whatever their shape.
type walker struct {
	table  *Table
	owners *Owners
	init   initProcess
	hints  map[*Row]string
}

func newWalker(t *Table, o *Owners) *walker {
	return &walker{table: t, owners: o, init: t.init(o), hints: map[*Row]string{}}
}

func (w *walker) hint(row *Row) string {
	status, ok := w.hints[row]
	if !ok {
		status = w.owners.hint(row.Command)
		w.hints[row] = status
	}
	return status
}

// unrecognisedInit reports whether ppid 1 proves nothing in this table. The
// published law takes any pid 1 for an init.
func (w *walker) unrecognisedInit() bool {
	return w.table.level.hardened() && w.init.state == InitUnrecognised
}

// chainOf returns the chain of a helper of that kind.
func (w *walker) chainOf(helper *Row, kind *Kind) chain {
	switch {
	case kind.Keep:
		return chain{status: kind.KeepOwnerStatus, end: EndKeepKind}
	case helper.PPID == 1 && w.unrecognisedInit():
		return w.underUnrecognisedInit()
	case helper.PPID == 1:
		return chain{status: StatusDetached, end: EndDetached}
	}
	return w.walk(helper)
}

func (w *walker) underUnrecognisedInit() chain {
	c := chain{status: StatusUnknownParent, end: EndUnrecognisedInit}
	if w.init.row != nil {
		c.status, c.visited = w.hint(w.init.row), []*Row{w.init.row}
	}
	return c
}

func (w *walker) walk(helper *Row) chain {
	c := chain{status: StatusUnknownParent, visited: make([]*Row, 0, maxHops)}
	for below := helper; ; {
		parent, end := w.step(&c, below)
		if end != "" {
			c.end = end
			return c
		}
		c.visited = append(c.visited, parent)
		c.status = w.hint(parent)
		switch {
		case c.status != StatusActiveParent:
			c.end = EndOwnerHint
			return c
		case parent.PPID == 1:
			c.end = EndDetachedAncestor
			if w.unrecognisedInit() {
				c.end = EndUnrecognisedInit
			}
			return c
		}
		below = parent
	}
}

// step looks for the parent of the row below, and returns why there is none to
// visit. The order of the tests is the contract's.
func (w *walker) step(c *chain, below *Row) (*Row, ChainEnd) {
	pid := below.PPID
	if len(c.visited) == maxHops {
		return nil, EndHopLimit
	}
	for _, row := range c.visited {
		if row.PID == pid {
			return nil, EndCycle
		}
	}
	entry := w.table.byPID[pid]
	if entry.count == 0 {
		return nil, EndMissingParent
	}
	parent := &w.table.Rows[entry.index]
	if w.table.level.hardened() {
		switch {
		case entry.count > 1:
			return nil, EndAmbiguousPID
		case parent.HasAge && below.HasAge && below.Age-parent.Age > clockSlack:
			return nil, EndStaleLink
		}
	}
	return parent, ""
}
