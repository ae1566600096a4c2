package cli

import (
	"os"
	"testing"

	"github.com/tspi-dev/harness/internal/stage"
)

func TestMain(m *testing.M) {
	stage.Enter() // a drill starts this program again
	os.Exit(m.Run())
}
