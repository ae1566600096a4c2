package tspi

import "strings"

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

// Family is a way of knowing the right answer.
type Family string

// The families of properties (docs/campaigns.md).
const (
	Safety   Family = "safety"   // the answer against the data of the table itself
	Relation Family = "relation" // two answers against each other
	Model    Family = "model"    // the answer against another implementation's
	Injected Family = "fault"    // one fault put into a right claim or input
)

// Difference is one way in which an answer is wrong. Nothing in it repeats a
// command.
type Difference struct {
	Clause string // of the contract, as "5.orphan"; "" for the property's own
	Path   string // in the answer, as "rows[412].decision"; "" for the whole
	Want   string
	Got    string
}

// dashed makes a property's name of words.
func dashed(words string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(words)
}
