// Package auth is the AUTH contract as code (docs/contracts/auth.md): may this request act
// on that job, or launch that one?
//
// [Decide] and [Audit] are pure functions over facts that somebody else collected. The
// package may import the standard library's data packages, internal/strict and
// internal/law, and never os, os/exec, os/signal, syscall, net or time; a test holds its
// imports and calls to that.
package auth
