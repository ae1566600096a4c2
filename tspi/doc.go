// Package tspi is the Tool Server Pressure Inventory contract as code: which
// helper processes left behind by long agent sessions may be closed, said
// without being able to close any.
//
// It is a pure function from a ps-shaped text, a helper-kind policy and an owner
// taxonomy to metadata-only records, with an audit of anyone's claimed
// inventory and a redaction guard. The text of the law is docs/contract.md;
// comments name its sections. Both levels of the law are here: [Hardened] is
// what the package obeys by default, [Core] is the law as first published, kept
// as a model for certification at that level.
//
// The package is pure. It may import the standard library's data packages and
// the strict JSON library, and never os, os/exec, os/signal, syscall, net or
// time: it reads no file, clock, environment or process table, starts nothing
// and signals nothing. A test holds its imports and its calls to that.
package tspi
