package tspi

import (
	"fmt"
	"slices"
	"strings"
)

// Failure is a property that does not hold, and where.
type Failure struct {
	Property    Property
	Differences []Difference // at least one
}

// Check holds those of the properties that apply to a trial against it, in order.
// It returns the first that does not hold, nil where all do. An error is the
// implementation's, when it gave no answer.
func Check(t *Trial, properties []Property) (*Failure, error) {
	for _, p := range properties {
		if !Applies(p, t) {
			continue
		}
		found, err := p.Check(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		if len(found) > 0 {
			return &Failure{p, found}, nil
		}
	}
	return nil, nil
}

// Asking are the properties that need no other operations than these, as
// "tspi.classify", for implementations that do not offer all.
func Asking(properties []Property, ops ...string) []Property {
	return slices.DeleteFunc(slices.Clone(properties), func(p Property) bool { return !slices.Contains(ops, p.Op) })
}

// FailsFor is the predicate to shrink a trial's table by: that the property does not
// hold for another table, with the same seed.
func (t *Trial) FailsFor(p Property) func(*Table) (bool, error) {
	return func(table *Table) (bool, error) {
		found, err := p.Check(t.On(table))
		return len(found) > 0, err
	}
}

// String tells the property, its clause and the differences, one a line.
func (f *Failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)", f.Property.Name, f.Property.Clause)
	for _, d := range f.Differences {
		fmt.Fprintf(&b, "\n  %s: want %s, got %s", clauseAnd(d), d.Want, d.Got)
	}
	return b.String()
}

func clauseAnd(d Difference) string {
	if d.Clause == "" {
		return d.Path
	}
	return d.Path + " (" + d.Clause + ")"
}
