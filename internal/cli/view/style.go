package view

import (
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Style is how a text is laid out.
type Style struct {
	// Width is the number of columns of the terminal; 0 where there is none and
	// table lines may be of any length.
	Width int
	// Colour allows terminal escapes.
	Colour bool
}

const (
	// proseWidth is the longest line of running text, on however wide a terminal.
	proseWidth = 79
	// narrowest is the width below which we do not try to fit.
	narrowest = 40
)

// prose is the width of running text.
func (s Style) prose() int {
	if s.Width == 0 {
		return proseWidth
	}
	return max(narrowest, min(s.Width, proseWidth))
}

// Terminal escapes: the few that every terminal knows.
const (
	escapeBold   = "\x1b[1m"
	escapeGreen  = "\x1b[1;32m"
	escapeYellow = "\x1b[33m"
	escapeDim    = "\x1b[2m"
	escapeReset  = "\x1b[0m"
)

// paint wraps a whole line, so that escapes never count in a column's width.
func (s Style) paint(escape, line string) string {
	if !s.Colour || line == "" {
		return line
	}
	return escape + line + escapeReset
}

func (s Style) bold(line string) string   { return s.paint(escapeBold, line) }
func (s Style) green(line string) string  { return s.paint(escapeGreen, line) }
func (s Style) yellow(line string) string { return s.paint(escapeYellow, line) }
func (s Style) plain(line string) string  { return line }
func (s Style) dim(line string) string    { return s.paint(escapeDim, line) }

// ofDecision is the paint of what is decided so: green for what may be closed,
// yellow for what somebody must be asked about, dim for what stays.
func (s Style) ofDecision(d tspi.Decision) func(string) string {
	switch d {
	case tspi.DecisionSafeClose:
		return s.green
	case tspi.DecisionKeep:
		return s.dim
	}
	return s.yellow
}

// dimLines dims each line of a text.
func (s Style) dimLines(text string) string { return paintLines(s.dim, text) }

func paintLines(paint func(string) string, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(paint(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return b.String()
}
