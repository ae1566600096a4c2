//go:build unix

package adapter_test

import (
	"os"
	"testing"
)

// The test binary is its own adapter: with this variable set it behaves as the
// variable says, well or badly, and runs no test.
const behaviourVariable = "ADAPTER_TEST_BEHAVIOUR"

func TestMain(m *testing.M) {
	if name := os.Getenv(behaviourVariable); name != "" {
		behave(name)
		os.Exit(0)
	}
	os.Exit(m.Run())
}
