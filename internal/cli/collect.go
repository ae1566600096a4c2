package cli

import (
	"runtime/debug"

	"github.com/tspi-dev/harness/internal/largepages"
)

// rarely is how much garbage is left lying, in per cent of what stays: a third of the
// time is saved, for some ten MiB.
const rarely = 400

// collectRarely is for commands that ask or answer thousands of questions: they make
// much that does not stay, and little that does. Until the returned function is
// called, garbage is collected less often.
func collectRarely() (back func()) {
	growAtOnce()
	before := debug.SetGCPercent(rarely)
	return func() { debug.SetGCPercent(before) }
}

// growAtOnce has what a command makes lie in large pages from the start, for
// commands that make some ten MiB: a third to a half of the time of a short one goes
// into memory that is touched for the first time, page by page.
func growAtOnce() { largepages.Prepare(32 << 20) }
