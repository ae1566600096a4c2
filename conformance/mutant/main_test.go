package mutant

import (
	"context"
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/largepages"
	"github.com/tspi-dev/harness/internal/law"
)

// The test binary serves a mutant where this variable names one, and its level
// behind a blank; it then runs no test.
const servedVariable = "MUTANT_TEST_SERVED"

func TestMain(m *testing.M) {
	flag.Parse()
	if name := os.Getenv(servedVariable); name != "" {
		mutant, ok := Named(conformance.DefaultProfile(), name)
		if !ok || Serve(context.Background(), conformance.DefaultProfile(), mutant, law.Core, os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	debug.SetGCPercent(400) // as tspi mutants does
	largepages.Prepare(256 << 20)
	os.Exit(m.Run())
}

// served starts this test binary as a mutant.
func served(name string, _ law.Level) adapter.Config {
	return adapter.Config{Command: []string{os.Args[0]}, Env: append(os.Environ(), servedVariable+"="+name)}
}
