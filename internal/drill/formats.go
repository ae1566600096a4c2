package drill

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	reporting "github.com/tspi-dev/harness/conformance/report"
)

// Write renders a report in a format of conformance/report.
func Write(w io.Writer, f reporting.Format, r *Report) error {
	switch f {
	case reporting.JSON:
		err := json.MarshalWrite(w, r, json.Deterministic(true), jsontext.WithIndent("  "))
		if err == nil {
			_, err = io.WriteString(w, "\n")
		}
		return err
	case reporting.JUnit:
		return reporting.WriteChecklistJUnit(w, r.checklist())
	case reporting.Markdown:
		return reporting.WriteChecklistMarkdown(w, r.checklist())
	case reporting.HTML:
		return reporting.WriteCharts(w, r.page())
	}
	return WriteText(w, r)
}

// Word is the verdict of the whole drill.
func (r *Report) Word() string {
	switch {
	case r.Passed:
		return "pass"
	case r.Counts.Verdicts[Unsafe] > 0:
		return "unsafe"
	case r.Counts.Verdicts[Crash]+r.Counts.Verdicts[Hang] > 0:
		return "it crashed or hung"
	case r.orphansLeft(), r.eventsMissed():
		return "it proves nothing"
	}
	return "nothing was tested"
}

// lines are what was seen in a scenario.
func (r *Result) lines() []string {
	var lines []string
	for _, h := range r.Hits {
		lines = append(lines, h.Sentence())
	}
	if len(r.Left) > 0 {
		lines = append(lines, "left open: "+shortList(r.Left))
	}
	if r.Note != "" {
		lines = append(lines, r.Note)
	}
	if r.Waiting && r.Verdict != NotTested {
		lines = append(
			lines,
			noEvent,
		)
	}
	return lines
}

func (r *Report) checklist() reporting.Checklist {
	c := reporting.Checklist{Name: "tspi drill", Verdict: r.Word()}
	for _, result := range r.Results {
		group, _, _ := strings.Cut(result.Scenario, "/")
		if n := len(c.Groups); n == 0 || c.Groups[n-1].Name != group {
			c.Groups = append(c.Groups, reporting.ChecklistGroup{Name: group})
		}
		item := reporting.ChecklistItem{
			Name:    result.Scenario,
			Verdict: string(result.Verdict),
			Seconds: float64(result.TimeNS) / 1e9,
			Lines:   result.lines(),
		}
		switch result.Verdict {
		case Unsafe:
			item.Outcome = reporting.ChecklistFail
			item.Lines = append(item.Lines, result.Why)
		case Crash, Hang:
			item.Outcome = reporting.ChecklistError
		case NotTested:
			item.Outcome = reporting.ChecklistSkip
		}
		if item.Outcome != reporting.ChecklistError && result.fails() {
			item.Outcome = reporting.ChecklistFail
		}
		last := &c.Groups[len(c.Groups)-1]
		last.Items = append(last.Items, item)
	}
	return c
}

// page is the report for a browser: a heat map of groups and verdicts, and below it
// every scenario.
func (r *Report) page() reporting.ChartPage {
	p := reporting.ChartPage{
		Kicker:   "tspi drill",
		Title:    "A reaper on the stage",
		Word:     sentenceCase(r.Word()),
		Good:     r.Passed,
		Sentence: r.CountsLine() + ".",
		Facts:    []reporting.Fact{{Name: "Harness", Value: r.Harness}},
	}
	for _, v := range Verdicts() {
		if n := r.Counts.Verdicts[v]; n > 0 {
			p.Facts = append(p.Facts, reporting.Fact{Name: sentenceCase(string(v)), Value: fmt.Sprint(n)})
		}
	}
	for _, f := range r.Files {
		p.Facts = append(p.Facts, reporting.Fact{Name: f.Name, Value: "sha256:" + f.SHA256})
	}
	if r.Seed != nil {
		p.Facts = append(p.Facts, reporting.Fact{Name: "Seed", Value: fmt.Sprint(*r.Seed)})
	}
	p.Heatmaps = []reporting.Heatmap{r.heatmap()}
	for _, v := range []Verdict{Unsafe, Crash, Hang, Careful} {
		list := reporting.List{Title: sentenceCase(string(v))}
		for _, result := range r.Results {
			if result.Verdict != v {
				continue
			}
			line := result.Scenario + ": " + strings.Join(result.lines(), "; ")
			if v == Unsafe {
				line += ". " + result.Why
			}
			list.Items = append(list.Items, line)
		}
		if len(list.Items) > 0 {
			p.Lists = append(p.Lists, list)
		}
	}
	for _, v := range []Verdict{Right, NotTested} {
		list := reporting.List{Title: sentenceCase(string(v))}
		for _, result := range r.Results {
			if result.Verdict == v {
				list.Items = append(list.Items, result.Scenario+": "+result.Title)
			}
		}
		if len(list.Items) > 0 {
			p.Details = append(p.Details, list)
		}
	}
	for _, result := range r.Results {
		if result.Table != "" {
			p.Details = append(p.Details, reporting.List{Title: result.Scenario, Text: result.Table})
		}
	}
	return p
}

func (r *Report) heatmap() reporting.Heatmap {
	h := reporting.Heatmap{Title: "Scenarios by group", Note: "How many scenarios of each group came to which verdict.",
		RowName: "group", ColumnName: "verdict", ValueName: "scenarios"}
	for _, v := range Verdicts() {
		h.Columns = append(h.Columns, string(v))
	}
	for _, result := range r.Results {
		group, _, _ := strings.Cut(result.Scenario, "/")
		i := slices.IndexFunc(h.Rows, func(row reporting.HeatRow) bool { return row.Name == group })
		if i < 0 {
			i = len(h.Rows)
			h.Rows = append(h.Rows, reporting.HeatRow{Name: group, Cells: make([]int, len(h.Columns)), Target: -1})
		}
		h.Rows[i].Cells[slices.Index(Verdicts(), result.Verdict)]++
	}
	return h
}

func sentenceCase(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
