package tspi

import (
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Judge returns the differences between a response and what the question demands, the
// standing checks included.
func (format) Judge(q *profile.Question, level law.Level, asked profile.Asked,
	response adapter.Response) []profile.Difference {
	problem, expect := q.Problem.(*Problem), q.Expect.(*Expectation)
	c := &comparison{Comparison: profile.Comparison{Level: level, Clause: q.Case.Clause},
		full: q.Case.Level() == law.Hardened}
	if c.TooLong(asked.Bytes, response) {
		return c.Found
	}
	s := standing{level: level, schema: q.Case.Level(), problem: problem, op: q.Case.Op, canaries: q.Canaries,
		folder: asked.Folder}
	s.checkBeside(response)
	if response.Error != nil {
		if expect.Refused == nil {
			c.Refused(response.Error)
		} else {
			c.Refusal(expect.Refused, response.Error)
		}
	} else {
		c.answer(problem, expect, response.OK, &s)
	}
	return s.withoutPieces(append(c.Found, s.found...))
}

// answer compares an ok with what the question demands, and holds it against the
// standing checks.
func (c *comparison) answer(problem *Problem, e *Expectation, ok jsontext.Value, s *standing) {
	answer, err := strict.DecodeWithin(ok, adapter.MaxLevels)
	if err != nil {
		c.Differ(profile.KindType, "", "a strict JSON value", "none")
		return
	}
	if e.Refused != nil {
		c.Differ(profile.KindAccepted, "", profile.Wanted(e.Refused), accepted(answer))
		return
	}
	s.check(answer)
	switch {
	case e.Inventory != nil && e.Inventory.Relief != nil:
		c.relief(e.Inventory, answer)
	case e.Inventory != nil:
		c.inventory(e.Inventory, problem, answer)
	case e.Findings != nil:
		object, ok := answer.(strict.Object)
		if !ok {
			c.OtherType("", "an object with findings", answer, true)
			return
		}
		c.findings(*e.Findings, object)
	case e.Bundle != nil:
		c.bundle(e.Bundle, answer)
	case e.Run != nil:
		c.run(e.Run, answer)
	default:
		// a fault of ours must not pass anything
		c.Differ(profile.KindValue, "", "a case that demands something", "none")
	}
}

// accepted says of an answer to an input that must be refused how many processes it
// would close.
func accepted(answer strict.Value) string {
	object, _ := answer.(strict.Object)
	n := 0
	for _, row := range object.Array("rows") {
		o, _ := row.(strict.Object)
		if o.At("decision") == string(tspi.DecisionSafeClose) {
			n++
		}
	}
	if n == 0 {
		return "ok"
	}
	return "ok, with " + profile.CountOf(n, profile.ClosingRow, profile.ClosingRow+"s")
}
