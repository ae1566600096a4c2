package tspi

import (
	"github.com/tspi-dev/harness/internal/law"
)

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
