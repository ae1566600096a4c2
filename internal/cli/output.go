package cli

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/cli/view"
)

// writeRecord prints a record as the canonical JSON that files have too.
func (a *app) writeRecord(v any) error {
	if err := json.MarshalWrite(a.out, v, json.Deterministic(true), jsontext.WithIndent("  ")); err != nil {
		return err
	}
	return a.out.WriteByte('\n')
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
