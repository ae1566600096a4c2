// Package scripts holds scenarios of the tspi command line, one a file, to be
// read as documentation: each tells what a person types and what comes back.
//
// The language is that of testscript (see `go doc
// github.com/rogpeppe/go-internal/testscript`) with these additions:
//
//	exec status N tspi ARG...   runs tspi and succeeds when it exits with N
//	leakfree TABLE FILE...      no command of the ps text TABLE stands in a FILE
//	                            (or in stdout, stderr); with ! one does
//	replace FILE OLD NEW        replaces OLD, which must stand in FILE once
//
// Every scenario starts in a folder of its own with a copy of testdata/fixture
// as "fixture", of testdata/captures as "captures" and of testdata/adapters as
// "adapters".
package scripts
