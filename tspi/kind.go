package tspi

import (
	"slices"
	"strings"
)

// kindFinder finds the kinds of the rows of one table (contract, section 3).
type kindFinder struct {
	rows     []Row
	kinds    []Kind
	hardened bool
	// The match substrings of the kinds that look for them in the command, and of
	// those that look in the program; nil where there is no such kind.
	inCommand, inProgram *searcher
	require, exclude     *searcher
	programs             *ProgramFinder // nil where no kind asks for a program
	found                []int32        // by row: 0 where it was not asked yet, else the answer + 2
}

func newKindFinder(in Inputs) *kindFinder {
	kinds := in.Policy.Kinds
	f := &kindFinder{rows: in.Table.Rows, kinds: kinds, hardened: in.Level.IsHardened(),
		found: make([]int32, len(in.Table.Rows))}
	substrings := func(of func(*Kind) []string) *searcher {
		groups := make([][]string, len(kinds))
		for i := range kinds {
			groups[i] = of(&kinds[i])
		}
		return newSearcher(groups)
	}
	lookingIn := func(program bool) *searcher {
		if !slices.ContainsFunc(kinds, func(k Kind) bool { return k.looksInProgram() == program }) {
			return nil
		}
		return substrings(func(k *Kind) []string {
			if k.looksInProgram() != program {
				return nil
			}
			return k.Match
		})
	}
	f.inCommand, f.inProgram = lookingIn(false), lookingIn(true)
	f.require = substrings(func(k *Kind) []string { return k.Require })
	f.exclude = substrings(func(k *Kind) []string { return k.Exclude })
	if f.inProgram != nil {
		f.programs = NewProgramFinder(in.Policy)
	}
	return f
}

// fork is the same finder for another goroutine, of other rows: what is found is kept
// for both.
func (f *kindFinder) fork() *kindFinder {
	fork := *f
	fork.inCommand, fork.inProgram = f.inCommand.fork(), f.inProgram.fork()
	fork.require, fork.exclude = f.require.fork(), f.exclude.fork()
	fork.programs = f.programs.fork()
	return &fork
}

// join takes over what a fork has counted.
func (f *kindFinder) join(fork *kindFinder) {
	f.inCommand.join(fork.inCommand)
	f.inProgram.join(fork.inProgram)
	f.require.join(fork.require)
	f.exclude.join(fork.exclude)
	f.programs.join(fork.programs)
}

// noKind is what a row has that no kind of the policy takes.
const noKind = -1

// of returns the index of the first kind of the policy that takes the row, or
// noKind.
func (f *kindFinder) of(row int32) int32 {
	if f.found[row] == 0 {
		f.found[row] = f.search(&f.rows[row]) + 2
	}
	return f.found[row] - 2
}

func (f *kindFinder) search(row *Row) int32 {
	if f.untried(row) != "" {
		return noKind
	}
	first := int32(len(f.kinds))
	if f.inCommand != nil {
		first = f.firstOf(f.inCommand, row.Command, row.Command, first)
	}
	if f.inProgram != nil {
		if program := f.programs.Of(row.Command); program != "" {
			first = f.firstOf(f.inProgram, program, row.Command, first)
		}
	}
	if int(first) == len(f.kinds) {
		return noKind
	}
	return first
}

// untried is why no kind is tried for a row, empty where they are.
func (f *kindFinder) untried(row *Row) NotHelper {
	switch {
	case !f.hardened:
		return ""
	case row.PID <= 1:
		return NotHelperPID
	case isProcessTitle(row.Command):
		return NotHelperTitle
	}
	return ""
}

// firstOf returns the first kind of which a match substring occurs in text and that
// takes the command that text is of, where it stands before the one given, else
// that one.
func (f *kindFinder) firstOf(match *searcher, text, command string, before int32) int32 {
	if !match.quick(match.total) {
		for kind := range before {
			if match.holds(text, int(kind)) && f.takes(command, kind) {
				return kind
			}
		}
		return before
	}
	for _, kind := range match.in(text) {
		if kind < before && f.takes(command, kind) {
			before = kind
		}
	}
	return before
}

// takes reports whether a kind whose match substrings occur takes a command.
func (f *kindFinder) takes(command string, kind int32) bool {
	return (len(f.kinds[kind].Require) == 0 || occurs(f.require, command, kind)) && !f.excludes(command, kind)
}

// excludes reports whether a kind gives a command up that it matches.
func (f *kindFinder) excludes(command string, kind int32) bool {
	return len(f.kinds[kind].Exclude) > 0 && occurs(f.exclude, command, kind)
}

// occurs reports whether a substring of a kind occurs in a command.
func occurs(substrings *searcher, command string, kind int32) bool {
	if !substrings.quick(len(substrings.groups[kind])) {
		return substrings.holds(command, int(kind))
	}
	return slices.Contains(substrings.in(command), kind)
}

// isProcessTitle tells the titles that ps prints in place of a command line: of
// zombies, kernel threads and processes whose arguments it cannot read.
func isProcessTitle(command string) bool {
	return isDefunct(command) ||
		strings.HasPrefix(command, "[") && strings.HasSuffix(command, "]") ||
		strings.HasPrefix(command, "(") && strings.HasSuffix(command, ")")
}

// isDefunct reports whether <defunct> is the command's last or only word.
func isDefunct(command string) bool {
	before, ok := strings.CutSuffix(command, "<defunct>")
	return ok && (before == "" || isSpaceOrTab(before[len(before)-1]))
}
