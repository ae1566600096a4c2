package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// captured is a process table with the text that it was read from.
type captured struct {
	name  string // as people call the file
	text  string
	table *tspi.Table
}

// parseCaptured parses a ps text. A text of which no row can be read is refused
// with what it seems to be.
func parseCaptured(name, text string, level tspi.Level) (captured, error) {
	c := captured{name: name, text: text}
	var err error
	c.table, err = tspi.ParseTable(text, level)
	var at *tspi.InputError
	if errors.As(err, &at) {
		err = unusable("%s: %s [%s]", name, at.Problem, at.Code)
	}
	return c, c.doubt(err)
}

// doubt adds what the text seems to be to the error with which the law refused it,
// and refuses a table without a readable row: nothing could be said of it, and
// "no helper" would be taken for all well.
func (c captured) doubt(err error) error {
	var p *problem
	switch {
	case errors.As(err, &p):
		return p.hinting("%s", dialectOf(c.text).words())
	case err != nil:
		return err
	}
	if readable, _ := c.count(); readable > 0 {
		return nil
	}
	return unusable("%s: no line can be read as a row of pid ppid etime pcpu rss command", c.name).
		hinting("%s", dialectOf(c.text).words())
}

// count counts the rows that can be read, and the rows and lines that cannot.
func (c captured) count() (readable, others int) {
	readable = c.table.Readable()
	return readable, len(c.table.Rows) - readable + c.table.Skipped.Malformed
}

// noteUnreadable speaks up where most of a table cannot be read and no row is a
// helper: "nothing to close" may then be said of the wrong columns. It does so too
// where a search has coloured the words by which helpers are known.
func (a *app) noteUnreadable(c captured, in tspi.Inputs) {
	readable, others := c.count()
	switch {
	case strings.Contains(c.text, escape):
		a.note(c.name+": there are terminal escapes in it, which hide helpers from the policy's words", coloured())
	case others > readable && tspi.NewSurvey(in).Head().Summary.ProcessCount == 0:
		a.note(fmt.Sprintf("%s: %d of %d lines cannot be read, and no other is a helper", c.name, others,
			readable+others), dialectOf(c.text))
	}
}

// note tells on standard error what may be wrong with an input that is usable.
func (a *app) note(words string, d dialect) {
	fmt.Fprintf(a.call.Stderr, "tspi: %s\nhint: %s\n", words, d.words())
}
