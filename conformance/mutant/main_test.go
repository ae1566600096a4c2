package mutant

import (
	"context"
	"errors"
	"flag"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/largepages"
	"github.com/tspi-dev/harness/internal/law"
)

// The test binary serves a mutant where this variable names its profile and, behind a
// blank, the mutant; it then runs no test.
const servedVariable = "MUTANT_TEST_SERVED"

func TestMain(m *testing.M) {
	flag.Parse()
	if served := os.Getenv(servedVariable); served != "" {
		if serveNamed(served) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	debug.SetGCPercent(400) // as tspi mutants does
	largepages.Prepare(256 << 20)
	os.Exit(m.Run())
}

func serveNamed(served string) error {
	profileName, name, _ := strings.Cut(served, " ")
	p, err := conformance.ProfileNamed(profileName)
	if err != nil {
		return err
	}
	mutant, ok := Named(p, name)
	if !ok {
		return errors.New("there is no such mutant")
	}
	return Serve(context.Background(), p, mutant, law.Core, os.Stdin, os.Stdout)
}

// served starts this test binary as a mutant of a profile.
func served(p *profile.Profile) func(name string, _ law.Level) adapter.Config {
	return func(name string, _ law.Level) adapter.Config {
		return adapter.Config{Command: []string{os.Args[0]},
			Env: append(os.Environ(), servedVariable+"="+p.Name+" "+name)}
	}
}
