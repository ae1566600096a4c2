package tspi

// Explanation is why one row of a table was judged as it was (contract, sections
// 3 to 5). Like a record it holds no command.
type Explanation struct {
	PID, PPID int32
	// Age in seconds; it means nothing unless HasAge.
	Age    int64
	HasAge bool
	// Helper is the row's inventory row, nil where NotHelper says why there is none.
	Helper    *InventoryRow
	NotHelper NotHelper
	// Excluded names the kinds that would take the command by a match substring
	// but give it up by an exclude substring, in policy order up to the kind
	// that took it.
	Excluded []string
	// Hops are the processes visited on the walk to the owner, the parent first.
	Hops []Hop
	// Stop is the process that the walk came to and did not visit, where the table
	// has exactly one row for it: of a stale link, a cycle, the hop limit.
	Stop *Hop
}

// Hop is one process of a walk to the owner.
type Hop struct {
	PID, PPID int32
	Age       int64 // seconds; it means nothing unless HasAge
	HasAge    bool
	// Kind is the process's own kind of helper, empty where it has none.
	Kind string
	// OwnerStatus is that of the first owner hint in its command, else
	// active_parent_process.
	OwnerStatus string
}

// NotHelper is why a row has no kind (section 3).
type NotHelper string

const (
	NotHelperPID      NotHelper = "pid_0_or_1"    // pids 0 and 1 are never helpers
	NotHelperTitle    NotHelper = "process_title" // a zombie, a kernel thread, or arguments that ps could not read
	NotHelperExcluded NotHelper = "excluded"      // every kind that matches excludes the command
	NotHelperNoKind   NotHelper = "no_kind"       // no match substring occurs in the command
)

// Explain returns one explanation for each row with that pid, in table order: two
// for a pid that was reused, none for one that is not in the table.
func Explain(in Inputs, pid int32) []Explanation {
	c := newClassifier(in)
	var explanations []Explanation
	for i := range in.Table.Rows {
		if row := &in.Table.Rows[i]; row.PID == pid {
			explanations = append(explanations, c.explain(row))
		}
	}
	return explanations
}

func (c *classifier) explain(row *Row) Explanation {
	e := Explanation{PID: row.PID, PPID: row.PPID, Age: row.Age, HasAge: row.HasAge}
	kind := c.policy.kindOf(row, c.level)
	e.Excluded = c.excludedBefore(row, kind)
	if kind == nil {
		e.NotHelper = c.notHelper(row, e.Excluded)
		return e
	}
	way := c.walker.chainOf(row, kind)
	helper := c.inventoryRow(row, kind, way, c.decide(row, kind, way))
	e.Helper = &helper
	for _, visited := range way.visited {
		e.Hops = append(e.Hops, c.hop(visited))
	}
	e.Stop = c.stop(row, way)
	return e
}

// excludedBefore names the kinds that match the row and exclude it, up to the
// kind that takes it.
func (c *classifier) excludedBefore(row *Row, taken *Kind) []string {
	var names []string
	for i := range c.policy.Kinds {
		k := &c.policy.Kinds[i]
		if k == taken {
			break
		}
		if holdsAny(row.Command, k.Match) && holdsAny(row.Command, k.Exclude) {
			names = append(names, k.Name)
		}
	}
	return names
}

func (c *classifier) notHelper(row *Row, excluded []string) NotHelper {
	switch {
	case c.level.hardened() && row.PID <= 1:
		return NotHelperPID
	case c.level.hardened() && isProcessTitle(row.Command):
		return NotHelperTitle
	case len(excluded) > 0:
		return NotHelperExcluded
	}
	return NotHelperNoKind
}

func (c *classifier) hop(row *Row) Hop {
	h := Hop{PID: row.PID, PPID: row.PPID, Age: row.Age, HasAge: row.HasAge, OwnerStatus: c.walker.hint(row)}
	if kind := c.policy.kindOf(row, c.level); kind != nil {
		h.Kind = kind.Name
	}
	return h
}

// stop is the process at which a walk ended without visiting it.
func (c *classifier) stop(helper *Row, way chain) *Hop {
	switch way.end {
	case EndStaleLink, EndCycle, EndHopLimit:
	default:
		return nil
	}
	pid := helper.PPID
	if n := len(way.visited); n > 0 {
		pid = way.visited[n-1].PPID
	}
	row, ok := c.table.only(pid)
	if !ok {
		return nil
	}
	h := c.hop(row)
	return &h
}
