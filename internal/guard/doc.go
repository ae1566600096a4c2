// Package guard is the redaction guard (contract, sections 7 and 10): it finds commands,
// claims of a signal and host paths in the keys and strings of a document, and in the
// text of a source body. It says which kind of leak it found; the laws say which error
// code that raises.
//
// It imports internal/strict, internal/law and the standard library's data packages.
package guard
