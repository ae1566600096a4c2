// Package switches holds what the second implementations of the profiles have in common:
// rules that can be turned wrong by name, answers that differ only in what a contract leaves
// free, and the list of a contract's rules.
//
// It imports internal/strict.
package switches

import (
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// On reports whether the rule of that name is to be broken; a nil On breaks nothing.
type On func(mutant string) bool

// Is reports whether the rule of that name is to be broken.
func (on On) Is(mutant string) bool { return on != nil && on(mutant) }

// Only returns the On that breaks the one rule of that name, and none where it is "".
func Only(mutant string) On {
	if mutant == "" {
		return nil
	}
	return func(name string) bool { return name == mutant }
}

// Clause is a rule of a contract.
type Clause struct {
	ID    string   // the section's number, a dot and a word: "2.boot"
	Rule  string   // the rule in one line
	Codes []string // the error codes that it raises
}

// Mutant is an implementation that differs from the right one in one rule.
type Mutant struct {
	Name   string // lower-case words joined by hyphens
	Clause string // the ID of the clause that it breaks
	Says   string // what it does
	// Size is how many entities the smallest world has that shows the difference; 0 where no
	// world that a generator makes shows it.
	Size int
}

// Control is a right implementation whose answers look unlike those of the others.
type Control struct {
	Name string
	Says string
	// Edit returns the answer to op ("decide" or "audit"), changed in what the contract
	// leaves free. The answer itself is left alone.
	Edit func(op string, answer strict.Value) strict.Value
}

// Of returns a mutant.
func Of(name, clause string, size int, says string) Mutant {
	return Mutant{Name: name, Clause: clause, Says: says, Size: size}
}

// Without returns the mutants but those that are right, or cannot be shown, in a profile: one
// whose integers are all 1 or more has no place for -0.
func Without(mutants []Mutant, names ...string) []Mutant {
	return slices.DeleteFunc(mutants, func(m Mutant) bool { return slices.Contains(names, m.Name) })
}
