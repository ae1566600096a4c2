package tspi

import "github.com/tspi-dev/harness/internal/strict"

// Implementation is what properties are held against: the operations of the
// protocol as functions over documents, without a process. An input is the
// object of harness operations: process_table, pressure_policy and owner_classes,
// for an audit with claimed_inventory.
//
// An error that is a *[Refusal] is an answer: the input was refused. Any other
// error ends the check of a property and is returned as it is: the caller knows
// what a crash or a missing answer of its implementation is worth.
type Implementation interface {
	// Classify returns an inventory (contract, section 6).
	Classify(input strict.Object) (strict.Value, error)
	// Relief returns a relief receipt (section 6). It is asked only of
	// implementations that offer it.
	Relief(input strict.Object) (strict.Value, error)
	// Audit returns an object with the findings on a claim (section 8).
	Audit(input strict.Object) (strict.Value, error)
}
