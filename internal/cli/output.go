package cli

import (
	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/record"
)

// writeRecord prints a record as the canonical JSON that files have too.
func (a *app) writeRecord(v any) error {
	text, err := record.Canonical(v)
	if err != nil {
		return err
	}
	_, err = a.out.Write(text)
	return err
}

// style lays text out for where standard output goes: colour only on a terminal
// that can, and where NO_COLOR is not set.
func (a *app) style() view.Style {
	s := view.Style{Width: a.call.TerminalWidth}
	refused, _ := a.call.LookupEnv("NO_COLOR")
	terminal, _ := a.call.LookupEnv("TERM")
	s.Colour = s.Width > 0 && refused == "" && terminal != "dumb"
	return s
}
