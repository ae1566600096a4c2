package tspi

import (
	"math/rand"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Trial is one table before one implementation. Answers about the table as it is
// are asked once and kept, so that several properties share them.
type Trial struct {
	Table *Table
	Level law.Level
	// Implementation is the one that is judged.
	Implementation Implementation
	// Model is the one that it is compared with by the properties of that family.
	Model Implementation
	// Seed is what a property draws its own choices from. It stays the same while a
	// table is shrunk, so that the choices do.
	Seed uint64

	inventory, expected *answered
	surveyed            *survey
	named               []helper
	disputed            *dispute
}

// NewTrial is the trial of a table, with the seed that its key gives.
func NewTrial(table *Table, level law.Level, implementation, model Implementation) *Trial {
	return &Trial{Table: table, Level: level, Implementation: implementation, Model: model, Seed: table.Draws()}
}

// On is the trial of another table with the same seed, for a table that is being
// shrunk.
func (t *Trial) On(table *Table) *Trial {
	return &Trial{Table: table, Level: t.Level, Implementation: t.Implementation, Model: t.Model, Seed: t.Seed}
}

// answered is an answer, or why there is none.
type answered struct {
	value strict.Value
	err   error
}

// Inventory is the implementation's answer about the table as it is.
func (t *Trial) Inventory() (strict.Value, error) {
	if t.inventory == nil {
		value, err := t.Implementation.Classify(t.Table.Input())
		t.inventory = &answered{value, err}
	}
	return t.inventory.value, t.inventory.err
}

// Expected is the model's answer about the table as it is.
func (t *Trial) Expected() (strict.Value, error) {
	if t.expected == nil {
		value, err := t.Model.Classify(t.Table.Input())
		t.expected = &answered{value, err}
	}
	return t.expected.value, t.expected.err
}

// survey is that of the trial's table.
func (t *Trial) survey() *survey {
	if t.surveyed == nil {
		t.surveyed = t.Table.survey()
	}
	return t.surveyed
}

// helpers are those of the trial's table, by the law of its level.
func (t *Trial) helpers() []helper {
	if t.named == nil {
		t.named = helpersOf(t.survey(), t.Level)
	}
	return t.named
}

// draws is a property's own source of choices for this trial.
func (t *Trial) draws(property string) *rand.Rand {
	return rand.New(generators.NewSource(generators.Mix(t.Seed ^ generators.Hash(property))))
}

// Applies reports whether a property is held against a trial: against one in
// OneIn, drawn from the trial's seed.
func Applies(p Property, t *Trial) bool {
	return generators.Applies(p.Name, p.OneIn, t.Seed)
}
