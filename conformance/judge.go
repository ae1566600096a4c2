package conformance

import (
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// asking is what else a verdict needs to know of how a question was asked.
type asking struct {
	folder string // where its folder was laid out, "" where it has none
	bytes  int    // of the request's input
}

// resultOf is the result of a question, without a verdict yet.
func resultOf(q *question) Result {
	return Result{
		Case: q.c.ID, Variant: q.variant, Repeat: q.repeat, Title: q.c.Title, Clause: q.c.Clause,
		Level: q.c.Level().String(), Op: q.c.Op, Provisional: q.c.Provisional, Pair: q.c.Pair,
	}
}

// judge turns what became of a call into a verdict on the question.
func judge(q *question, level tspi.Level, asked asking, answer adapter.Result) Result {
	r := resultOf(q)
	r.DurationNS, r.Detail = answer.Duration.Nanoseconds(), answer.Detail
	switch answer.Outcome {
	case adapter.Answered:
		r.Differences = compare(q, level, asked, answer.Response)
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
		r.Why, r.Sent, r.Stderr = q.c.Why, sentText(q), answer.Stderr
		r.Wrote = Quoted(answer.Received)
	}
	return r
}

// maxDifferences is how many differences of each sort a result keeps. The
// others say nothing new, and a hostile answer may have a million.
const maxDifferences = 40

// maxAnswer bounds, by the size of a request, the answers that are looked at: a
// right one is far smaller, and the time that a hostile one takes is bounded.
func maxAnswer(request int) int { return 1<<20 + 64*request }

// compare returns the differences between a response and what the question
// demands, the standing checks included.
func compare(q *question, level tspi.Level, asked asking, response adapter.Response) []Difference {
	c := &comparison{level: level, clause: q.c.Clause, full: q.c.Level() == tspi.Hardened}
	if most := maxAnswer(asked.bytes); len(response.Raw) > most {
		c.differ(KindSize, "", fmt.Sprintf("an answer of at most %d bytes", most), fmt.Sprintf("%d bytes", len(response.Raw)))
		return c.found
	}
	s := standing{level: level, schema: q.c.Level(), problem: q.problem, op: q.c.Op, canaries: q.canaries, folder: asked.folder}
	s.checkBeside(response)
	if response.Error != nil {
		if q.expect.Refusals == nil {
			c.refused(response.Error)
		} else {
			c.refusal(q.expect.Refusals, response.Error)
		}
	} else {
		c.answer(q, response.OK, &s)
	}
	return s.withoutPieces(append(c.found, s.found...))
}

// answer compares an ok with what the question demands, and holds it against the
// standing checks.
func (c *comparison) answer(q *question, ok jsontext.Value, s *standing) {
	answer, err := tspi.DecodeWithin(ok, adapter.MaxLevels)
	if err != nil {
		c.differ(KindType, "", "a strict JSON value", "none")
		return
	}
	if q.expect.Refusals != nil {
		c.differ(KindAccepted, "", wanted(q.expect.Refusals), accepted(answer))
		return
	}
	s.check(answer)
	switch e := q.expect; {
	case e.Inventory != nil && e.Inventory.Relief != nil:
		c.relief(e.Inventory, answer)
	case e.Inventory != nil:
		c.inventory(e.Inventory, q.problem, answer)
	case e.Findings != nil:
		object, ok := answer.(tspi.Object)
		if !ok {
			c.otherType("", "an object with findings", answer, true)
			return
		}
		c.findings(*e.Findings, object)
	case e.Bundle != nil:
		c.bundle(e.Bundle, answer)
	case e.Run != nil:
		c.run(e.Run, answer)
	default:
		c.differ(KindValue, "", "a case that demands something", "none") // a fault of ours must not pass anything
	}
}

// accepted says of an answer to an input that must be refused how many processes it
// would close.
func accepted(answer tspi.Value) string {
	object, _ := answer.(tspi.Object)
	rows, _ := get(object, "rows").(tspi.Array)
	n := 0
	for _, row := range rows {
		o, _ := row.(tspi.Object)
		if get(o, "decision") == string(tspi.DecisionSafeClose) {
			n++
		}
	}
	if n == 0 {
		return "ok"
	}
	return "ok, with " + countOf(n, closingRow, closingRow+"s")
}

const closingRow = "close candidate"

// maxSent bounds the part of a request that a report repeats. It is the suite's
// own text, or a perturbation of it.
const maxSent = 16 << 10

func sentText(q *question) string {
	if q.problem.Folder != nil {
		return q.problem.Folder.text()
	}
	return shortened(q.problem.text())
}

// shortened cuts a long text, between characters.
func shortened(text string) string {
	if len(text) <= maxSent {
		return text
	}
	at := maxSent
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at] + "…"
}

// Quoted is the beginning of an adapter's output that is no response, fit for a report
// that is passed on: [adapter.Quote] without paths.
func Quoted(output []byte) string {
	if tspi.HoldsPath(string(adapter.Head(output)), tspi.Hardened) {
		return fmt.Sprintf("(%d bytes, not shown: an absolute path is among them)", len(output))
	}
	return adapter.Quote(output)
}
