package cover

import (
	"cmp"
	"slices"
)

// stopping is all the spans of one root whose readings stop at one walk. They have the same
// terms, and each of them is open just before that walk.
type stopping struct {
	spans []*spanRow
	start int // the first start walk of all of them
	stop  int
	terms []int32
	// met is the last stop of another such group that has one of the terms and starts before
	// this one stops.
	met int
}

// markShared gives the gap shared to the spans of which another one has the same work
// (section 4): a term in common, and each starts before the other stops.
func markShared(groups []*stopping, incarnations int) {
	slices.SortFunc(groups, func(a, b *stopping) int { return cmp.Compare(a.start, b.start) })
	byTerm := make([][]*stopping, incarnations)
	for _, g := range groups {
		g.met = -1
		for _, who := range g.terms {
			byTerm[who] = append(byTerm[who], g)
		}
	}
	for _, holders := range byTerm {
		meet(holders)
	}
	for _, g := range groups {
		for _, s := range g.spans {
			if len(g.spans) > 1 && len(g.terms) > 0 || s.ends.start < g.met {
				s.gaps[gapShared] = true
			}
		}
	}
}

// meet notes, for groups with one term in common in the order of their starts, the last stop
// among the others that start before each one stops.
func meet(groups []*stopping) {
	if len(groups) < 2 {
		return
	}
	type latest struct{ first, second *stopping } // of the groups up to here, by their stops
	upTo := make([]latest, len(groups))
	for i, g := range groups {
		here := latest{}
		if i > 0 {
			here = upTo[i-1]
		}
		switch {
		case here.first == nil || g.stop > here.first.stop:
			here.first, here.second = g, here.first
		case here.second == nil || g.stop > here.second.stop:
			here.second = g
		}
		upTo[i] = here
	}
	for _, g := range groups {
		n, _ := slices.BinarySearchFunc(groups, g.stop, func(o *stopping, stop int) int {
			return cmp.Compare(o.start, stop)
		})
		if n == 0 {
			continue
		}
		other := upTo[n-1].first
		if other == g {
			other = upTo[n-1].second
		}
		if other != nil {
			g.met = max(g.met, other.stop)
		}
	}
}
