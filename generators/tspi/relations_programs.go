package tspi

import (
	"slices"
	"strings"
)

// programRelations change a command where section 3 says that it must not matter, or
// that it must.
func programRelations() []relation {
	return []relation{
		{"a-word-behind-the-program-changes-no-kind", "3.program", true, wordBehind},
		{"another-folder-changes-no-kind", "3.program", true, anotherFolder},
		{"skipped-words-change-no-kind", "3.program", true, skippedWords},
		{"a-launcher-in-front-changes-no-kind", "3.program", true, launcherInFront},
		{"another-program-in-front-is-no-helper", "3.program", true, programInFront},
		{"code-in-place-of-a-program-is-no-helper", "3.program", true, codeInstead},
		{"a-lost-requirement-has-no-rows", "3.require", true, lostRequirement},
	}
}

// recommanded is the table with another command in a row. It gives none where the new
// one holds something else that is looked for anywhere in a command, or would be no
// command, or a title: a relation about programs says nothing then.
func (b before) recommanded(row *Row, command string) *Table {
	p, old := &b.Table.Policy, row.Command
	if !isCommand(command) || isTitle(command) || isTitle(old) ||
		b.Table.Owners.hint(old) != b.Table.Owners.hint(command) ||
		slices.ContainsFunc(b.Table.Owners.Registered, func(r Registered) bool {
			return r.PID == row.PID && r.CommandHash != ""
		}) {
		return nil
	}
	sameOf := func(substrings []string) bool {
		return !slices.ContainsFunc(substrings, func(s string) bool {
			return strings.Contains(old, s) != strings.Contains(command, s)
		})
	}
	for i := range p.Kinds {
		k := &p.Kinds[i]
		if !sameOf(k.Require) || !sameOf(k.Exclude) || k.MatchAt != AtProgram && !sameOf(k.Match) {
			return nil
		}
	}
	i := slices.IndexFunc(b.Table.Lines, func(l Line) bool { return l.Row == row })
	c := b.Table.changed()
	c.Lines[i].Row.Command = command
	return c
}

// renamedCommand wants the answer there was, with the hash of the new command.
func (b before) renamedCommand(row *Row, command string) expectation {
	want := b.reading
	want.rows = slices.Clone(b.rows)
	for i := range want.rows {
		if same(value(want.rows[i], "pid"), integer(row.PID)) &&
			text(want.rows[i], "command_hash") == commandHash(row.Command) {
			want.rows[i] = with(want.rows[i], "command_hash", commandHash(command))
		}
	}
	return func(after reading, d *differences) { b.compared(d).inventory(want, after) }
}

// process is a row for which a predicate holds, one of a kind that is known by its
// program more often than not. Pid 1 is left alone: its first word says what it is.
func (b before) process(holds func(*Row) bool) (*Row, bool) {
	var some, known []*Row
	for _, row := range b.survey().rows {
		if row.PID == 1 || b.survey().count[row.PID] > 1 || !holds(row) {
			continue
		}
		some = append(some, row)
		if k := b.Table.KindOf(row, b.Level); k != nil && k.MatchAt == AtProgram {
			known = append(known, row)
		}
	}
	if len(known) > 0 && b.rng.Intn(4) > 0 {
		some = known
	}
	if len(some) == 0 {
		return nil, false
	}
	return some[b.rng.Intn(len(some))], true
}

// programToken is a word that some kind looks for in programs, to be put where nobody
// may look for it.
func (b before) programToken() (string, bool) {
	var tokens []string
	for i := range b.Table.Policy.Kinds {
		if k := &b.Table.Policy.Kinds[i]; k.MatchAt == AtProgram {
			tokens = append(tokens, k.Match...)
		}
	}
	if len(tokens) == 0 {
		return "", false
	}
	return tokens[b.rng.Intn(len(tokens))], true
}

// ended reports whether the search for a row's program ended at a word, and not with the
// last one.
func (b before) ended(row *Row) bool {
	s := b.Table.Policy.search(row.Command)
	return s.end < len(s.words)
}

// wordBehind puts the word of a helper behind the word that ended the search for a
// program.
func wordBehind(b before) (*Table, expectation) {
	token, ok := b.programToken()
	row, found := b.process(b.ended)
	if !ok || !found {
		return nil, nil
	}
	word := strings.ReplaceAll([...]string{"%", "--name=%", "please restart %", "/srv/%", "A=%", "%:8080",
		"@x/%"}[b.rng.Intn(7)], "%", token)
	s := b.Table.Policy.search(row.Command)
	least := s.end + 1
	if s.end == s.last && (continues(word) || s.isCut()) {
		least++ // right behind, it would tell where a path ends
	}
	if least > len(s.words) {
		return nil, nil
	}
	command := s.inserted(least+b.rng.Intn(len(s.words)-least+1), word)
	c := b.recommanded(row, command)
	if c == nil {
		return nil, nil
	}
	return c, b.renamedCommand(row, command)
}

// inserted is the command with a word in front of its i-th, or behind all.
func (s *search) inserted(i int, word string) string {
	if i == len(s.words) {
		return s.command + " " + word
	}
	at := s.words[i].from
	return s.command[:at] + word + " " + s.command[at:]
}

// anotherFolder puts one more folder, called like a helper, into the path of a program:
// before the folders that are part of it.
func anotherFolder(b before) (*Table, expectation) {
	token, ok := b.programToken()
	row, found := b.process(func(row *Row) bool {
		s := b.Table.Policy.search(row.Command)
		return s.last >= 0 && !strings.HasPrefix(s.text, "@") && !b.Table.Policy.isOpen(s.program(&b.Table.Policy))
	})
	if !ok || !found || strings.ContainsAny(token, "/ \t") {
		return nil, nil
	}
	p := &b.Table.Policy
	s := p.search(row.Command)
	// The last program word ends in its program; where that lies in a package, the new
	// folder stands in front of the package's.
	before := strings.TrimSuffix(s.text, s.program(p))
	if s.packageAt() > 0 {
		before = before[:strings.LastIndexByte(before[:len(before)-1], '/')+1]
	}
	folder := token + [...]string{"", "-7", ".d"}[b.rng.Intn(3)] + "/"
	if strings.Contains(s.word(s.last), `:\`) {
		folder = strings.ReplaceAll(folder, "/", `\`)
	}
	at := s.words[s.last].to - len(s.text) + len(before)
	if len(before) == 0 && strings.HasPrefix(s.text, "/") {
		return nil, nil
	}
	command := row.Command[:at] + folder + row.Command[at:]
	c := b.recommanded(row, command)
	if c == nil {
		return nil, nil
	}
	return c, b.renamedCommand(row, command)
}

// isOpen tells the programs that would take one more folder in, if there were one, and
// the empty one.
func (p *Policy) isOpen(program string) bool {
	first, _, _ := strings.Cut(program, "/")
	return p.isGeneric(first)
}

// skippedWords puts words in front of the last program word that the search skips.
func skippedWords(b before) (*Table, expectation) {
	row, found := b.process(func(row *Row) bool { return b.launcherOf(row) >= 0 })
	if !found {
		return nil, nil
	}
	words := []string{"ZZ9=1", "Z_9=notes-mcp", "30s", "1.5", "--zz9", "--zz9=notes-mcp", "-z9", "7h"}
	s := b.Table.Policy.search(row.Command)
	command := s.inserted(b.launcherOf(row)+1, words[b.rng.Intn(len(words))])
	c := b.recommanded(row, command)
	if c == nil {
		return nil, nil
	}
	return c, b.renamedCommand(row, command)
}

// launcherOf is the index of a word right behind which the search for a row's program
// goes on: the first word, where another program word was found later. It is -1 for none.
func (b before) launcherOf(row *Row) int {
	s := b.Table.Policy.search(row.Command)
	first := b.Table.Policy.search(s.word(0))
	if s.last > 0 && first.last == 0 && first.end == 1 {
		return 0
	}
	return -1
}

// launcherInFront starts a process by way of a launcher.
func launcherInFront(b before) (*Table, expectation) {
	const launcher = "env"
	plain := func(row *Row) bool { // its first word means the same behind another
		first := b.Table.Policy.search(row.Command).word(0)
		return !isAssignment(first) && !isNumber(first) && !strings.HasPrefix(first, "-") &&
			!slices.Contains(subcommands[:], first)
	}
	row, found := b.process(plain)
	if !found || !b.Table.Policy.launches(launcher, true) {
		return nil, nil
	}
	front := [...]string{"env ", "/usr/bin/env ", "env A=b ", "env.exe ", "env 5 "}[b.rng.Intn(5)]
	c := b.recommanded(row, front+row.Command)
	if c == nil {
		return nil, nil
	}
	return c, b.renamedCommand(row, front+row.Command)
}

// programInFront makes all of a command the arguments of another program.
func programInFront(b before) (*Table, expectation) {
	front := [...]string{"zz9 ", "/usr/bin/zz9 --with ", "zz9:// ", "ZZ9==1 ", "env A=b zz9 "}[b.rng.Intn(5)]
	return b.otherProgram(func(command string) string { return front + command })
}

// codeInstead makes all of a command the arguments of code, or of standard input.
func codeInstead(b before) (*Table, expectation) {
	front := [...]string{"zz9 -e ", "env - ", "env -s ", "env --eval ", "env --print=1 ", "env -pe "}[b.rng.Intn(6)]
	return b.otherProgram(func(command string) string { return front + command })
}

// otherProgram changes the command of a helper that is known by its program, so that it
// is no helper of a kind that looks for programs any more.
func (b before) otherProgram(change func(command string) string) (*Table, expectation) {
	row, found := b.process(func(row *Row) bool {
		k := b.Table.KindOf(row, b.Level)
		return k != nil && k.MatchAt == AtProgram
	})
	if !found {
		return nil, nil
	}
	c := b.recommanded(row, change(row.Command))
	if c == nil {
		return nil, nil
	}
	return c, func(after reading, d *differences) {
		b.sameRows(row.PID)(after, d)
		for i, r := range after.rows {
			kind := c.Policy.named(text(r, "process_kind"))
			if same(value(r, "pid"), integer(row.PID)) && kind != nil && kind.MatchAt == AtProgram {
				d.add("", after.path(i)+".process_kind", "no kind that looks for programs: another one runs",
					shown(kind.Name, true))
			}
		}
	}
}

// lostRequirement makes a kind require what stands in no command.
func lostRequirement(b before) (*Table, expectation) {
	kind, ok := b.kind(func(*Kind) bool { return true })
	if !ok || b.occurs("zz9-required") {
		return nil, nil
	}
	c := b.Table.changed()
	c.Policy.named(kind.Name).Require = []string{"zz9-required"}
	return c, func(after reading, d *differences) {
		b.sameRows(b.pidsOf(kind)...)(after, d)
		for i, row := range after.rows {
			if text(row, "process_kind") == kind.Name {
				d.add("", after.path(i)+".process_kind",
					"another kind, or no row: no command holds what its kind requires", shown(kind.Name, true))
			}
		}
	}
}

// pidsOf are the pids of a kind's helpers.
func (b before) pidsOf(kind *Kind) []int32 {
	var pids []int32
	for _, h := range b.helpers() {
		if h.kind != nil && h.kind.Name == kind.Name {
			pids = append(pids, h.PID)
		}
	}
	return pids
}
