package tspi

import (
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Draws is the seed from which properties draw their own choices about a table.
func (t *Table) Draws() uint64 { return generators.Mix(t.Key) }

// Question is the input of a classification.
func (t *Table) Question() strict.Value { return t.Input() }

// HasShape reports whether the shape of that number was planted.
func (t *Table) HasShape(i int) bool { return t.Shapes.Has(Shape(i)) }

// Worlds are the tables, as a campaign draws them.
func Worlds() generators.Worlds { return worlds{} }

type worlds struct{}

func (worlds) Op() string { return opClassify }

func (worlds) Case(seed, i uint64) generators.World { return Case(seed, i) }

func (worlds) Shapes() []string {
	var names []string
	for _, shape := range AllShapes() {
		names = append(names, shape.String())
	}
	return names
}

func (worlds) Properties() []generators.Property {
	var all []generators.Property
	for _, p := range Properties() {
		all = append(all, generators.Property{Name: p.Name, Family: p.Family, Clause: p.Clause, Op: p.Op,
			OneIn: p.OneIn,
			Check: func(t *generators.Trial) ([]Difference, error) { return p.Check(own(t)) }})
	}
	return all
}

// Ask asks for the inventory.
func (worlds) Ask(t *generators.Trial) (strict.Value, error) { return own(t).Inventory() }

func (worlds) Shrink(w generators.World, fails func(generators.World) (bool, error), maxTries int) (generators.World,
	int, error) {
	return Shrink(w.(*Table), func(t *Table) (bool, error) { return fails(t) }, maxTries)
}

// own is the trial of a table that the properties of this package share.
func own(t *generators.Trial) *Trial {
	if t.Own == nil {
		t.Own = &Trial{Table: t.World.(*Table), Level: t.Level, Seed: t.Seed,
			Implementation: operations{t.Implementation}, Model: operations{t.Model}}
	}
	return t.Own.(*Trial)
}

// operations are the operations of an implementation as functions.
type operations struct{ generators.Implementation }

func (o operations) Classify(input strict.Object) (strict.Value, error) {
	return o.Ask(opClassify, input)
}
func (o operations) Relief(input strict.Object) (strict.Value, error) { return o.Ask(opRelief, input) }
func (o operations) Audit(input strict.Object) (strict.Value, error)  { return o.Ask(opAudit, input) }
