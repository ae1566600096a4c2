package cover

// leavers follows the members of one course from walk to walk and remembers when each was a
// member last. It is led forward only.
type leavers struct {
	course *course
	next   int // the first step that is not taken yet
	// last has, for each incarnation, the last step in which it was a member; tally counts the
	// incarnations by that step, as a Fenwick tree.
	last   *scratch
	mark   int64
	tally  []int32
	buffer []int32
}

func newLeavers(c *course, last *scratch) *leavers {
	return &leavers{course: c, last: last, mark: last.take(1), tally: make([]int32, len(c.at)+1)}
}

// advance takes the steps up to and with a walk.
func (l *leavers) advance(walk int) {
	for ; l.next < len(l.course.at) && l.course.at[l.next].walk <= int32(walk); l.next++ {
		here := &l.course.at[l.next]
		t := &l.course.walks[here.walk]
		l.buffer = t.members(here.root, l.buffer[:0])
		for _, m := range l.buffer {
			if earlier := l.last.find(t.who[m], l.mark); earlier >= 0 {
				l.count(int(earlier), -1)
			}
			l.last.note(t.who[m], int32(l.next), l.mark)
		}
		l.count(l.next, here.size)
	}
}

// lost counts the incarnations that were members in a walk from start on, and are none now.
func (l *leavers) lost(start int) int32 {
	return l.upTo(l.next-1) - l.upTo(l.course.stepFrom(start))
}

// isLost reports whether an incarnation that was a member is none now.
func (l *leavers) isLost(who int32) bool { return l.last.find(who, l.mark) != int32(l.next-1) }

func (l *leavers) count(step int, change int32) {
	for i := step + 1; i < len(l.tally); i += i & -i {
		l.tally[i] += change
	}
}

// upTo counts the incarnations that were members last before a step.
func (l *leavers) upTo(step int) int32 {
	n := int32(0)
	for i := step; i > 0; i -= i & -i {
		n += l.tally[i]
	}
	return n
}
