package view

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/strict"
)

// decisionColumn is a column of a decision about facts: its title, and what it says of a row.
type decisionColumn struct {
	title string
	text  func(row strict.Object) string
}

// member shows a member as it stands in the answer.
func member(title, name string) decisionColumn {
	return decisionColumn{title, func(row strict.Object) string { return scalar(row.At(name)) }}
}

// inWords shows a member by words for people.
func inWords(title, name string, words map[string]string) decisionColumn {
	return decisionColumn{title, func(row strict.Object) string {
		if text, known := words[row.Text(name)]; known {
			return text
		}
		return row.Text(name)
	}}
}

// decisionColumns are the columns of each profile's decision.
var decisionColumns = map[string][]decisionColumn{
	"ident": {
		member("RECORD", "id"), member("VERDICT", "verdict"), member("REASON", "reason"),
		{"MAY SIGNAL", maySignal},
		inWords("WHAT TO DO WITH THE RECORD", "disposition", map[string]string{
			"leave_to_holder": "leave it to its holder",
			"report":          "report it, touch nothing",
			"correct":         "correct the record, nothing else",
			"keep":            "keep it",
			"tear_down":       "tear down what may be signalled",
		}),
	},
	"attr": {
		member("OWNER", "id"), {"PIDS", func(row strict.Object) string { return fmt.Sprint(len(row.Array("pids"))) }},
		member("RSS KIB", "rss_kib"), member("CPU PERMILLE", "cpu_permille"),
		{"RECLAIM", func(row strict.Object) string {
			return row.Object("reclaim").Text("verdict") + ": " + row.Object("reclaim").Text("reason")
		}},
		member("FINDINGS", "findings"),
	},
	"auth": {
		member("REQUEST", "id"), member("OPERATION", "operation"), member("VERDICT", "verdict"),
		member("REASON", "reason"),
		member("JOB", "job_id"), member("GENERATION", "generation"),
		{"MAY SIGNAL", func(row strict.Object) string {
			if process := row.Object("signal_permitted"); process != nil {
				return "pid " + scalar(process.At("pid")) + ", started " + process.Text("start_token")
			}
			return "nothing"
		}},
	},
	"effect": {
		member("EFFECT", "id"), member("EXECUTION", "execution"), member("VERIFICATION", "verification"),
		member("REASON", "reason"),
		member("EVIDENCE", "evidence"), member("TO APPEND", "append"),
	},
	"cover": {
		member("SPAN", "id"), member("FIGURE", "figure"), member("UNIT", "unit"), member("COVERAGE", "coverage"),
		member("GAPS", "gaps"),
	},
}

// maySignal says what a signal may go to.
func maySignal(row strict.Object) string {
	pid, group := row.At("signal_permitted") == true, row.At("group_signal_permitted") == true
	switch {
	case pid && group:
		return "the pid and its group"
	case pid:
		return "the pid"
	case group:
		return "its group"
	}
	return "nothing"
}

// scalar shows a value of an answer: words and numbers as they are, null as a hyphen.
func scalar(v strict.Value) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case string:
		return v
	case strict.Array:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = scalar(v[i])
		}
		if len(texts) == 0 {
			return "-"
		}
		return strings.Join(texts, " ")
	}
	return string(strict.Encode(v))
}

// Decision writes the answer of a profile of facts as a table: a line for each row, behind
// them the summary, and the known limits of the profile. The rows are gone through twice, for
// the widths of the columns and to be written: those of a log may be millions, and are not kept.
func Decision(w io.Writer, p *record.FactsProfile, rows iter.Seq[strict.Object], summary strict.Object, s Style) error {
	columns := decisionColumns[p.Name]
	lines := func(yield func([]string) bool) {
		cells := make([]string, len(columns))
		for i := range columns {
			cells[i] = columns[i].title
		}
		if !yield(cells) {
			return
		}
		for row := range rows {
			for i := range columns {
				cells[i] = Neutral(columns[i].text(row))
			}
			if !yield(cells) {
				return
			}
		}
	}
	out := bufio.NewWriter(w)
	writeAligned(out, lines)
	fmt.Fprintln(out)
	writeAligned(out, func(yield func([]string) bool) {
		for _, m := range summary {
			if !yield([]string{Neutral(m.Name), Neutral(scalar(m.Value))}) {
				return
			}
		}
	})
	fmt.Fprint(out, "\n", limits(p, s))
	return out.Flush()
}

// writeAligned writes lines of cells in columns, two blanks apart.
func writeAligned(out *bufio.Writer, lines iter.Seq[[]string]) {
	var widths []int
	for cells := range lines {
		widths = append(widths, make([]int, max(0, len(cells)-len(widths)))...)
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell)+2)
		}
	}
	for cells := range lines {
		for i, cell := range cells {
			out.WriteString(cell) // errors are kept until Flush
			if i < len(cells)-1 {
				fmt.Fprintf(out, "%*s", widths[i]-utf8.RuneCountInString(cell), "")
			}
		}
		out.WriteByte('\n')
	}
}
