package cli

import "runtime/debug"

// Garbage, in per cent of what stays. A third of the time is saved by a campaign or
// a kill matrix for some ten MiB, and by a run of conform, which keeps all of its
// questions, for a hundred.
const (
	campaignGCPercent = 400
	conformGCPercent  = 200
)

// collectRarely is for commands that ask thousands of questions: they make much
// that does not stay. Until the returned function is called, garbage is collected
// less often.
func collectRarely(percent int) (back func()) {
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}
