package conformance

import (
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// judge turns what became of a call into a verdict on the question.
func judge(q *question, level tspi.Level, folder string, answer adapter.Result) Result {
	r := Result{
		Case: q.c.ID, Variant: q.variant, Repeat: q.repeat, Title: q.c.Title, Clause: q.c.Clause,
		Level: q.c.Level().String(), Op: q.c.Op, Provisional: q.c.Provisional, Pair: q.c.Pair,
		DurationNS: answer.Duration.Nanoseconds(), Detail: answer.Detail, Stderr: answer.Stderr,
	}
	switch answer.Outcome {
	case adapter.Answered:
		r.Differences = compare(q, level, folder, answer.Response)
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
		r.Why, r.Sent = q.c.Why, sentText(q)
	}
	return r
}

// compare returns every difference between a response and what the question
// demands, the standing checks included.
func compare(q *question, level tspi.Level, folder string, response adapter.Response) []Difference {
	c := &comparison{level: level, clause: q.c.Clause, full: q.c.Level() == tspi.Hardened}
	if response.Error != nil {
		if q.expect.Refusals == nil {
			c.differ("", "ok", "error "+show(response.Error.Code, true))
		} else {
			c.refusal(q.expect.Refusals, response.Error)
		}
		return c.found
	}
	answer, err := tspi.DecodeWithin(response.OK, adapter.MaxLevels)
	if err != nil {
		c.differ("", "a strict JSON value", "none")
		return c.found
	}
	s := standing{level: level, problem: q.problem, op: q.c.Op, canaries: q.canaries, folder: folder}
	switch e := q.expect; {
	case e.Refusals != nil:
		c.differ("", wanted(e.Refusals), "ok")
		return c.found
	case e.Inventory != nil && e.Inventory.Relief != nil:
		c.relief(e.Inventory, answer)
	case e.Inventory != nil:
		c.inventory(e.Inventory, q.problem, answer)
	case e.Findings != nil:
		object, ok := answer.(tspi.Object)
		if !ok {
			c.differ("", "an object with findings", show(answer, true))
		}
		c.findings(*e.Findings, object)
	case e.Bundle != nil:
		c.bundle(e.Bundle, answer)
	case e.Run != nil:
		c.run(e.Run, answer)
	}
	return append(c.found, s.check(response.OK, answer)...)
}

// maxSent bounds the part of a request that a report repeats. It is the suite's
// own text, or a perturbation of it.
const maxSent = 16 << 10

func sentText(q *question) string {
	if q.problem.Folder != nil {
		return q.problem.Folder.text()
	}
	text := string(q.problem.input(q.c.Op, ""))
	if len(text) > maxSent {
		return text[:maxSent] + "…"
	}
	return text
}
