package tspi

import (
	"slices"
	"strings"
)

// initProcess is what the table says of pid 1 (contract, section 4.2). In a
// container pid 1 is often the owner itself, so its children are not detached.
type initProcess struct {
	state InitState
	row   *Row // the one row with pid 1, where there is exactly one such line and it is a row
}

func (t *Table) init(o *Owners) initProcess {
	if t.initLines == 0 {
		return initProcess{state: InitNotInTable}
	}
	row, ok := t.only(1)
	if !ok || t.initLines != 1 {
		return initProcess{state: InitUnrecognised}
	}
	if slices.Contains(o.InitNames, initName(row.Command)) {
		return initProcess{InitRecognised, row}
	}
	return initProcess{InitUnrecognised, row}
}

// initName is the first word of a command without its folder and without the dash
// that marks a login shell.
func initName(command string) string {
	word, _ := cutWord(command)
	return strings.TrimPrefix(nameOf(word), "-")
}

// started reports whether a child of pid 1 was there from the start, so that nobody
// left it behind: it is the main command of a container, or a service of the host.
// Where the age of pid 1 is unknown, every child may have been.
func (p initProcess) started(child *Row) bool {
	return p.row != nil && (!p.row.HasAge || child.HasAge && p.row.Age-child.Age <= clockSlack)
}
