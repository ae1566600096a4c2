package stage

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// stageVariable has this program stage a command, beside an actor of that other one.
const (
	stageVariable = "TSPI_TEST_STAGE"
	tokenVariable = "TSPI_TEST_TOKEN"
	// sandboxVariable has it sandbox a command that holds that word.
	sandboxVariable = "TSPI_TEST_SANDBOX"
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
	if token := os.Getenv(sandboxVariable); token != "" {
		folder, err := SandboxFolder()
		if err != nil {
			panic(err)
		}
		command,
			err := Sandbox([]string{"/bin/sh", "-c", "trap : TERM; sh -c 'sleep 1000; :' sleep 1000 " + token + "; :"},
			nil, folder)
		if err != nil {
			panic(err)
		}
		sandboxed := exec.Command(command[0], command[1:]...)
		sandboxed.Stderr = new(strings.Builder) // a pipe that ends with this process
		_ = sandboxed.Run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}
