package cover

import "sort"

// world is the facts with their processes numbered: equal incarnations have one number.
type world struct {
	*Facts
	walks   []tree
	numbers map[Incarnation]int32
	// rest are the walks that are not alone (section 3), ascending, and restFrom the place in
	// it of the first one that is not before a walk.
	rest     []int32
	restFrom []int32
}

// tree is a walk with its rows by their parents (section 2).
type tree struct {
	*Walk
	index  map[int64]int32 // rows by pid
	who    []int32         // the number of each row's incarnation
	child  []int32         // the first child of each row, -1 for none
	sister []int32         // the next child of the same parent
	alone  bool
}

func newWorld(f *Facts) *world {
	w := &world{Facts: f, walks: make([]tree, len(f.Walks)), numbers: map[Incarnation]int32{}}
	for i := range f.Walks {
		walk := &f.Walks[i]
		w.walks[i] = w.tree(walk)
		w.walks[i].alone = i == 0 || f.Walks[i-1].Seq != walk.Seq-1
		w.restFrom = append(w.restFrom, int32(len(w.rest)))
		if !w.walks[i].alone {
			w.rest = append(w.rest, int32(i))
		}
	}
	return w
}

func (w *world) tree(walk *Walk) tree {
	n := len(walk.Rows)
	t := tree{Walk: walk, index: make(map[int64]int32, n), who: make([]int32, n), child: make([]int32, n),
		sister: make([]int32, n)}
	for i := range walk.Rows {
		row := &walk.Rows[i]
		t.index[row.PID] = int32(i)
		t.child[i], t.sister[i] = -1, -1
		who := Incarnation{row.PID, row.StartToken, walk.BootID}
		number, known := w.numbers[who]
		if !known {
			number = int32(len(w.numbers))
			w.numbers[who] = number
		}
		t.who[i] = number
	}
	for i := range walk.Rows {
		row := &walk.Rows[i]
		if parent, there := t.index[row.PPID]; there && !isStaleLink(row, &walk.Rows[parent]) {
			t.sister[i] = t.child[parent]
			t.child[parent] = int32(i)
		}
	}
	return t
}

// isStaleLink reports whether a row cannot be the child of the row that has its ppid: a child
// never starts before its parent.
func isStaleLink(row, parent *Process) bool {
	return row.StartedMS != nil && parent.StartedMS != nil && *row.StartedMS < *parent.StartedMS
}

// find returns the row of an incarnation, -1 where the walk has none.
func (t *tree) find(who Incarnation) int32 {
	if i, there := t.index[who.PID]; there && t.Rows[i].StartToken == who.StartToken && t.BootID == who.BootID {
		return i
	}
	return -1
}

// members appends the rows of a root's tree to what is in buffer. Each row has one parent, so
// that only the root itself can be met again, where it stands in a cycle.
func (t *tree) members(root int32, buffer []int32) []int32 {
	buffer = append(buffer, root)
	for k := len(buffer) - 1; k < len(buffer); k++ {
		for i := t.child[buffer[k]]; i >= 0; i = t.sister[i] {
			if i != root {
				buffer = append(buffer, i)
			}
		}
	}
	return buffer
}

// firstFrom is the first walk that is taken at that time or later.
func (w *world) firstFrom(ms int64) int {
	return sort.Search(len(w.Walks), func(i int) bool { return w.Walks[i].AtMS >= ms })
}
