package tspi

import "strings"

// kindOf returns the first kind of the policy that takes the row, nil where none
// does (contract, section 3).
func (p *Policy) kindOf(row *Row, level Level) *Kind {
	if level.hardened() && (row.PID <= 1 || isProcessTitle(row.Command)) {
		return nil
	}
	for i := range p.Kinds {
		if k := &p.Kinds[i]; holdsAny(row.Command, k.Match) && !holdsAny(row.Command, k.Exclude) {
			return k
		}
	}
	return nil
}

func holdsAny(command string, substrings []string) bool {
	for _, s := range substrings {
		if strings.Contains(command, s) {
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
	return ok && (before == "" || isSpaceOrTab(rune(before[len(before)-1])))
}
