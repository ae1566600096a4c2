package mutant

import (
	"slices"
	"strings"
)

// What is known of pid 1.
const (
	initRecognised   = "recognised"
	initUnrecognised = "unrecognised"
	initAbsent       = "not_in_table"
)

// init says what the table's pid 1 is.
func (w *world) init() string {
	lines, rows := w.table.pidOneLines, w.table.byPID[1]
	if w.on("init-by-rows") {
		lines = len(rows)
	}
	switch {
	case lines == 0:
		return initAbsent
	case w.on("last-init"):
		if len(rows) > 0 && slices.Contains(w.owners.initNames, w.initProgram(rows[len(rows)-1].command)) {
			return initRecognised
		}
	case lines == 1 && len(rows) == 1 && slices.Contains(w.owners.initNames, w.initProgram(rows[0].command)):
		return initRecognised
	}
	return initUnrecognised
}

// trustsInit reports whether ppid 1 proves that a process is detached. Core always
// believes it.
func (w *world) trustsInit() bool {
	return !w.hardened() || w.init() != initUnrecognised || w.on("entrypoint-is-init")
}

// initProgram is the program of a pid 1, as section 4 reads it: its first word.
func (w *world) initProgram(command string) string {
	first := command
	if end := strings.IndexAny(command, " \t"); end >= 0 {
		first = command[:end]
	}
	if !w.on("init-with-folder") {
		first = first[strings.LastIndexByte(first, '/')+1:]
	}
	if w.on("init-prefix") {
		for _, name := range w.owners.initNames {
			if strings.HasPrefix(first, name) {
				return name
			}
		}
	}
	if w.on("all-dashes-dropped") {
		return strings.TrimLeft(first, "-")
	}
	return strings.TrimPrefix(first, "-")
}

// underUnrecognised is the owner of a helper whose parent is a pid 1 that may be
// the owner itself.
func (w *world) underUnrecognised() chain {
	c := chain{status: unknownParent, end: "unrecognised_init"}
	if rows := w.table.byPID[1]; w.table.pidOneLines == 1 && len(rows) == 1 {
		c.status, c.hops, c.last = w.statusOf(rows[0].command), 1, &rows[0].pid
		if w.on("entrypoint-hints-ignored") {
			c.status = activeParent
		}
	} else if w.on("two-inits-are-active") {
		c.status = activeParent
	}
	return c
}
