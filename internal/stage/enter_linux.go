//go:build amd64 || arm64

package stage

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"
)

// sandboxName is the first argument of a process that plays an adapter from within a
// sandbox.
const sandboxName = "tspi-sandbox"

// Enter turns a process that this package has started into what it is for, and does
// not return then. Any other process goes on.
func Enter() {
	switch {
	case len(os.Args) == 1 && os.Args[0] == managerName:
		runtime.LockOSThread() // pid 1 dies with the thread that made it
		os.Exit(manage())
	case len(os.Args) == 3 && os.Args[1] == sandboxName:
		os.Exit(playSandboxed(os.Args[2]))
	}
}

// Sandbox is a command that runs the given one in the namespaces of a stage without
// actors, on the same three streams, and ends as it does. Of the spec, Show and Write
// count.
func Sandbox(command []string, spec Spec) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	spec.Command = command
	if err := spec.check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	return []string{self, sandboxName, string(text)}, nil
}

// playSandboxed is the process of a sandboxed command; its status is the command's.
func playSandboxed(text string) int {
	var spec Spec
	err := json.Unmarshal([]byte(text), &spec)
	if err == nil {
		err = spec.check()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tspi: sandbox:", err)
		return 2
	}
	spec.Env = os.Environ()
	ctx, stop := signal.NotifyContext(context.Background(), unix.SIGTERM, os.Interrupt)
	defer stop()
	outcome, err := perform(ctx, spec, os.Stdin, os.Stdout, os.Stderr)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "tspi: sandbox:", err)
		return 2
	case outcome.Signal != 0:
		return 128 + outcome.Signal
	}
	return outcome.Exit
}
