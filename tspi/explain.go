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
		if in.Table.Rows[i].PID == pid {
			explanations = append(explanations, c.explain(int32(i)))
		}
	}
	return explanations
}

func (c *classifier) explain(at int32) Explanation {
	row := &c.table.Rows[at]
	e := Explanation{PID: row.PID, PPID: row.PPID, Age: row.Age, HasAge: row.HasAge}
	h, ok := c.judge(at)
	e.Excluded = c.excludedBefore(row, h.kind)
	if !ok {
		e.NotHelper = c.notHelper(row, e.Excluded)
		return e
	}
	e.Helper = &InventoryRow{}
	c.fill(e.Helper, &ChainTrace{}, h)
	e.Helper.CommandHash = CommandHash(row.Command)
	visited := c.walker.visits(row, h.way)
	for _, at := range visited {
		e.Hops = append(e.Hops, c.hop(at))
	}
	e.Stop = c.stop(row, h.way, visited)
	return e
}

// excludedBefore names the kinds that match the row and exclude it, up to the
// kind that takes it.
func (c *classifier) excludedBefore(row *Row, taken int32) []string {
	var names []string
	for i := range c.policy.Kinds {
		if int32(i) == taken {
			break
		}
		if c.kinds.match.holds(row.Command, i) && c.kinds.excludes(row.Command, int32(i)) {
			names = append(names, c.policy.Kinds[i].Name)
		}
	}
	return names
}

func (c *classifier) notHelper(row *Row, excluded []string) NotHelper {
	switch {
	case c.level.IsHardened() && row.PID <= 1:
		return NotHelperPID
	case c.level.IsHardened() && isProcessTitle(row.Command):
		return NotHelperTitle
	case len(excluded) > 0:
		return NotHelperExcluded
	}
	return NotHelperNoKind
}

func (c *classifier) hop(at int32) Hop {
	row := &c.table.Rows[at]
	h := Hop{PID: row.PID, PPID: row.PPID, Age: row.Age, HasAge: row.HasAge, OwnerStatus: c.names.text(c.walker.hint(at))}
	if kind := c.kinds.of(at); kind != noKind {
		h.Kind = c.policy.Kinds[kind].Name
	}
	return h
}

// stop is the process at which a walk ended without visiting it.
func (c *classifier) stop(helper *Row, way chain, visited []int32) *Hop {
	switch way.end {
	case endStaleLink, endCycle, endHopLimit:
	default:
		return nil
	}
	pid := helper.PPID
	if n := len(visited); n > 0 {
		pid = c.table.Rows[visited[n-1]].PPID
	}
	ref := c.table.byPID.find(pid)
	if ref.none() || ref.several() {
		return nil
	}
	h := c.hop(ref.index())
	return &h
}
