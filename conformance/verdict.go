package conformance

// Verdict is what became of one question (docs/protocol.md). Only Pass is green.
type Verdict string

const (
	// Pass: the response is what the case demands, and the standing checks hold.
	Pass Verdict = "pass"
	// Fail: a well-formed response that is not.
	Fail Verdict = "fail"
	// Crash: the adapter ended before it answered.
	Crash Verdict = "crash"
	// Hang: no answer in the case's time, twice.
	Hang Verdict = "hang"
	// Garbage: output that is no response.
	Garbage Verdict = "garbage"
	// Unsupported: an undeclared optional feature.
	Unsupported Verdict = "unsupported"
	// Skipped: left out by a pattern.
	Skipped Verdict = "skipped"
)

// Verdicts returns all of them, green first.
func Verdicts() []Verdict {
	return []Verdict{Pass, Fail, Crash, Hang, Garbage, Unsupported, Skipped}
}
