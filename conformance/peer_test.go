package conformance_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// process is this test binary as an adapter that serves as name says.
func process(name string) conformance.Implementation {
	return conformance.Process(peerConfig(name))
}

func peerConfig(name string) adapter.Config {
	return adapter.Config{Command: []string{os.Args[0]}, Env: append(os.Environ(), peerVariable+"="+name)}
}

// peer serves and returns the exit status.
func peer(name string) int {
	kind, rest, _ := strings.Cut(name, " ")
	level, err := tspi.ParseLevel(rest)
	switch {
	case kind == "own" && err == nil:
		err = conformance.Serve(context.Background(), own(level), os.Stdin, os.Stdout)
	default:
		err = fmt.Errorf("there is no peer %q", name)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
