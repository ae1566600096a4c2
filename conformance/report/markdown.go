package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/tspi-dev/harness/conformance"
)

// writeMarkdown is a table for a README: sections of the contract down,
// implementations across.
func writeMarkdown(out io.Writer, reports []*conformance.Report) error {
	w := bufio.NewWriter(out)
	row := func(cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

	header, rule := []string{"clause"}, []string{"---"}
	for _, r := range reports {
		header = append(header, escapeCell(fmt.Sprintf("%s %s (%s)", r.Implementation.Name, r.Implementation.Version, r.Level)))
		rule = append(rule, "---")
	}
	row(header...)
	row(rule...)
	for _, clause := range conformance.Clauses() {
		cells, any := []string{escapeCell(clause.ID + " " + clause.Rule)}, false
		for _, r := range reports {
			cell := clauseCell(r, clause)
			any = any || cell != ""
			cells = append(cells, cell)
		}
		if any {
			row(cells...)
		}
	}
	cells := []string{"**verdict**"}
	for _, r := range reports {
		cells = append(cells, "**"+verdictWord(r)+"**")
	}
	row(cells...)
	return w.Flush()
}

func clauseCell(r *conformance.Report, clause conformance.Clause) string {
	for _, g := range byClause(r.Results) {
		if g.clause.ID != clause.ID {
			continue
		}
		asked := len(g.results) - g.count(conformance.Unsupported) - g.count(conformance.Skipped)
		switch green := g.count(conformance.Pass); {
		case asked == 0:
			return "not tested"
		case green == asked:
			return fmt.Sprintf("pass (%d)", green)
		default:
			return fmt.Sprintf("%d of %d", green, asked)
		}
	}
	return ""
}

func verdictWord(r *conformance.Report) string {
	switch {
	case !r.Passed():
		return "fail"
	case len(r.Reservations) > 0:
		return "pass, no certificate"
	}
	return "pass"
}

// escapeCell keeps an adapter's own words from being read as markup.
func escapeCell(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case unicode.IsControl(c):
			c = ' ' // a line end would end the table
		case strings.ContainsRune("\\`*_{}[]<>|#!&~", c):
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}
