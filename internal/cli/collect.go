package cli

import "runtime/debug"

// rarely is how much garbage is left lying, in per cent of what stays: a third of the
// time is saved, for some ten MiB.
const rarely = 400

// collectRarely is for commands that ask or answer thousands of questions: they make
// much that does not stay, and little that does. Until the returned function is
// called, garbage is collected less often.
func collectRarely() (back func()) {
	before := debug.SetGCPercent(rarely)
	return func() { debug.SetGCPercent(before) }
}
