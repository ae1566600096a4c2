package campaign

import (
	"errors"
	"fmt"
	"strings"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// Table is a generated table as it is saved: its rows as data, so that properties
// can be held against it again.
type Table struct {
	Lines    []Line         `json:"lines"`
	Policy   tspigen.Policy `json:"pressure_policy"`
	Owners   tspigen.Owners `json:"owner_classes"`
	Canaries []string       `json:"canaries,omitzero"`
	CRLF     bool           `json:"crlf,omitzero"`
}

// Line is a row, or the text of a line that is none.
type Line struct {
	Row  *Row   `json:"row,omitzero"`
	Text string `json:"text,omitzero"`
}

// Row is a [tspigen.Row].
type Row struct {
	PID       int32  `json:"pid"`
	PPID      int32  `json:"ppid"`
	Age       int64  `json:"age_s"`
	Etime     string `json:"etime"`
	CPU       string `json:"pcpu"`
	RSS       string `json:"rss"`
	Gap       string `json:"gap"`
	Command   string `json:"command"`
	BadColumn bool   `json:"bad_column,omitzero"`
	PIDZeros  int    `json:"pid_zeros,omitzero"`
	PPIDZeros int    `json:"ppid_zeros,omitzero"`
}

func saved(t *tspigen.Table) Table {
	s := Table{Policy: t.Policy, Owners: t.Owners, Canaries: t.Canaries, CRLF: t.CRLF}
	for _, line := range t.Lines {
		if row := line.Row; row != nil {
			s.Lines = append(s.Lines,
				Line{Row: &Row{row.PID, row.PPID, row.Age, row.Etime, row.CPU, row.RSS, row.Gap, row.Command,
					row.BadColumn, row.PIDZeros, row.PPIDZeros}})
		} else {
			s.Lines = append(s.Lines, Line{Text: line.Text})
		}
	}
	return s
}

// Bounds of a table that is read back.
const (
	maxSavedLines = 10_000
	maxSavedText  = 1 << 16 // bytes of a line or a column
	maxSavedZeros = 1000    // before a pid
)

// table is the generated table again. What its rows say as data must be what
// their text says: a table that was edited in one and not in the other would
// prove nothing.
func (s Table) table(level law.Level) (*tspigen.Table, error) {
	if len(s.Lines) > maxSavedLines {
		return nil, fmt.Errorf("/table/lines: want at most %d lines", maxSavedLines)
	}
	t := &tspigen.Table{Policy: s.Policy, Owners: s.Owners, Canaries: s.Canaries, CRLF: s.CRLF}
	for i, line := range s.Lines {
		l := tspigen.Line{Text: line.Text}
		texts := []string{line.Text}
		if row := line.Row; row != nil {
			l.Row = &tspigen.Row{PID: row.PID, PPID: row.PPID, Age: row.Age, Etime: row.Etime, CPU: row.CPU,
				RSS: row.RSS, Gap: row.Gap,
				Command: row.Command, BadColumn: row.BadColumn, PIDZeros: row.PIDZeros, PPIDZeros: row.PPIDZeros}
			if max(row.PIDZeros, row.PPIDZeros) > maxSavedZeros || min(row.PIDZeros, row.PPIDZeros) < 0 {
				return nil, fmt.Errorf("/table/lines/%d/row: want from 0 to %d zeros before a pid", i, maxSavedZeros)
			}
			texts = append(texts, row.Etime, row.CPU, row.RSS, row.Gap, row.Command)
		}
		for _, text := range texts {
			if len(text) > maxSavedText || strings.Contains(text, "\n") {
				return nil, fmt.Errorf("/table/lines/%d: want one line of at most %d bytes", i, maxSavedText)
			}
		}
		t.Lines = append(t.Lines, l)
	}
	if err := agrees(t); err != nil {
		return nil, err
	}
	in := t.Input()
	if _, err := tspi.ReadInputs(in[0].Value, in[1].Value, in[2].Value, level); err != nil {
		return nil, fmt.Errorf("/table: is no valid input: %w", err)
	}
	return t, nil
}

// agrees holds the rows as data against what their text says. Each is read alone, and
// by the hardened law whatever the level: in the table, a row that is older than pid 1
// has no age that could be compared, and at core a row with a bad etime is none.
func agrees(t *tspigen.Table) error {
	parsed, err := tspi.ParseTable(t.Text(), law.Hardened)
	if err != nil {
		return fmt.Errorf("/table: %w", err)
	}
	errOther := errors.New("/table/lines: a row's text says something else than its data")
	if len(parsed.Rows) != len(t.Rows()) {
		return errOther
	}
	for i, line := range t.Lines {
		if line.Row != nil && !saysItself(&tspigen.Table{Lines: t.Lines[i : i+1], CRLF: t.CRLF}) {
			return errOther
		}
	}
	return nil
}

// saysItself reports whether the one row of a table is what its text says.
func saysItself(t *tspigen.Table) bool {
	parsed, err := tspi.ParseTable(t.Text(), law.Hardened)
	if err != nil || len(parsed.Rows) != 1 {
		return false
	}
	row, p := t.Rows()[0], &parsed.Rows[0]
	return p.PID == row.PID && p.PPID == row.PPID && p.Command == row.Command &&
		(row.BadColumn || p.HasAge && p.Age == row.Age)
}
