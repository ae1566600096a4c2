package conformance

import (
	"fmt"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
)

// resultOf is the result of a question, without a verdict yet.
func resultOf(q *Question) Result {
	return Result{
		Case: q.Case.ID, Variant: q.Variant, Repeat: q.Repeat, Title: q.Case.Title, Clause: q.Case.Clause,
		Level: q.Case.Level().String(), Op: q.Case.Op, Provisional: q.Case.Provisional, Pair: q.Case.Pair,
	}
}

// judge turns what became of a call into a verdict on the question.
func judge(p *profile.Profile, q *Question, level law.Level, asked profile.Asked, answer adapter.Result) Result {
	r := resultOf(q)
	r.DurationNS, r.Detail = answer.Duration.Nanoseconds(), answer.Detail
	switch answer.Outcome {
	case adapter.Answered:
		r.Differences = p.Format.Judge(q, level, asked, answer.Response)
		r.Verdict = Pass
		if len(r.Differences) > 0 {
			r.Verdict = Fail
		}
	case adapter.Hang:
		r.Verdict = Hang
	case adapter.Garbage:
		r.Verdict = Garbage
	default:
		r.Verdict = Crash
	}
	if r.Verdict != Pass {
		r.Why, r.Sent, r.Stderr = q.Case.Why, q.Problem.Text(), answer.Stderr
		r.Wrote = Quoted(answer.Received)
	}
	return r
}

// Quoted is the beginning of an adapter's output that is no response, fit for a report
// that is passed on: [adapter.Quote] without paths.
func Quoted(output []byte) string {
	if guard.HoldsPath(string(adapter.Head(output)), law.Hardened) {
		return fmt.Sprintf("(%d bytes, not shown: an absolute path is among them)", len(output))
	}
	return adapter.Quote(output)
}
