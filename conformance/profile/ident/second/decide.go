// Package second is another implementation of docs/contracts/ident.md, written from the
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

const profile = "ident"

type (
	// On reports whether the rule of that name is to be broken; nil breaks nothing.
	On = switches.On
	// Mutant is an implementation with one rule turned wrong.
	Mutant = switches.Mutant
	// Control is a right implementation with other answers.
	Control = switches.Control

	flag = shape.Maybe[bool]
)

// Controls returns the right implementations that answer differently.
func Controls() []Control { return switches.Controls() }

// Decide answers ident.decide (sections 2 to 4).
func Decide(v strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	f := readFacts(v)
	rows := f.rows(f.look, on)
	if on.Is("rows-by-id") {
		slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.id, b.id) })
	}
	answer := strict.Array{}
	for _, r := range rows {
		answer = append(answer, r.value())
	}
	return strict.Object{{Name: "rows", Value: answer}, {Name: "summary", Value: summary(rows, on)}}, nil
}

// summary is section 4.
func summary(rows []row, on On) strict.Object {
	counts := map[string]int64{}
	gaps := []string{}
	var signals, groupSignals int64
	for _, r := range rows {
		counts[r.verdict]++
		if on.Is("foreign-counted-gone") && r.verdict == foreign {
			counts[gone]++
		}
		if r.verdict == unverifiable {
			gaps = append(gaps, r.id)
		}
		if r.signal {
			signals++
		}
		if r.groupSignal {
			groupSignals++
		}
	}
	if on.Is("signals-counted-once") {
		groupSignals = min(groupSignals, signals)
	}
	if on.Is("gaps-by-id") {
		slices.Sort(gaps)
	}
	coverage := "whole"
	if len(gaps) > 0 && !on.Is("coverage-always-whole") {
		coverage = "partial"
	}
	return strict.Object{
		{Name: "record_count", Value: shape.Number(int64(len(rows)))},
		{Name: "owned_count", Value: shape.Number(counts[owned])},
		{Name: "gone_count", Value: shape.Number(counts[gone])},
		{Name: "foreign_count", Value: shape.Number(counts[foreign])},
		{Name: "unverifiable_count", Value: shape.Number(counts[unverifiable])},
		{Name: "signal_permitted_count", Value: shape.Number(signals)},
		{Name: "group_signal_permitted_count", Value: shape.Number(groupSignals)},
		{Name: "coverage", Value: coverage},
		{Name: "gaps", Value: shape.Texts(gaps)},
	}
}
