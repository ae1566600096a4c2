//go:build amd64 || arm64

package stage

import (
	"context"
	"fmt"
	"io"
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
// actors, on the same three streams, and ends as it does. It sees the host's files and
// folders of show besides those of the system.
func Sandbox(command, show []string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	spec := Spec{Command: command, Show: show}
	if err := spec.check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	return []string{self, sandboxName, string(text)}, nil
}

// Check sets up a stage and ends it. An [UnavailableError] says why there can be none.
func Check(ctx context.Context) error {
	_, err := perform(ctx, Spec{Command: []string{"/"}}, true, nil, io.Discard, io.Discard)
	return err
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
	outcome, err := perform(ctx, spec, false, os.Stdin, os.Stdout, os.Stderr)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "tspi: sandbox:", err)
		return 2
	case outcome.Bounded != "":
		fmt.Fprintf(os.Stderr, "tspi: sandbox: ended, because it took more %s than a sandbox gives\n", outcome.Bounded)
		return 1
	case outcome.Signal != 0:
		return 128 + outcome.Signal
	}
	return outcome.Exit
}
