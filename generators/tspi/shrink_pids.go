package tspi

import "slices"

// renumber gives small pids, from 2 up in the order in which the table has them,
// to all at once or else to as many as can have one.
func (s *shrinker) renumber() bool {
	smaller := false
	next := int32(2)
	names := map[int32]int32{0: 0, 1: 1}
	for _, pid := range s.best.spoken() {
		if _, known := names[pid]; !known {
			names[pid] = next
			next++
		}
	}
	if isIdentity(names) {
		return false
	}
	if s.try(func(c *Table) { c.rename(names) }) {
		return true
	}
	for _, pid := range s.best.spoken() {
		free := s.best.smallestFree()
		if pid > free && s.try(func(c *Table) { c.rename(map[int32]int32{pid: free}) }) {
			smaller = true
		}
	}
	return smaller
}

func isIdentity(names map[int32]int32) bool {
	for from, to := range names {
		if from != to {
			return false
		}
	}
	return true
}

// spoken are the pids that the table speaks of, those of rows first.
func (t *Table) spoken() []int32 {
	var pids []int32
	for _, row := range t.Rows() {
		pids = append(pids, row.PID)
	}
	for _, row := range t.Rows() {
		pids = append(pids, row.PPID)
	}
	for _, r := range t.Owners.Registered {
		pids = append(pids, r.PID)
	}
	return pids
}

func (t *Table) smallestFree() int32 {
	taken := map[int32]bool{}
	for _, pid := range t.spoken() {
		taken[pid] = true
	}
	free := int32(2)
	for taken[free] {
		free++
	}
	return free
}

// rename gives pids other names, wherever a pid stands. Those without a new name
// keep theirs.
func (t *Table) rename(names map[int32]int32) {
	of := func(pid *int32) {
		if name, ok := names[*pid]; ok {
			*pid = name
		}
	}
	for _, row := range t.Rows() {
		of(&row.PID)
		of(&row.PPID)
	}
	for i := range t.Owners.Registered {
		of(&t.Owners.Registered[i].PID)
	}
}

// arrange puts each row below its parent, and the lines that are no rows first.
func (s *shrinker) arrange() bool {
	children := map[int32][]int{}
	isChild := make([]bool, len(s.best.Lines))
	for i, line := range s.best.Lines {
		if row := line.Row; row != nil && row.PPID != row.PID && s.best.row(row.PPID) != nil {
			children[row.PPID], isChild[i] = append(children[row.PPID], i), true
		}
	}
	var order []int
	placed := make([]bool, len(s.best.Lines))
	var place func(i int)
	place = func(i int) {
		if placed[i] {
			return
		}
		placed[i] = true
		order = append(order, i)
		if row := s.best.Lines[i].Row; row != nil {
			for _, child := range children[row.PID] {
				place(child)
			}
		}
	}
	for _, first := range []func(i int) bool{
		func(i int) bool { return s.best.Lines[i].Row == nil },
		func(i int) bool { return !isChild[i] },
		func(int) bool { return true }, // rings have no first
	} {
		for i := range s.best.Lines {
			if first(i) {
				place(i)
			}
		}
	}
	return !slices.IsSorted(order) && s.try(func(c *Table) {
		lines := slices.Clone(c.Lines)
		for to, from := range order {
			c.Lines[to] = lines[from]
		}
	})
}
