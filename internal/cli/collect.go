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
func collectRarely(grow int64) (back func()) {
	growAtOnce(grow)
	before := debug.SetGCPercent(rarely)
	return func() { debug.SetGCPercent(before) }
}

// What commands make, in bytes: most of them some ten MiB; the whole matrix of
// mutants, whose examinations share a suite, some hundred.
const (
	tens     = 32 << 20
	hundreds = 256 << 20
)

// growAtOnce has what a command makes lie in large pages from the start: a third to
// a half of the time of a short one goes into memory that is touched for the first
// time, page by page.
func growAtOnce(size int64) { largepages.Prepare(size) }
