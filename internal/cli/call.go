package cli

import (
	"context"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/tspi-dev/harness/internal/stage"
)

// Call is one invocation of the command line and all that it may know of the
// world around it.
type Call struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	LookupEnv      func(string) (string, bool)
	Now            func() time.Time
	// Context ends the adapters that the call has started; see interruptible.
	// nil is the background.
	Context context.Context
	// StdinIsTerminal tells a person who gave no input from a pipe.
	StdinIsTerminal bool
	// StderrIsTerminal allows progress, which would spoil a log.
	StderrIsTerminal bool
	// TerminalWidth is the number of columns of the terminal that standard
	// output is, 0 where it is none.
	TerminalWidth int
}

// Main runs the command line of this process and returns its exit status. A process
// that a drill has started becomes what it was started for.
func Main() int {
	stage.Enter()
	call := Call{
		Args:             os.Args[1:],
		Stdin:            os.Stdin,
		Stdout:           os.Stdout,
		Stderr:           os.Stderr,
		LookupEnv:        os.LookupEnv,
		Now:              time.Now,
		StdinIsTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		StderrIsTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if out := int(os.Stdout.Fd()); term.IsTerminal(out) {
		call.TerminalWidth = 80
		if width, _, err := term.GetSize(out); err == nil && width > 0 {
			call.TerminalWidth = width
		}
	}
	return Run(call)
}
