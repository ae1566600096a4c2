package mutant

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance"
)

// Role is what a case is good for.
type Role struct {
	Case string
	// Kills are the mutants of its clause that it rejects.
	Kills []string
	// Alone are those of them that no other case and no standing check kills: the
	// case must never be dropped.
	Alone []string
	// Rejects is how many mutants it rejects, of whatever clause.
	Rejects int
	// Kept says why a case that kills no mutant stays.
	Kept string
}

// roles says of each case what it is good for.
func roles(suite *conformance.Suite, fates []Fate) []Role {
	all := make([]Role, len(suite.Cases))
	index := map[string]*Role{}
	for i, c := range suite.Cases {
		all[i].Case = c.ID
		index[c.ID] = &all[i]
	}
	for i := range fates {
		f := &fates[i]
		for _, id := range f.Cases {
			index[id].Kills = append(index[id].Kills, f.Name)
		}
		if len(f.Cases) == 1 && len(f.Standing) == 0 {
			index[f.Cases[0]].Alone = append(index[f.Cases[0]].Alone, f.Name)
		}
		for _, id := range f.Rejected {
			index[id].Rejects++
		}
	}
	for i, c := range suite.Cases {
		if r := &all[i]; len(r.Kills) == 0 {
			r.Kept = reason(c, r, index[c.Pair])
		}
	}
	return all
}

// Reasons for which a case is kept that kills no mutant.
const (
	keptSibling = "sibling of a case that kills one"
	keptOther   = "rejects a mutant of another clause"
)

// reason says why a case is kept: its own word for the implementation that it
// catches, where nothing else does.
func reason(c *conformance.Case, r, pair *Role) string {
	switch {
	case pair != nil && len(pair.Kills) > 0:
		return keptSibling
	case r.Rejects > 0:
		return keptOther
	}
	return c.Why
}

// Survivors are the mutants that were not killed.
func (m *Matrix) Survivors() []Fate {
	return slices.DeleteFunc(slices.Clone(m.Fates), func(f Fate) bool { return f.Killed() })
}

// KilledControls are the controls that were not certified.
func (m *Matrix) KilledControls() []Verdict {
	return slices.DeleteFunc(slices.Clone(m.Controls), func(v Verdict) bool { return len(v.Rejected) == 0 })
}

// Holds reports whether the suite is as strong as it must be: no mutant survives,
// and no control is rejected.
func (m *Matrix) Holds() bool { return len(m.Survivors()) == 0 && len(m.KilledControls()) == 0 }

// Without is the matrix as it would be without the cases of a clause.
func (m *Matrix) Without(clause string) *Matrix {
	left := *m
	left.Fates = slices.Clone(m.Fates)
	of := func(id string) bool { return clauseOf(id) == clause }
	for i := range left.Fates {
		f := &left.Fates[i]
		f.Cases = slices.DeleteFunc(slices.Clone(f.Cases), of)
		f.Standing = slices.DeleteFunc(slices.Clone(f.Standing), of)
	}
	left.Cases = slices.DeleteFunc(slices.Clone(m.Cases), func(r Role) bool { return of(r.Case) })
	return &left
}

// clauseOf is the clause of a case, from its id: PROFILE/LEVEL/CLAUSE/NAME.
func clauseOf(id string) string {
	parts := strings.Split(id, "/")
	if len(parts) < 3 {
		return ""
	}
	return parts[2]
}
