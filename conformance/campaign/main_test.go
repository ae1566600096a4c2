package campaign_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"github.com/tspi-dev/harness/internal/law"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

// The test binary is its own adapter: with this variable set it serves the faulty
// implementation of that name, and runs no test.
const peerVariable = "CAMPAIGN_TEST_PEER"

func TestMain(m *testing.M) {
	if name := os.Getenv(peerVariable); name != "" {
		os.Exit(peer(name))
	}
	debug.SetGCPercent(400)            // as tspi campaign does
	_ = flag.Set("test.parallel", "4") // two that compute beside two that wait for processes
	os.Exit(m.Run())
}

func peer(name string) int {
	wrong, ok := hostile[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "there is no such peer")
		return 1
	}
	if err := conformance.Serve(context.Background(), faulty{own(law.Hardened), wrong}, os.Stdin,
		os.Stdout); err != nil {
		return 1
	}
	return 0
}

// process is this test binary as an adapter with a fault.
func process(name string) conformance.Implementation {
	return conformance.Process(adapter.Config{Command: []string{os.Args[0]},
		Env: append(os.Environ(), peerVariable+"="+name)})
}

func own(level law.Level) conformance.Answerer {
	return tspiprofile.BuiltIn(level, "1", tspiprofile.Folders{})
}
