package tspi

import "strings"

// kindFinder finds the kinds of the rows of one table (contract, section 3).
type kindFinder struct {
	rows           []Row
	kinds          []Kind
	hardened       bool
	match, exclude *searcher
	found          []int32 // by row: 0 where it was not asked yet, else the answer + 2
}

func newKindFinder(in Inputs) *kindFinder {
	kinds := in.Policy.Kinds
	match, exclude := make([][]string, len(kinds)), make([][]string, len(kinds))
	for i := range kinds {
		match[i], exclude[i] = kinds[i].Match, kinds[i].Exclude
	}
	return &kindFinder{
		rows: in.Table.Rows, kinds: kinds, hardened: in.Level.IsHardened(),
		match: newSearcher(match), exclude: newSearcher(exclude),
		found: make([]int32, len(in.Table.Rows)),
	}
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
	if f.hardened && (row.PID <= 1 || isProcessTitle(row.Command)) {
		return noKind
	}
	if !f.match.quick(f.match.total) {
		for kind := range f.kinds {
			if f.match.holds(row.Command, kind) && !f.excludes(row.Command, int32(kind)) {
				return int32(kind)
			}
		}
		return noKind
	}
	first := int32(noKind)
	for _, kind := range f.match.in(row.Command) {
		if (first == noKind || kind < first) && !f.excludes(row.Command, kind) {
			first = kind
		}
	}
	return first
}

// excludes reports whether a kind gives a command up that it matches.
func (f *kindFinder) excludes(command string, kind int32) bool {
	substrings := f.kinds[kind].Exclude
	if len(substrings) == 0 {
		return false
	}
	if !f.exclude.quick(len(substrings)) {
		return f.exclude.holds(command, int(kind))
	}
	for _, excluding := range f.exclude.in(command) {
		if excluding == kind {
			return true
		}
	}
	return false
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
