package tspi

import (
	"slices"
	"strings"
)

// rowPass changes rows for which a change is due: all at once, or else one by one.
func (s *shrinker) rowPass(due func(*Row) bool, change func(t *Table, row *Row)) bool {
	all := func(c *Table) {
		for _, row := range c.Rows() {
			if due(row) {
				change(c, row)
			}
		}
	}
	if !slices.ContainsFunc(s.best.Rows(), due) {
		return false
	}
	if s.try(all) {
		return true
	}
	smaller := false
	for i := range s.best.Lines {
		if row := s.best.Lines[i].Row; row != nil && due(row) {
			smaller = s.try(func(c *Table) { change(c, c.Lines[i].Row) }) || smaller
		}
	}
	return smaller
}

// simplifyColumns makes plain the columns that say nothing, and mends those that
// are unreadable where they need not be.
func (s *shrinker) simplifyColumns() bool {
	gaps := s.rowPass(func(r *Row) bool { return r.Gap != " " }, func(_ *Table, r *Row) { r.Gap = " " })
	mended := s.rowPass(func(r *Row) bool { return r.BadColumn }, func(_ *Table, r *Row) {
		r.BadColumn, r.Etime, r.CPU, r.RSS = false, canonicalEtime(r.Age), "0.0", "1"
	})
	cpus := s.rowPass(func(r *Row) bool {
		return !r.BadColumn && r.CPU != "0.0"
	}, func(_ *Table, r *Row) { r.CPU = "0.0" })
	rsss := s.rowPass(func(r *Row) bool { return !r.BadColumn && r.RSS != "1" }, func(_ *Table, r *Row) { r.RSS = "1" })
	return s.spellPlainly() || gaps || mended || cpus || rsss
}

// spellPlainly takes the zeros away that stand before pids, or all but one.
func (s *shrinker) spellPlainly() bool {
	smaller := false
	for most := range 2 {
		smaller = s.rowPass(func(r *Row) bool {
			return r.PIDZeros > most
		}, func(_ *Table, r *Row) { r.PIDZeros = most }) || smaller
		smaller = s.rowPass(func(r *Row) bool {
			return r.PPIDZeros > most
		}, func(_ *Table, r *Row) { r.PPIDZeros = most }) || smaller
	}
	return smaller
}

// canonicalEtime is an age as Linux's ps writes it.
func canonicalEtime(age int64) string {
	forms := etimes(age)
	switch {
	case age < 3600:
		return forms[4][len("0:"):]
	case age < 86400:
		if age < 36000 {
			return "0" + forms[4]
		}
		return forms[4]
	}
	return forms[5]
}

// simplifyAges writes ages in the usual form, and brings them to the threshold, to
// nothing, or to what is close to the threshold, in that order.
func (s *shrinker) simplifyAges() bool {
	smaller := s.rowPass(func(r *Row) bool { return !r.BadColumn && r.Etime != canonicalEtime(r.Age) },
		func(_ *Table, r *Row) { r.Etime = canonicalEtime(r.Age) })
	least := s.best.Policy.MinAge()
	targets := []int64{least, 0, least - 1, least + 2, least + 3}
	if least+3 > oldestAge { // no row can be so old
		targets = []int64{0, 1}
	}
	for rank, target := range targets {
		smaller = s.rowPass(func(r *Row) bool {
			at := slices.Index(targets, r.Age)
			return !r.BadColumn && (at < 0 || at > rank)
		}, func(_ *Table, r *Row) { r.Age, r.Etime = target, canonicalEtime(target) }) || smaller
	}
	return smaller
}

// simplifyCommands makes a command a single letter, else a single word of the
// policy or the taxonomy that it holds, else leaves out what it need not say.
func (s *shrinker) simplifyCommands() bool {
	smaller := false
	for i := range s.best.Lines {
		if s.best.Lines[i].Row == nil {
			continue
		}
		smaller = s.simplifyCommand(i) || smaller
		smaller = s.dropWords(i) || smaller
		smaller = s.dropFolders(i) || smaller
	}
	return smaller
}

func (s *shrinker) simplifyCommand(i int) bool {
	command := s.best.Lines[i].Row.Command
	for _, word := range s.best.words(command) {
		if len(word) < len(command) && s.try(func(c *Table) { c.recommand(i, word) }) {
			return true
		}
	}
	return false
}

// words are what a command may be shortened to, the plainest first.
func (t *Table) words(command string) []string {
	words := []string{"x"}
	take := func(all ...string) {
		for _, word := range all {
			if strings.Contains(command, word) && isCommand(word) && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	for _, kind := range t.Policy.Kinds {
		take(kind.Match...)
	}
	for _, hint := range t.Owners.Hints {
		take(hint.Substring)
	}
	for _, kind := range t.Policy.Kinds {
		take(kind.Require...)
		take(kind.Exclude...)
	}
	take("init", "systemd", "launchd")
	return words
}

// dropWords drops words of a command, chunks first.
func (s *shrinker) dropWords(i int) bool {
	words := func(t *Table) []string { return strings.Split(t.Lines[i].Row.Command, " ") }
	return s.drop(func(t *Table) int { return len(words(t)) }, func(t *Table, from, to int) {
		t.recommand(i, strings.Trim(strings.Join(dropFrom(words(t), from, to), " "), " \t\r"))
	})
}

// dropFolders drops parts of the paths in a command, word by word.
func (s *shrinker) dropFolders(i int) bool {
	words := func(t *Table) []string { return strings.Split(t.Lines[i].Row.Command, " ") }
	smaller := false
	for n := 0; n < len(words(s.best)) && s.more(); n++ {
		parts := func(t *Table) []string {
			if all := words(t); n < len(all) {
				return strings.Split(all[n], "/")
			}
			return nil // the word went with its last folder
		}
		smaller = s.drop(func(t *Table) int { return len(parts(t)) - 1 }, func(t *Table, from, to int) {
			all := words(t)
			all[n] = strings.Join(dropFrom(parts(t), from, to), "/")
			t.recommand(i, strings.Trim(strings.Join(all, " "), " \t\r"))
		}) || smaller
	}
	return smaller
}

// recommand gives the row of a line another command, and to what the registry says
// of it the new hash. A command that would not survive is not taken.
func (t *Table) recommand(i int, command string) {
	row := t.Lines[i].Row
	if !isCommand(command) {
		return
	}
	for j, r := range t.Owners.Registered {
		if r.PID == row.PID && r.CommandHash == commandHash(row.Command) {
			t.Owners.Registered[j].CommandHash = commandHash(command)
		}
	}
	row.Command = command
}

// isCommand reports whether a text survives as the last column of a row.
func isCommand(text string) bool {
	return text != "" && strings.Trim(text, " \t") == text && !strings.Contains(text, "\n") &&
		!strings.HasSuffix(text, "\r")
}
