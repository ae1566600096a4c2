package stage

import (
	"context"
	"os"
	"testing"
)

// hangVariable has this program stage a command and wait, to be ended itself.
const hangVariable = "TSPI_TEST_STAGE"

func TestMain(m *testing.M) {
	Enter() // the tests start this program again, as the manager of a stage
	if command := os.Getenv(hangVariable); command != "" {
		_, err := Run(context.Background(), Spec{Command: []string{"/bin/sh", "-c", command},
			Actors: []Actor{{PID: 1, Command: "/sbin/init"}, {PID: 410, PPID: 1, Command: "node /srv/notes/index.js"}}})
		if err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
