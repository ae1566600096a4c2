// Package cover is the COVER contract as code (docs/contracts/cover.md): what did the tree
// of a metered call use, and did the measurement see everything?
//
// [Decide] and [Audit] are pure functions over facts that somebody else collected. The rows
// of a walk are visited once for each different root of a span above them, however many
// spans share the root, and spans of the same root and the same two walks are read together.
// The package may import the standard library's data packages, internal/strict and
// internal/law, and never os, os/exec, os/signal, syscall, net or time; a test holds its
// imports and calls to that.
package cover
