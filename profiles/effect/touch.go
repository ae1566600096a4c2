package effect

import (
	"cmp"
	"slices"
	"strings"
)

// touched is, of all effects that touch a place, the last claim and the last settlement.
type touched struct{ claimed, settled int64 }

// unsettled is the settlement of an effect that has none: after every record.
const unsettled = 1<<63 - 1

func (t *touched) add(o touched) {
	t.claimed, t.settled = max(t.claimed, o.claimed), max(t.settled, o.settled)
}

// untouched is before every record.
var untouched = touched{-1, -1}

// touches tells, for each place, what touched it (section 1.1): an effect touches all places
// that overlap one of its scope. Sorted by their keys, the places that begin with another
// stand right behind it, so that two passes carry what happened at each place down to those
// within it and up to those around it.
func (h *history) touches() []touched {
	everywhere := untouched
	at := make([]touched, len(h.places)) // by scopes that name the very place
	for i := range at {
		at[i] = untouched
	}
	for i := range h.effects {
		e := &h.effects[i]
		if e.isNoop() {
			continue
		}
		t := touched{e.claimed, e.settled}
		if t.settled < 0 {
			t.settled = unsettled
		}
		if e.scopeIsNull {
			everywhere.add(t)
		}
		for _, r := range h.scopeOf(e) {
			at[r.place].add(t)
		}
	}
	order := make([]int32, len(h.places))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(h.places[a].key, h.places[b].key) })
	around := make([]int32, len(h.places)) // the nearest place that holds this one, -1 for none
	var open []int32
	for _, n := range order {
		for len(open) > 0 && !strings.HasPrefix(h.places[n].key, h.places[open[len(open)-1]].key) {
			open = open[:len(open)-1]
		}
		around[n] = -1
		if len(open) > 0 {
			around[n] = open[len(open)-1]
		}
		open = append(open, n)
	}
	within := slices.Clone(at)
	for _, n := range slices.Backward(order) {
		if around[n] >= 0 {
			within[around[n]].add(within[n])
		}
	}
	for _, n := range order {
		if around[n] >= 0 {
			at[n].add(at[around[n]])
		} else {
			at[n].add(everywhere)
		}
	}
	for n := range at {
		at[n].add(within[n])
	}
	return at
}
