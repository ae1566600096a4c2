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
	if slices.Contains(o.InitNames, program(row.Command)) {
		return initProcess{InitRecognised, row}
	}
	return initProcess{InitUnrecognised, row}
}

// program is the first word of a command without its folder and without the
// dash that marks a login shell.
func program(command string) string {
	word := command
	if end := strings.IndexAny(command, " \t"); end >= 0 {
		word = command[:end]
	}
	return strings.TrimPrefix(word[strings.LastIndexByte(word, '/')+1:], "-")
}
