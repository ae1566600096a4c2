// Package second is a second implementation of the contract of tspi, written from the
// contract's text and not from package tspi, so that the two can be held against each other
// and the suite's power can be measured: each of its rules can be broken by a switch.
//
// Of ours it may import conformance/profile, internal/law (for the levels) and
// internal/strict, and no law.
package second
