package drill

import (
	"os"
	"testing"

	"github.com/tspi-dev/harness/internal/stage"
)

func TestMain(m *testing.M) {
	stage.Enter() // the tests start this program again, as the manager of a stage
	os.Exit(m.Run())
}
