// Package view renders what the contract's records say for people at a terminal:
// an inventory as a table, a helper's owner chain, a relief receipt, findings,
// the outcome of a run, a difference from a golden receipt.
//
// It prints no command and no path, and takes control and bidirectional
// characters out of every name that comes from somebody's document. Its own
// words are ASCII.
//
// It may import tspi, internal/record, internal/goldendiff and the standard
// library's data packages, and never reads a file, the environment or a clock:
// the same input gives the same bytes.
package view
