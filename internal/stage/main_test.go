package stage

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	Enter() // the tests start this program again, as the manager of a stage
	os.Exit(m.Run())
}
