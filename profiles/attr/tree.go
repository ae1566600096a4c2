package attr

// tree is who started whom. A way up may lead into a cycle: every process of a cycle is on
// the way up of each other one.
type tree struct {
	processes []Process
	index     map[int64]int32
	parent    []int32 // -1 where the parent is in no sample
	// order has each process behind all those on whose way up it is, those of a cycle
	// excepted, which stand last.
	order []int32
	// cycle tells the cycle that a process is in, and leads the one that its way up ends
	// in: 0 for none.
	cycle, leads []int32
	// first and last bound the places that a process and those below it take in a walk of
	// the trees from their roots down.
	first, last []int32
}

func newTree(processes []Process) *tree {
	n := len(processes)
	t := &tree{processes: processes, index: make(map[int64]int32, n), parent: make([]int32, n),
		cycle: make([]int32, n), leads: make([]int32, n), first: make([]int32, n), last: make([]int32, n)}
	for i := range processes {
		t.index[processes[i].PID] = int32(i)
	}
	children := make([]int32, n)
	for i := range processes {
		t.parent[i] = -1
		if parent, ok := t.index[processes[i].PPID]; ok {
			t.parent[i] = parent
			children[parent]++
		}
	}
	t.sort(children)
	t.number()
	return t
}

// sort takes away, again and again, what has no children left. What stays is in cycles.
func (t *tree) sort(children []int32) {
	t.order = make([]int32, 0, len(t.parent))
	for i := range children {
		if children[i] == 0 {
			t.order = append(t.order, int32(i))
		}
	}
	for k := 0; k < len(t.order); k++ {
		if parent := t.parent[t.order[k]]; parent >= 0 {
			if children[parent]--; children[parent] == 0 {
				t.order = append(t.order, parent)
			}
		}
	}
	cycles := int32(0)
	for i := range children {
		if children[i] == 0 || t.cycle[i] != 0 {
			continue
		}
		cycles++
		for at := int32(i); t.cycle[at] == 0; at = t.parent[at] {
			t.cycle[at], t.leads[at] = cycles, cycles
			t.order = append(t.order, at)
		}
	}
}

// number gives each process outside of cycles its bounds: sizes from the leaves up, then
// places from the roots down.
func (t *tree) number() {
	size := make([]int32, len(t.parent))
	for _, i := range t.order {
		size[i]++
		if parent := t.parent[i]; parent >= 0 && t.cycle[i] == 0 {
			size[parent] += size[i]
		}
	}
	next, taken := int32(0), make([]int32, len(t.parent)) // taken: the places below a process that are given away
	for k := len(t.order) - 1; k >= 0; k-- {
		i := t.order[k]
		parent := t.parent[i]
		switch {
		case parent < 0 || t.cycle[i] != 0:
			t.first[i] = next
			next += size[i]
		default:
			t.first[i] = t.first[parent] + 1 + taken[parent]
			taken[parent] += size[i]
			t.leads[i] = t.leads[parent]
		}
		t.last[i] = t.first[i] + size[i]
	}
}

// isOnWayUp reports whether process i is on the way up of process j, j itself included.
func (t *tree) isOnWayUp(i, j int32) bool {
	if t.cycle[i] != 0 {
		return t.cycle[i] == t.leads[j]
	}
	return t.first[i] <= t.first[j] && t.first[j] < t.last[i]
}

// find returns the process with a root's pid, nil where there is none.
func (t *tree) find(r *Root) *Process {
	if r == nil {
		return nil
	}
	if i, ok := t.index[r.PID]; ok {
		return &t.processes[i]
	}
	return nil
}

// nearest finds, for each process, the first on its way up that is in roots. A second pass
// brings what the first one found once around each cycle.
func (t *tree) nearest(roots roots) []nearest {
	found := make([]nearest, len(t.parent))
	if len(roots) == 0 {
		return found
	}
	for range 2 {
		for k := len(t.order) - 1; k >= 0; k-- { // cycles first, then from the roots down
			i := t.order[k]
			if own := roots[t.processes[i].PID]; own.count > 0 {
				found[i] = own
			} else if t.parent[i] >= 0 {
				found[i] = found[t.parent[i]]
			}
		}
	}
	return found
}

// holders tells the rows that hold others (section 4): one of their processes is on the way
// up of a process of another row.
func (t *tree) holders(owners []owner) map[string]bool {
	below := make([]rowsBelow, len(t.parent))
	for range 2 { // around each cycle once more
		for _, i := range t.order {
			below[i].add(owners[i].id)
			if parent := t.parent[i]; parent >= 0 {
				below[parent].merge(below[i])
			}
		}
	}
	holders := map[string]bool{}
	for i := range below {
		if own := owners[i].id; own != "" && below[i].holdsOther(own) {
			holders[own] = true
		}
	}
	return holders
}

// rowsBelow is the rows of a process and of all those on whose way up it is: none, one, or
// several.
type rowsBelow struct {
	one     string
	several bool
}

func (r *rowsBelow) add(id string) {
	switch {
	case id == "" || id == r.one:
	case r.one == "":
		r.one = id
	default:
		r.several = true
	}
}

func (r *rowsBelow) merge(other rowsBelow) {
	r.add(other.one)
	r.several = r.several || other.several
}

func (r *rowsBelow) holdsOther(own string) bool { return r.several || r.one != "" && r.one != own }
