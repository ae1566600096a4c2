package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
)

// survey is what is looked up of a table again and again. It is made of the data,
// once for a table that does not change meanwhile.
type survey struct {
	table  *Table
	rows   []*Row
	count  map[int32]int  // rows of a pid
	only   map[int32]*Row // the row of a pid that one row has
	inits  []*Row         // the rows of pid 1
	strays int            // other lines that begin with that number
	oldest int64          // the age of pid 1, -1 where it bounds no other
	// detaches is whether ppid 1 proves detachment by the hardened law (section 4.2).
	detaches bool
	active   map[string]bool
}

func (t *Table) survey() *survey {
	s := &survey{table: t, rows: t.Rows(), count: map[int32]int{}, only: map[int32]*Row{}, oldest: -1,
		active: map[string]bool{}}
	for _, row := range s.rows {
		if s.count[row.PID]++; s.count[row.PID] == 1 {
			s.only[row.PID] = row
		} else {
			delete(s.only, row.PID)
		}
		if row.PID == 1 {
			s.inits = append(s.inits, row)
		}
	}
	for i := range t.Lines {
		if t.Lines[i].Row == nil && beginsWithOne(t.Lines[i].Text) {
			s.strays++
		}
	}
	if len(s.inits) == 1 && !s.inits[0].BadColumn {
		s.oldest = s.inits[0].Age
	}
	s.detaches = s.initDetaches()
	for _, status := range t.Owners.active() {
		s.active[status] = true
	}
	return s
}

// beginsWithOne tells the lines whose first column is the number 1.
func beginsWithOne(line string) bool {
	words := columnsOf(line)
	return len(words) > 0 && strings.TrimLeft(words[0], "0") == "1"
}

func columnsOf(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
}

func (s *survey) initDetaches() bool {
	if len(s.inits)+s.strays == 0 {
		return true
	}
	if len(s.inits) != 1 || s.strays > 0 {
		return false
	}
	word := columnsOf(s.inits[0].Command)[0]
	return slices.Contains(s.table.Owners.inits(), strings.TrimPrefix(word[strings.LastIndex(word, "/")+1:], "-"))
}

// older reports whether a row claims to be older than the machine.
func (s *survey) older(row *Row) bool { return s.oldest >= 0 && row.Age > s.oldest+2 }

// unreadable is section 2's hardened word.
func (s *survey) unreadable(row *Row) bool { return row.BadColumn || s.older(row) }

// detached is section 4.2's word.
func (s *survey) detached(row *Row, level law.Level) bool {
	return row.PPID == 1 && (level == law.Core || s.detaches && !s.startedByInit(row))
}

// startedByInit is section 4.2's word for a child of init that was there from the start.
func (s *survey) startedByInit(row *Row) bool {
	if row.PPID != 1 || !s.detaches || len(s.inits) == 0 {
		return false
	}
	return s.oldest < 0 || !s.unreadable(row) && row.Age >= s.oldest-2
}

func (s *survey) mayClose(row *Row, level law.Level) bool {
	t := s.table
	kind := t.KindOf(row, level)
	if kind == nil || !kind.Allowlisted || t.Policy.keeps(kind) || !s.detached(row, level) ||
		row.Age < t.Policy.MinAge() {
		return false
	}
	return level == law.Core || !s.unreadable(row) && s.count[row.PID] == 1 && !t.registers(row)
}
