// Package attr is the ATTR contract as code (docs/contracts/attr.md): whose is each
// process, and for each owner, may its processes be reclaimed?
//
// [Decide] and [Audit] are pure functions over facts that somebody else collected. Their
// time is linear in the facts and the claim, but for sorting. The package may import the
// standard library's data packages, internal/strict and internal/law, and never os,
// os/exec, os/signal, syscall, net or time; a test holds its imports and calls to that.
package attr
