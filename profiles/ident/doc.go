// Package ident is the IDENT contract as code (docs/contracts/ident.md): is this still
// the process that was recorded, what may be signalled, and what may a start-up reaper do
// with the record?
//
// [Decide] and [Audit] are pure functions over facts that somebody else collected. Their
// time is linear in the facts and the claim. The package may import the standard library's
// data packages, internal/strict and internal/law, and never os, os/exec, os/signal,
// syscall, net or time; a test holds its imports and calls to that.
package ident
