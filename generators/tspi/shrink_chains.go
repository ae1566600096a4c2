package tspi

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
)

// shortenChains takes parents out from between a child and its grandparent.
func (s *shrinker) shortenChains() bool {
	before := len(s.best.Lines)
	for i := 0; i < len(s.best.Lines) && s.more(); {
		if !s.adopt(i) {
			i++
		}
	}
	return len(s.best.Lines) < before
}

// adopt puts the row of a line below its grandparent, with all its siblings, or else
// in the place of its parent, above them; the parent is dropped.
func (s *shrinker) adopt(i int) bool {
	row := s.best.Lines[i].Row
	if row == nil || row.PPID <= 1 || row.PPID == row.PID {
		return false
	}
	parent := s.best.row(row.PPID)
	if parent == nil {
		return false
	}
	inPlace := func(c *Table) { c.replaceParent(i, parent.PID, parent.PPID, row.PID) }
	if parent.PPID == parent.PID {
		return s.try(inPlace)
	}
	return s.try(func(c *Table) { c.replaceParent(i, parent.PID, parent.PPID, parent.PPID) }) || s.try(inPlace)
}

// replaceParent drops the rows of a parent's pid. The row of the line gets the
// parent's own parent, its siblings another one.
func (t *Table) replaceParent(i int, parent, above, ofSiblings int32) {
	child := t.Lines[i].Row
	if above == parent {
		above = child.PID // it was its own parent, and so is the child
	}
	kept := t.Lines[:0]
	for _, line := range t.Lines {
		if row := line.Row; row != nil {
			if row.PID == parent {
				continue
			}
			if row == child {
				row.PPID = above
			} else if row.PPID == parent {
				row.PPID = ofSiblings
			}
		}
		kept = append(kept, line)
	}
	t.Lines = kept
}

// joinSiblings puts a helper below the parent of another of its kind, and drops the
// parent that it had alone.
func (s *shrinker) joinSiblings() bool {
	before := len(s.best.Lines)
	for i := 0; i < len(s.best.Lines) && s.more(); {
		if !s.join(i) {
			i++
		}
	}
	return len(s.best.Lines) < before
}

func (s *shrinker) join(i int) bool {
	row := s.best.Lines[i].Row
	if row == nil {
		return false
	}
	kind := s.best.KindOf(row, law.Hardened)
	parent := slices.IndexFunc(s.best.Lines, func(l Line) bool { return l.Row != nil && l.Row.PID == row.PPID })
	if kind == nil || parent < 0 || parent == i || s.best.hasOtherChildren(row) {
		return false
	}
	tried := map[int32]bool{row.PPID: true, row.PID: true}
	for _, other := range s.best.Rows() {
		if tried[other.PPID] || s.best.KindOf(other, law.Hardened) != kind {
			continue
		}
		tried[other.PPID] = true
		ppid := other.PPID
		if s.try(func(c *Table) {
			c.Lines[i].Row.PPID = ppid
			c.Lines = dropFrom(c.Lines, parent, parent+1)
		}) {
			return true
		}
	}
	return false
}

// hasOtherChildren reports whether a row's parent has further children.
func (t *Table) hasOtherChildren(row *Row) bool {
	return slices.ContainsFunc(t.Rows(), func(r *Row) bool { return r != row && r.PPID == row.PPID })
}
