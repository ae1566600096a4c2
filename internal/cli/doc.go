// Package cli is the tspi command line: one file a command.
//
// A command knows of the world only what its [Call] gives it, so that scenarios
// and tests run it like a person does. Results go to standard output, errors to
// standard error as "tspi: ..." with an optional "hint: ..." line, and the exit
// status says 0 it holds, 1 it falls short, 2 the call or its input is unusable.
//
// It prints no command of a process table and no absolute path: a file is called
// as it was given where that is relative and stays below the working folder,
// else by its base name.
package cli
