package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// Shrink looks for the smallest table for which a predicate still holds, starting
// from one for which it does: fewer rows and lines, then a shorter policy and
// taxonomy, plainer commands, ages and columns, and small pids. What may be
// classified stays so: a table that section 1 would refuse is not asked about,
// unless the first one would be.
//
// It is greedy and deterministic: the same table and the same predicate give the
// same result. It asks at most maxTries times and returns how often it did. An
// error of the predicate ends it; the smallest table so far is returned with it.
func Shrink(t *Table, fails func(*Table) (bool, error), maxTries int) (smallest *Table, tries int, err error) {
	s := &shrinker{best: t, fails: fails, left: maxTries, usable: usable(t)}
	for again := true; again && s.more(); {
		again = s.round()
	}
	return s.best, maxTries - s.left, s.err
}

// shrinker is one search. Each of its passes returns whether it has made the table
// smaller by a measure of its own that no other pass undoes, so the rounds end.
type shrinker struct {
	best   *Table
	fails  func(*Table) (bool, error)
	left   int
	err    error
	usable bool
}

func (s *shrinker) round() bool {
	smaller := false
	for _, pass := range []func() bool{
		s.dropLines, s.shortenChains, s.joinSiblings, s.dropWithBudget, s.simplifyPolicy, s.simplifyOwners,
		s.simplifyColumns, s.simplifyCommands, s.simplifyAges, s.simplifyLines, s.arrange, s.renumber,
	} {
		smaller = pass() || smaller
	}
	return smaller
}

func (s *shrinker) more() bool { return s.left > 0 && s.err == nil }

// try makes a change in a copy of the best table, which becomes the best where the
// predicate still holds.
func (s *shrinker) try(change func(*Table)) bool {
	if !s.more() {
		return false
	}
	c := s.best.changed()
	change(c)
	c.Canaries = slices.DeleteFunc(c.Canaries, func(canary string) bool { return !c.mentions(canary) })
	if c.Size() == 0 || s.usable && !usable(c) || s.isBest(c) {
		return false
	}
	s.left--
	failed, err := s.fails(c)
	if err != nil {
		s.err = err
		return false
	}
	if failed {
		s.best = c
	}
	return failed
}

// isBest tells changes that change nothing.
func (s *shrinker) isBest(c *Table) bool {
	return c.Text() == s.best.Text() && same(c.PressurePolicy(), s.best.PressurePolicy()) &&
		same(c.OwnerClasses(), s.best.OwnerClasses())
}

// drop drops from a list of the table: chunks first, half of it at once, then
// halves of halves down to single elements.
func (s *shrinker) drop(length func(*Table) int, drop func(t *Table, from, to int)) bool {
	before := length(s.best)
	for size := (before + 1) / 2; size > 0 && s.more(); size /= 2 {
		for from := 0; from < length(s.best) && s.more(); {
			to := min(from+size, length(s.best))
			if !s.try(func(c *Table) { drop(c, from, to) }) {
				from = to
			}
		}
	}
	return length(s.best) < before
}

// dropFrom is a list without some elements, in a new array.
func dropFrom[T any](list []T, from, to int) []T {
	if kept := slices.Concat(list[:from], list[to:]); len(kept) > 0 {
		return kept
	}
	return nil
}

// usable reports whether the hardened law takes the table's documents.
func usable(t *Table) bool {
	_, err := tspi.ReadInputs(t.ProcessTable(), t.PressurePolicy(), t.OwnerClasses(), law.Hardened)
	return err == nil
}

func (t *Table) mentions(word string) bool {
	return slices.ContainsFunc(t.Lines, func(l Line) bool {
		return l.Row != nil && strings.Contains(l.Row.Command, word)
	})
}

// dropLines drops rows and other lines.
func (s *shrinker) dropLines() bool {
	return s.drop(func(t *Table) int { return len(t.Lines) },
		func(t *Table, from, to int) { t.Lines = dropFrom(t.Lines, from, to) })
}

// dropWithBudget drops a row and lowers its kind's budget by one, for what shows
// only at the edge of a budget.
func (s *shrinker) dropWithBudget() bool {
	before := len(s.best.Lines)
	for i := 0; i < len(s.best.Lines) && s.more(); {
		row := s.best.Lines[i].Row
		if row == nil || !s.dropOneOfBudget(i, s.best.KindOf(row, law.Hardened)) {
			i++
		}
	}
	return len(s.best.Lines) < before
}

func (s *shrinker) dropOneOfBudget(i int, kind *Kind) bool {
	if kind == nil || kind.Budget == nil || *kind.Budget == 0 {
		return false
	}
	budget := *kind.Budget - 1
	return s.try(func(c *Table) {
		c.Lines = dropFrom(c.Lines, i, i+1)
		c.Policy.named(kind.Name).Budget = &budget
	})
}

// simplifyLines makes plain what the lines that are no rows say.
func (s *shrinker) simplifyLines() bool {
	smaller := s.best.CRLF && s.try(func(c *Table) { c.CRLF = false })
	plain := map[string]string{"": "", "comment": "#", "malformed": "x", "header": "PID PPID ELAPSED %CPU RSS COMMAND"}
	for i := range s.best.Lines {
		line := s.best.Lines[i]
		if line.Row != nil {
			continue
		}
		want := plain[line.cause()]
		if beginsWithOne(line.Text) {
			want = "1"
		}
		if line.Text != want && s.try(func(c *Table) { c.Lines[i].Text = want }) {
			smaller = true
		}
	}
	return smaller
}
