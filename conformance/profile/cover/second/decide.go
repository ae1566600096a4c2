// Package second is another implementation of docs/contracts/cover.md, written from the
// contract alone: the judge of the suite's cases and, with one of its rules turned wrong, the
// wrong implementation that the suite must catch.
//
// It imports internal/strict and the packages that the second implementations share, and no law.
package second

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

const profile = "cover"

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

// derive is sections 2 to 4 for every span, in the order of section 5's rows.
func derive(f *facts, on On) []*reading {
	var all []*reading
	for _, s := range f.spans {
		r := f.ends(s, on)
		f.measure(&r, on)
		all = append(all, &r)
	}
	f.share(all, on)
	slices.SortStableFunc(all, func(a, b *reading) int {
		if on.Is("rows-as-listed") {
			return 0
		}
		if on.Is("rows-by-id") {
			return strings.Compare(a.span.id, b.span.id)
		}
		return cmp.Or(cmp.Compare(a.span.begin, b.span.begin), strings.Compare(a.span.id, b.span.id))
	})
	return all
}

// adds is what a term adds to the figure; unknown where a counter is.
func (t term) adds(on On) whole {
	switch {
	case t.hasBase && (!t.process.counter.Known || !t.base.counter.Known):
		return whole{}
	case t.hasBase && on.Is("falls-subtracted"):
		return whole{Known: true, V: t.process.counter.V - t.base.counter.V}
	case t.hasBase:
		return whole{Known: true, V: max(0, t.process.counter.V-t.base.counter.V)}
	case t.predates && !on.Is("predating-counted"):
		return whole{Known: true}
	case on.Is("newborn-not-counted"):
		return whole{Known: true}
	}
	return t.process.counter
}

// sum adds the terms; unknown where one of them is.
func sum(terms []term, adds func(term) whole) whole {
	total := whole{Known: true}
	for _, t := range terms {
		n := adds(t)
		if !n.Known {
			return whole{}
		}
		total.V += n.V
	}
	return total
}

// figureOf divides a sum, and rounds it up.
func (f *facts) figureOf(sum whole, on On) whole {
	if !sum.Known {
		return whole{}
	}
	divisor := f.divisor(on)
	if on.Is("rounded-down") {
		return whole{Known: true, V: max(0, sum.V) / divisor}
	}
	if on.Is("rounded-half-up") {
		return whole{Known: true, V: (max(0, sum.V) + divisor/2) / divisor}
	}
	return whole{Known: true, V: (max(0, sum.V) + divisor - 1) / divisor}
}

func (f *facts) divisor(on On) int64 {
	if f.unit == "byte" && on.Is("kibibyte-of-thousand") {
		return 1000
	}
	return max(1, units[f.unit].divisor) // a mutant may have taken a unit that is none
}

// figure is section 5's figure.
func (f *facts) figure(r *reading, on On) whole {
	if !r.read() || !r.rootLive && !on.Is("dead-root-measured") {
		return whole{}
	}
	if r.gaps["unreadable"] && !on.Is("unreadable-zero") {
		return whole{}
	}
	terms := r.terms
	if on.Is("rounded-by-term") {
		total := whole{Known: true}
		for _, t := range terms {
			total.V += f.figureOf(t.adds(on), on).V
		}
		return total
	}
	return f.figureOf(sum(terms, func(t term) whole {
		n := t.adds(on)
		if on.Is("unreadable-zero") && !n.Known {
			n = whole{Known: true}
		}
		if on.Is("reaped-added") {
			n.V += t.process.reaped.V
		}
		return n
	}), on)
}

func (r *reading) gapList() []string {
	gaps := []string{}
	for gap := range r.gaps {
		gaps = append(gaps, gap)
	}
	slices.Sort(gaps)
	return gaps
}

func (r *reading) declared(on On) bool {
	return r.span.declared.Is("operator") || r.span.declared.Is("server") && on.Is("servers-believed") ||
		!r.span.declared.Known && on.Is("undeclared-believed")
}

func (r *reading) coverage(on On) string {
	if len(r.gaps) == 0 && (r.declared(on) || on.Is("declaration-not-asked")) || on.Is("known-figure-is-whole") &&
		r.read() && r.declared(on) {
		return "whole"
	}
	return "partial"
}

// unitOf is the unit of the figure.
func (f *facts) unitOf(on On) string {
	if on.Is("unit-of-counter") {
		return f.unit
	}
	return units[f.unit].unit
}

// Decide answers cover.decide (sections 2 to 5).
func Decide(v strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	f := readFacts(v, on)
	rows := strict.Array{}
	counts, gapCounts := map[string]int64{}, map[string]int64{}
	for _, r := range derive(f, on) {
		figure, coverage, gaps := f.figure(r, on), r.coverage(on), r.gapList()
		if on.Is("gaps-backwards") {
			slices.Reverse(gaps)
		}
		rows = append(rows, strict.Object{
			{Name: "id", Value: r.span.id}, {Name: "unit", Value: f.unitOf(on)},
			{Name: "figure", Value: figure.Value()},
			{Name: "coverage", Value: coverage}, {Name: "gaps", Value: shape.Texts(gaps)},
			{Name: "declared", Value: r.declared(on)},
			{Name: "start_seq", Value: r.startSeq.Value()}, {Name: "stop_seq", Value: r.stopSeq.Value()},
		})
		if coverage == "partial" && !figure.Known && on.Is("unread-not-partial") {
			coverage = ""
		}
		counts[coverage]++
		if !figure.Known {
			counts["unread"]++
		}
		for _, gap := range gaps {
			gapCounts[gap]++
		}
	}
	if on.Is("shared-counted-once") && gapCounts["shared"] > 0 {
		gapCounts["shared"] = 1
	}
	byGap := strict.Object{}
	for _, gap := range slices.Sorted(maps.Keys(gapCounts)) {
		byGap = append(byGap, strict.Member{Name: gap, Value: shape.Number(gapCounts[gap])})
	}
	return strict.Object{{Name: "rows", Value: rows}, {Name: "summary", Value: strict.Object{
		{Name: "unit", Value: f.unitOf(on)}, {Name: "span_count", Value: shape.Number(int64(len(rows)))},
		{Name: "whole_count", Value: shape.Number(counts["whole"])},
		{Name: "partial_count", Value: shape.Number(counts["partial"])},
		{Name: "unread_count", Value: shape.Number(counts["unread"])}, {Name: "gap_counts", Value: byGap},
	}}}, nil
}
