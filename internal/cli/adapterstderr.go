package cli

import (
	"fmt"
	"io"
)

// showAdapterStderr shows what an adapter wrote on its standard error at a place:
// on a terminal, or where --show-stderr asks for it. It is the adapter's own text,
// may hold paths and commands, and goes nowhere else: not into a log that nobody
// asked for, and not into a report.
func (a *app) showAdapterStderr(f *adapterFlags, place string, text []byte) {
	switch {
	case len(text) == 0:
	case a.call.StderrIsTerminal || f.showStderr:
		fmt.Fprintf(a.call.Stderr, "the adapter's standard error%s:\n", place)
		_, _ = io.WriteString(a.call.Stderr, neutralLines(text))
	default:
		fmt.Fprintf(a.call.Stderr, "tspi: the adapter wrote to its standard error%s; --show-stderr shows it\n", place)
	}
}
