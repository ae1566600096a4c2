//go:build amd64 || arm64

package stage

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

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

// sandboxOrders are what the process of a sandboxed command hears.
type sandboxOrders struct {
	Spec   Spec   `json:"spec"`
	Owner  int    `json:"owner"`  // the pid of its parent, whom it does not outlive
	Folder string `json:"folder"` // what it removes for a parent that was killed
}

// folderPrefix begins the name of a sandbox's folder.
const folderPrefix = "tspi-sandbox-"

// SandboxFolder makes the folder for the files that a caller shares with a [Sandbox].
func SandboxFolder() (string, error) { return os.MkdirTemp("", folderPrefix) }

// Sandbox is a command that runs the given one in the namespaces of a stage without
// actors, on the same three streams, and ends as it does. It has to be started by this
// process, and ends with it. It sees the host's files and folders of show besides those
// of the system, and folder, one of [SandboxFolder], which it removes where this process
// was killed.
func Sandbox(command, show []string, folder string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	spec := Spec{Command: command, Show: append(slices.Clone(show), folder)}
	if err := spec.check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(sandboxOrders{spec, os.Getpid(), folder})
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
	var o sandboxOrders
	err := json.Unmarshal([]byte(text), &o)
	spec := o.Spec
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
	ctx, gone := withOwner(ctx, o.Owner)
	outcome, err := perform(ctx, spec, false, os.Stdin, os.Stdout, os.Stderr)
	if gone() {
		// Nobody else removes the folder, and nobody reads what would be said: to write
		// would end this process.
		if strings.HasPrefix(filepath.Base(o.Folder), folderPrefix) {
			_ = os.RemoveAll(o.Folder)
		}
		return 1
	}
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

// withOwner is a context that ends with the process that started this one, and whether it
// has. A signal at a parent's death would not do: it comes when the thread ends that made
// this process.
func withOwner(ctx context.Context, owner int) (context.Context, func() bool) {
	ctx, cancel := context.WithCancel(ctx)
	fd, err := unix.PidfdOpen(owner, 0)
	// Until now the pid may have become another's.
	gone := func() bool { return os.Getppid() != owner }
	if err != nil || gone() {
		cancel()
		return ctx, gone
	}
	go func() {
		for {
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
			if n > 0 || err != nil && err != unix.EINTR {
				cancel()
				return
			}
		}
	}()
	return ctx, gone
}
