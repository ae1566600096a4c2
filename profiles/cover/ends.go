package cover

import "sort"

// course is what one root's tree does from walk to walk: what all spans of that root share.
type course struct {
	*world
	root Incarnation
	at   []step  // the walks that have the root's row, in order
	rest []block // where the tree is not at rest, as places in world.rest, in order
}

// step is one walk of a course.
type step struct {
	walk          int32
	root          int32 // the root's row
	size          int32 // members
	busy, changed bool
	seen          sights // of this step and all before it
}

// sights counts walks by what their live members show (section 4).
type sights struct{ unlisted, gpu, gpuUnknown, neural int32 }

// block is a run of walks that are not settled: places first to last-1 in world.rest.
type block struct{ first, last int32 }

// scratch notes one row for each incarnation, under a mark that no other course uses.
type scratch struct {
	next int64
	mark []int64
	row  []int32
}

func newScratch(incarnations int) *scratch {
	return &scratch{next: 1, mark: make([]int64, incarnations), row: make([]int32, incarnations)}
}

// take reserves as many marks, and returns the first of them.
func (s *scratch) take(marks int) int64 {
	first := s.next
	s.next += int64(marks)
	return first
}

func (s *scratch) note(who, row int32, mark int64) { s.mark[who], s.row[who] = mark, row }

// find returns the row that was noted under a mark, -1 where none was.
func (s *scratch) find(who int32, mark int64) int32 {
	if s.mark[who] != mark {
		return -1
	}
	return s.row[who]
}

func (w *world) newCourse(root Incarnation, occurs []int32, s *scratch) *course {
	c := &course{world: w, root: root}
	mark := s.take(len(w.walks))
	var members []int32
	for _, i := range occurs {
		t := &w.walks[i]
		here := step{walk: i, root: t.find(root)}
		members = t.members(here.root, members[:0])
		here.size = int32(len(members))
		before := c.before(i)
		here.changed = !t.alone && (before == nil || before.size != here.size)
		if n := len(c.at); n > 0 {
			here.seen = c.at[n-1].seen
		}
		var shown sights
		for _, m := range members {
			row := &t.Rows[m]
			if before != nil && !t.alone && !here.changed {
				was := s.find(t.who[m], mark+int64(i-1))
				here.changed = was < 0 || !isSameStanding(row, &w.walks[i-1].Rows[was])
			}
			s.note(t.who[m], m, mark+int64(i))
			if !row.Exited {
				here.busy = here.busy || row.RunningThreads == nil || *row.RunningThreads != 0
				shown.look(row)
			}
		}
		here.seen.add(&shown)
		c.note(i, (here.busy || here.changed) && !t.alone)
		c.at = append(c.at, here)
		if next := int(i) + 1; next < len(w.walks) && w.walks[next].find(root) < 0 {
			c.note(int32(next), !w.walks[next].alone) // the tree is there no more: changed
		}
	}
	return c
}

// isSameStanding reports whether a member is as it was in the walk before; its incarnation is
// the same.
func isSameStanding(a, b *Process) bool {
	return a.PPID == b.PPID && a.Exited == b.Exited && (a.Reaped == nil) == (b.Reaped == nil) &&
		(a.Reaped == nil || *a.Reaped == *b.Reaped)
}

func (s *sights) look(row *Process) {
	if !row.ChildrenListed {
		s.unlisted = 1
	}
	switch {
	case row.GPU == nil:
		s.gpuUnknown = 1
	case *row.GPU == used:
		s.gpu = 1
	}
	if row.Neural == nil || *row.Neural == used {
		s.neural = 1
	}
}

func (s *sights) add(o *sights) {
	s.unlisted += o.unlisted
	s.gpu += o.gpu
	s.gpuUnknown += o.gpuUnknown
	s.neural += o.neural
}

// before is the step of the walk just before walk i, nil where the root is not in it.
func (c *course) before(i int32) *step {
	if n := len(c.at); n > 0 && c.at[n-1].walk == i-1 {
		return &c.at[n-1]
	}
	return nil
}

// note adds a walk that is not alone to the blocks, where it is not settled.
func (c *course) note(walk int32, unsettled bool) {
	if !unsettled {
		return
	}
	place := c.restFrom[walk]
	if n := len(c.rest); n > 0 && c.rest[n-1].last == place {
		c.rest[n-1].last++
		return
	}
	c.rest = append(c.rest, block{place, place + 1})
}

// step returns the step of a walk, nil where the root is not in it.
func (c *course) step(walk int) *step {
	i := c.stepFrom(walk)
	if i < len(c.at) && c.at[i].walk == int32(walk) {
		return &c.at[i]
	}
	return nil
}

// stepFrom is the place of the first step that is not before a walk.
func (c *course) stepFrom(walk int) int {
	return sort.Search(len(c.at), func(i int) bool { return c.at[i].walk >= int32(walk) })
}

// state is what a walk is, for this root (section 3).
func (c *course) state(walk int) (busy, alone, changed bool) {
	alone = c.walks[walk].alone
	if here := c.step(walk); here != nil {
		return here.busy, alone, here.changed
	}
	return false, alone, !alone && c.step(walk-1) != nil
}

// firstSettled is the first settled walk from one on, len(walks) where there is none.
func (c *course) firstSettled(from int) int {
	if from >= len(c.walks) {
		return from
	}
	place := c.restFrom[from]
	i := sort.Search(len(c.rest), func(i int) bool { return c.rest[i].last > place })
	if i < len(c.rest) && c.rest[i].first <= place {
		place = c.rest[i].last
	}
	if int(place) < len(c.world.rest) {
		return int(c.world.rest[place])
	}
	return len(c.walks)
}

// ends are the walks that a span is read from, -1 where there is none.
type ends struct {
	start, stop int
	settled     bool // the start is
}

func (e *ends) areRead() bool { return e.start >= 0 && e.settled && e.stop >= 0 }

// findEnds takes the two walks of section 3 and tells the gaps at them.
func (c *course) findEnds(span *Span) (e ends, gaps map[string]bool) {
	e, gaps = ends{start: -1, stop: -1}, map[string]bool{}
	note := func(walk int, unsettled string) (settled bool) {
		if walk < 0 {
			gaps[unsettled] = true
			return false
		}
		busy, alone, changed := c.state(walk)
		if busy || alone {
			gaps[unsettled] = true
		}
		if changed {
			gaps[gapTreeChanging] = true
		}
		return !busy && !alone && !changed
	}
	if last := c.firstFrom(span.BeginMS+1) - 1; last >= 0 && c.Walks[last].AtMS >= span.BeginMS-c.SettleMS {
		e.start = last
	}
	e.settled = note(e.start, gapUnsettledAtStart)
	first, last := max(c.firstFrom(span.EndMS), e.start+1), c.firstFrom(span.EndMS+c.SettleMS+1)-1
	if first <= last {
		e.stop = min(c.firstSettled(first), last)
	}
	note(e.stop, gapUnsettledAtStop)
	return e, gaps
}
