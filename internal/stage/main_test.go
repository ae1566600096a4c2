package stage

import (
	"context"
	"os"
	"testing"
)

// stageVariable has this program stage a command, beside an actor of that other one.
const (
	stageVariable = "TSPI_TEST_STAGE"
	tokenVariable = "TSPI_TEST_TOKEN"
)

func TestMain(m *testing.M) {
	Enter() // the tests start this program again, as the manager of a stage
	if command := os.Getenv(stageVariable); command != "" {
		_, err := Run(context.Background(), Spec{Command: []string{"/bin/sh", "-c", command},
			Actors: []Actor{{PID: 1, Command: "/sbin/init"}, {PID: 410, PPID: 1, Command: os.Getenv(tokenVariable)}}})
		if err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
