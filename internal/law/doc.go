// Package law holds what every law shares: the levels, the error of an unusable input,
// findings, and the reader that takes a strict document apart and names the place of the
// first fault (docs/profiles.md, sections 2 and 4).
//
// It imports internal/strict and the standard library's data packages, and is as pure
// as the laws that stand on it.
package law
