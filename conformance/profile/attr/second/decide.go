// Package second is another implementation of docs/contracts/attr.md, written from the
// contract alone: the judge of the suite's cases and, with one of its rules turned wrong, the
// wrong implementation that the suite must catch.
//
// It imports internal/strict and the packages that the second implementations share, and no law.
package second

import (
	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

const profile = "attr"

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

// Decide answers attr.decide (sections 2 to 4).
func Decide(v strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	d := derive(readFacts(v, on), on)
	rows := strict.Array{}
	for _, r := range d.rows {
		rows = append(rows, d.value(r))
	}
	return strict.Object{{Name: "rows", Value: rows}, {Name: "summary", Value: d.summary()}}, nil
}
