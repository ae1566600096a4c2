package view

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"

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
		member("REQUEST", "id"), member("OPERATION", "operation"), member("VERDICT", "verdict"), member("REASON", "reason"),
		member("JOB", "job_id"), member("GENERATION", "generation"),
		{"MAY SIGNAL", func(row strict.Object) string {
			if process := row.Object("signal_permitted"); process != nil {
				return "pid " + scalar(process.At("pid")) + ", started " + process.Text("start_token")
			}
			return "nothing"
		}},
	},
	"effect": {
		member("EFFECT", "id"), member("EXECUTION", "execution"), member("VERIFICATION", "verification"), member("REASON", "reason"),
		member("EVIDENCE", "evidence"), member("TO APPEND", "append"),
	},
	"cover": {
		member("SPAN", "id"), member("FIGURE", "figure"), member("UNIT", "unit"), member("COVERAGE", "coverage"), member("GAPS", "gaps"),
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
// them the summary, and the known limits of the profile.
func Decision(w io.Writer, p *record.FactsProfile, rows iter.Seq[strict.Object], summary strict.Object, s Style) error {
	columns := decisionColumns[p.Name]
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	titles := make([]string, len(columns))
	for i := range columns {
		titles[i] = columns[i].title
	}
	fmt.Fprintln(t, strings.Join(titles, "\t"))
	for row := range rows {
		cells := make([]string, len(columns))
		for i := range columns {
			cells[i] = Neutral(columns[i].text(row))
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	fmt.Fprintln(t)
	for _, m := range summary {
		fmt.Fprintf(t, "%s\t%s\n", Neutral(m.Name), Neutral(scalar(m.Value)))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n"+limits(p, s))
	return err
}
