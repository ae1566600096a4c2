// Package long says which of two runs of the tests this is. The usual one, go test
// ./..., takes about a minute: where a whole takes most of its time, it holds a
// sample of it. The long one holds the whole; make long asks for it, with
// TSPI_LONG=1 in the environment and by the names of packages, and CI runs both.
// internal/imports holds that it names them all.
//
// A test that holds a sample, or is left to the long run altogether, asks Tests; what
// the race detector's run cuts short once more asks testing.Short.
//
// It is for tests alone, and imports nothing but the standard library's os and
// testing.
package long

import (
	"os"
	"testing"
)

// variable is the name in the environment. It is not a flag, so that one command
// serves packages with and without long tests; go test knows what a test has read
// of the environment, and takes no result of one run for the other's.
const variable = "TSPI_LONG"

// Tests reports whether this is the long run.
func Tests() bool { return os.Getenv(variable) != "" }

// Only leaves a test to the long run, saying why.
func Only(t testing.TB, why string) {
	t.Helper()
	if !Tests() {
		t.Skipf("left to make long: %s", why)
	}
}
