// Package second is another implementation of docs/contracts/effect.md, written from the
// contract alone: the judge of the suite's cases and, with one of its rules turned wrong, the
// wrong implementation that the suite must catch.
//
// It imports internal/strict and the packages that the second implementations share, and no law.
package second

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

const profile = "effect"

type (
	// On reports whether the rule of that name is to be broken; nil breaks nothing.
	On = switches.On
	// Mutant is an implementation with one rule turned wrong.
	Mutant = switches.Mutant
	// Control is a right implementation with other answers.
	Control = switches.Control
)

// Controls returns the right implementations that answer differently.
func Controls() []Control { return switches.Controls() }

// report is what decide derives.
type report struct {
	log       *log
	rows      []row
	unsettled []string
	decision  string
}

func derive(f facts, on On) report {
	d := report{log: readLog(f, on)}
	d.rows = d.log.rows(f.writer, on)
	for _, a := range f.required {
		if !d.settled(a, on) {
			d.unsettled = append(d.unsettled, a.id)
		}
	}
	d.decision = d.decide(on)
	return d
}

// settled is section 4's state of a required artefact.
func (d report) settled(a artefact, on On) bool {
	settled := false
	for _, r := range d.rows {
		if r.effect.isNoop(on) && !on.Is("noop-settles") {
			continue
		}
		expects, absent := false, false
		for _, x := range r.effect.expect {
			if x.resource.samePlace(a.resource, on) || on.Is("required-overlapped") &&
				x.resource.overlaps(a.resource, on) {
				expects = true
				absent = absent || x.predicate == "absent" && !on.Is("required-may-be-absent")
			}
		}
		if !expects {
			continue
		}
		good := !absent &&
			(r.verification == verified || r.verification == observed && !on.Is("required-must-be-verified"))
		if on.Is("required-settled-once") {
			settled = settled || good
		} else {
			settled = good
		}
	}
	return settled
}

// superseded is section 4's state of the effect of the row at place i.
func (d report) superseded(i int, on On) bool {
	e := d.rows[i].effect
	if on.Is("nothing-superseded") || !e.scopeKnown && !on.Is("unknown-scope-superseded") {
		return false
	}
	if on.Is("superseded-by-any-part") {
		return slices.ContainsFunc(e.scope, func(s resource) bool { return d.expectedLater(i, s, on) })
	}
	return !slices.ContainsFunc(e.scope, func(s resource) bool { return !d.expectedLater(i, s, on) })
}

func (d report) expectedLater(i int, s resource, on On) bool {
	return slices.ContainsFunc(d.rows[i+1:], func(r row) bool {
		if r.effect.isNoop(on) && !on.Is("noop-supersedes") {
			return false
		}
		if on.Is("superseded-by-touch") {
			return r.effect.touches(s, on)
		}
		return slices.ContainsFunc(r.effect.expect, func(x expectation) bool { return x.resource.samePlace(s, on) })
	})
}

// decide is section 4's decision.
func (d report) decide(on On) string {
	failed, open, doubtful := false, false, false
	for i, r := range d.rows {
		superseded := d.superseded(i, on)
		failed = failed || !superseded && r.verification == contradicted
		open = open || r.reason == "not_settled" && !(on.Is("superseded-need-no-settlement") && superseded)
		doubtful = doubtful || !superseded && r.verification == unverified
	}
	switch {
	case !d.log.trusted() && !on.Is("untrusted-not-blocked"):
		return "blocked"
	case failed && !on.Is("contradiction-not-failed"):
		return "failed"
	case len(d.unsettled) > 0 && !on.Is("required-not-asked"), open && !on.Is("open-effects-not-asked"):
		return "incomplete"
	case doubtful && !on.Is("unverified-is-done"):
		return "unverified"
	}
	return "done"
}

func (d report) summary() strict.Object {
	var badLine, appendAt strict.Value
	if d.log.verdict == "corrupt" {
		badLine = shape.Number(int64(d.log.badLine))
	}
	if d.log.trusted() {
		appendAt = shape.Number(d.log.appendAt)
	}
	return strict.Object{
		{Name: "log", Value: d.log.verdict}, {Name: "bad_line", Value: badLine}, {Name: "append_at", Value: appendAt},
		{Name: "unsettled_required", Value: shape.Texts(d.unsettled)}, {Name: "decision", Value: d.decision},
	}
}

// Decide answers effect.decide (sections 2 to 5).
func Decide(v strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	d := derive(readFacts(v), on)
	if on.Is("unsettled-by-id") {
		slices.Sort(d.unsettled)
	}
	if on.Is("unsettled-of-untrusted-empty") && !d.log.trusted() {
		d.unsettled = nil
	}
	if on.Is("rows-by-id") {
		slices.SortStableFunc(d.rows, func(a, b row) int { return strings.Compare(a.effect.id, b.effect.id) })
	}
	rows := strict.Array{}
	for _, r := range d.rows {
		rows = append(rows, r.value())
	}
	return strict.Object{{Name: "rows", Value: rows}, {Name: "summary", Value: d.summary()}}, nil
}
