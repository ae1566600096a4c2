package conformance_test

import (
	"context"
	"flag"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/cli"
	"github.com/tspi-dev/harness/internal/largepages"
	"github.com/tspi-dev/harness/internal/law"
)

var (
	adapterFlag = flag.String("adapter", "",
		"judge the adapter `CMD`, words apart by blanks, from the root of the checkout")
	levelFlag = flag.String("level", "", "judge by one `LEVEL` only, core or hardened")
)

// The test binary is its own adapter: with this variable set it serves as the
// variable says, well or badly, and runs no test.
const peerVariable = "CONFORMANCE_TEST_PEER"

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // as tspi conform does
	if name := os.Getenv(peerVariable); name != "" {
		os.Exit(peer(name))
	}
	largepages.Prepare(256 << 20)
	_ = flag.Set("test.parallel", "4") // two that compute beside two that wait for processes
	os.Exit(m.Run())
}

// own is the built-in implementation with everything that it can do.
func own(level law.Level) conformance.Answerer {
	return cli.BuiltIn(cli.Call{Context: context.Background(), LookupEnv: os.LookupEnv, Now: time.Now}, level)
}
