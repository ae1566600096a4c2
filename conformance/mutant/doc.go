// Package mutant measures a suite by implementations that are wrong on purpose.
//
// Each mutant of a profile ([All]) is the profile's second implementation with one rule
// broken by a switch, or one that breaks the protocol; each control differs from it only in
// what the contract leaves open. The suite must reject every mutant, by a case or a standing
// check of the clause that is broken, and certify every control ([Run]).
//
// A [Matrix] can also hunt its mutants by campaigns of generated worlds. The package may
// import conformance, conformance/campaign and what is below them, and knows no contract.
package mutant
