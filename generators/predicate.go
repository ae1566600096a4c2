package generators

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// KindOf is the kind of a row by section 3, said on the data of the table: nil
// for a row that is no helper.
func (t *Table) KindOf(row *Row, level tspi.Level) *Kind {
	hardened := level == tspi.Hardened
	if hardened && (row.PID <= 1 || isTitle(row.Command)) {
		return nil
	}
	return t.Policy.kindOf(row.Command, hardened)
}

// MayClose reports whether a row satisfies the safe-close predicate, and every
// exception to it, on the data of the table itself: the text is not parsed, and
// no chain is walked, because a candidate needs none.
//
// For the hardened law it holds exactly for the candidates; for core, whose
// answer about reused pids and unreadable rows no case asks for, a candidate
// satisfies it where its pid is the only one.
func (t *Table) MayClose(row *Row, level tspi.Level) bool {
	kind := t.KindOf(row, level)
	if kind == nil || !kind.Allowlisted || t.Policy.keeps(kind) || row.PPID != 1 || row.Age < t.Policy.MinAge() {
		return false
	}
	if level == tspi.Core {
		return true
	}
	return !row.BadColumn && !t.olderThanInit(row) && t.countPID(row.PID) == 1 && !t.registers(row) && t.initDetaches()
}

func (t *Table) countPID(pid int32) int {
	count := 0
	for _, row := range t.Rows() {
		if row.PID == pid {
			count++
		}
	}
	return count
}

func (t *Table) registers(row *Row) bool {
	return slices.ContainsFunc(t.Owners.Registered, func(r Registered) bool {
		return r.PID == row.PID && (r.CommandHash == "" || r.CommandHash == commandHash(row.Command))
	})
}

// initLines are the rows of pid 1, and how many other lines begin with that number.
func (t *Table) initLines() (rows []*Row, others int) {
	for i := range t.Lines {
		if row := t.Lines[i].Row; row != nil && row.PID == 1 {
			rows = append(rows, row)
		} else if row == nil {
			words := strings.Fields(t.Lines[i].Text)
			if len(words) > 0 && strings.TrimLeft(words[0], "0") == "1" {
				others++
			}
		}
	}
	return rows, others
}

func (t *Table) olderThanInit(row *Row) bool {
	inits, _ := t.initLines()
	return len(inits) == 1 && !inits[0].BadColumn && row.Age > inits[0].Age+2
}

// initDetaches reports whether ppid 1 proves detachment (section 4.2).
func (t *Table) initDetaches() bool {
	inits, others := t.initLines()
	if len(inits)+others == 0 {
		return true
	}
	if len(inits) != 1 || others > 0 {
		return false
	}
	word := inits[0].Command
	if end := strings.IndexAny(word, " \t"); end >= 0 {
		word = word[:end]
	}
	word = word[strings.LastIndex(word, "/")+1:]
	names := t.Owners.InitNames
	if len(names) == 0 {
		names = []string{"launchd", "systemd", "init", "tini", "docker-init", "dumb-init", "catatonit", "s6-svscan", "runit", "openrc-init"}
	}
	return slices.Contains(names, strings.TrimPrefix(word, "-"))
}
