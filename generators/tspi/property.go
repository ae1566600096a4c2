package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/generators"
)

// Property is a rule that every table must satisfy before an implementation.
type Property struct {
	// Name says the rule in lower-case words joined by dashes, as
	// "higher-age-adds-no-candidate". It is unique and stable: counterexamples
	// that were saved name it.
	Name string
	// Family is how the right answer is known.
	Family Family
	// Clause is the rule of the contract that is broken where a difference names
	// none itself: an id of conformance.Clauses, as "5.orphan".
	Clause string
	// Op is the operation that is needed: "tspi.classify", "tspi.relief" or
	// "tspi.audit".
	Op string
	// OneIn is n for a property that is held against one table in n, drawn from the
	// table's key: 1 for every table. It bounds what a table costs.
	OneIn int
	// Check returns the differences, none where the rule holds or says nothing
	// about this table. It asks the trial's implementation, and returns the error
	// of one that gave no answer.
	Check func(*Trial) ([]Difference, error)
}

// What the kit calls so.
type (
	Family     = generators.Family
	Difference = generators.Difference
	Refusal    = generators.Refusal
)

// The families of properties.
const (
	Safety   = generators.Safety
	Relation = generators.Relation
	Model    = generators.Model
	Injected = generators.Injected
)

// dashed makes a property's name of words.
func dashed(words string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(words)
}
