package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Inventory writes an inventory as a table for people: what matters first, then
// counts by decision and kind, every helper under what holds it, the groups over
// budget, the lines that were skipped, and the known limits. in are the inputs
// that it was made of.
func Inventory(w io.Writer, in tspi.Inputs, survey *tspi.Survey, s Style) error {
	f := gather(in, survey)
	var b strings.Builder
	b.WriteString(f.summary(s))
	if f.count() > 0 {
		b.WriteByte('\n')
		f.writeGroups(&b, s)
		b.WriteByte('\n')
		if err := flush(w, &b); err != nil {
			return err
		}
		if err := f.writeRows(w, s); err != nil {
			return err
		}
	}
	b.WriteByte('\n')
	if groups := f.inventory.Summary.ActiveOwnerPressureGroups; len(groups) > 0 {
		writePressure(&b, s, groups)
		b.WriteByte('\n')
	}
	b.WriteString(skippedWords(s, in.Table.Skipped))
	b.WriteString(limits(nil, s))
	return flush(w, &b)
}

func flush(w io.Writer, b *strings.Builder) error {
	_, err := io.WriteString(w, b.String())
	b.Reset()
	return err
}

// skippedWords tells of lines that are no rows. A malformed line may have been a
// process; headers and comments are worth no words.
func skippedWords(s Style, skipped tspi.SkippedLines) string {
	if skipped.Malformed == 0 {
		return ""
	}
	return wrap(
		fmt.Sprintf("%s skipped as malformed (no six columns, or no pid and ppid): a process may be missing above.",
			count(skipped.Malformed, "line was", "lines were")), "", "", s.prose())
}
