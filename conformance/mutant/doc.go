// Package mutant measures the suite by implementations that are wrong on purpose.
//
// It holds a compact second implementation of the contract, written from the
// contract's text and not from package tspi, so that the two can be held against
// each other ([Correct]). Each mutant ([All]) is that implementation with one rule
// broken by a switch; each control ([Controls]) differs from it only in what the
// contract leaves open. The suite must reject every mutant, by a case or a standing
// check of the clause that is broken, and certify every control ([Run]).
//
// A [Matrix] can also hunt its mutants by campaigns of generated tables.
//
// Of tspi the package uses the strict JSON tree and the levels, and nothing that
// judges. It may import conformance, conformance/campaign and what is below them.
package mutant
