package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/plain"
)

// writeMarkdown is a table for a README: sections of the contract down,
// implementations across.
func writeMarkdown(out io.Writer, reports []*conformance.Report) error {
	w := bufio.NewWriter(out)
	row := func(cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

	header, rule := []string{"clause"}, []string{"---"}
	for _, r := range reports {
		header = append(header,
			escapeCell(fmt.Sprintf("%s %s (%s)", r.Implementation.Name, r.Implementation.Version, r.Level)))
		rule = append(rule, "---")
	}
	row(header...)
	row(rule...)
	for _, clause := range reports[0].Clauses() {
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
	for _, r := range reports {
		writeCauses(w, r, len(reports) > 1)
	}
	return w.Flush()
}

// maxCauses is how many causes a table for a README has beside it.
const maxCauses = 12

// writeCauses lists what failures have in common, the unsafe ones first.
func writeCauses(w io.Writer, r *conformance.Report, named bool) {
	families := familiesOf(r)
	if len(families) == 0 {
		return
	}
	fmt.Fprintln(w)
	if named {
		fmt.Fprintf(w, "%s %s:\n\n", escapeCell(r.Implementation.Name), escapeCell(r.Implementation.Version))
	}
	fmt.Fprintf(w, "Failures: %s.\n\n", classSummary(r))
	for i := range families {
		if i == maxCauses {
			fmt.Fprintf(w, "* and %s\n", plural(len(families)-i, "cause more", "causes more"))
			break
		}
		class, text := families[i].title()
		first := families[i].causes[0]
		fmt.Fprintf(w, "* **%s** %s", escapeCell(strings.TrimSpace(class)), escapeCell(plain.Clip(text, 400)))
		if first.Clause != "" {
			fmt.Fprintf(w, ", first of all %s", escapeCell(first.Clause))
		}
		fmt.Fprintf(w, "; such as `%s`\n", strings.ReplaceAll(first.Examples[0], "`", ""))
	}
}

func clauseCell(r *conformance.Report, clause conformance.Clause) string {
	for _, g := range byClause(r.Clauses(), r.Results) {
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
