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
	// Trials are what the kinds say that name the row by a match substring, in policy
	// order up to the kind that took it; none for a pid or a process title that no
	// kind is tried for.
	Trials []KindTrial
	// Excluded names the kinds among Trials that exclude the command.
	Excluded []string
	// NoProgram reports that the program of the command is the empty text, so that no
	// kind that looks there can match: a blank cut the name of a folder, or no word is
	// a program word. It is false where no kind of the policy looks there.
	NoProgram bool
	// AsOwner is the owner status that the row gives to the helpers below it: that of
	// the first owner hint in its command, else active_parent_process.
	AsOwner string
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
	NotHelperExcluded NotHelper = "excluded"      // a kind that matches excludes the command, and no later one takes it
	// A kind matches, but none of its require substrings occurs in the command, and
	// no kind excludes it.
	NotHelperRequired NotHelper = "require_missing"
	// Match substrings occur in the command, but none in its program, where their
	// kinds look: the command only mentions a helper.
	NotHelperMentioned NotHelper = "mentioned"
	NotHelperNoKind    NotHelper = "no_kind" // no match substring occurs in the command
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
	e.AsOwner = c.names.text(c.walker.hint(at))
	if e.NotHelper = c.kinds.untried(row); e.NotHelper != "" {
		return e
	}
	e.Trials, e.NoProgram = c.kinds.trials(row)
	for i := range e.Trials {
		if e.Trials[i].Outcome == KindExcludes {
			e.Excluded = append(e.Excluded, e.Trials[i].Kind)
		}
	}
	h, ok := c.judge(at)
	if !ok {
		e.NotHelper = notTaken(e.Trials)
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

func (c *classifier) hop(at int32) Hop {
	row := &c.table.Rows[at]
	h := Hop{PID: row.PID, PPID: row.PPID, Age: row.Age, HasAge: row.HasAge,
		OwnerStatus: c.names.text(c.walker.hint(at))}
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
