package cli

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/conformance/mutant"
	reporting "github.com/tspi-dev/harness/conformance/report"
)

// mutantsPage is a kill matrix as a page: a heat map of mutants and clauses, in
// which each mutant has a frame at the clause that it breaks.
func mutantsPage(m *mutant.Matrix) reporting.ChartPage {
	s := m.Score()
	p := reporting.ChartPage{
		Kicker: "tspi mutants", Title: "What the suite catches",
		Word: "It holds", Good: true,
		Sentence: "Every wrong implementation is rejected by the clause that it breaks, and every right one is certified.",
		Facts: []reporting.Fact{
			{Name: "Mutants killed", Value: fmt.Sprintf("%d of %d", s.Killed, s.Mutants)},
			{Name: "Controls", Value: fmt.Sprintf("%d of %d certified", s.Certified, s.Controls)},
			{Name: "Suite", Value: fmt.Sprintf("version %d, %d cases", m.Suite.Version, m.Suite.Cases)},
			{Name: "Cases", Value: fmt.Sprintf("%d kill a mutant of their clause, %d are siblings of one that does",
				s.Killing, s.Siblings)},
			{Name: "Sole killers", Value: fmt.Sprintf("%d cases are the only killer of some mutant", s.SoleKillers)},
		},
		Heatmaps: []reporting.Heatmap{killMap(m)},
	}
	if !m.Holds() {
		p.Word, p.Good, p.Sentence = "It falls short", false,
			"A wrong implementation survives, or a right one is rejected."
	}
	add := func(title string, items []string) {
		if len(items) > 0 {
			p.Lists = append(p.Lists, reporting.List{Title: title, Items: items})
		}
	}
	var survivors, rejected []string
	for _, f := range m.Survivors() {
		survivors = append(survivors, fmt.Sprintf("%s (%s, %s): %s", f.Name, f.Level, f.Clause, f.Says))
	}
	for _, v := range m.KilledControls() {
		rejected = append(rejected,
			fmt.Sprintf("%s (%s): rejected by %s", v.Name, v.Level, strings.Join(v.Rejected, ", ")))
	}
	add("Mutants that survive", survivors)
	add("Controls that are rejected", rejected)
	add("Not run, because only a process shows them", m.NotRun)
	return p
}

// killMap counts for each mutant the cases that reject it, by their clause. In the
// column of its own clause the standing checks of that clause count too, and that
// it was found out on the wire.
func killMap(m *mutant.Matrix) reporting.Heatmap {
	h := reporting.Heatmap{
		Title:   "Which clause rejects which mutant",
		Note:    "A mutant breaks one rule; a case or a standing check of that rule must reject it. Other cases may reject it too.",
		RowName: "mutant", ColumnName: "clause", ValueName: "cases",
	}
	column := map[string]int{}
	for i, clause := range m.Profile.Clauses {
		column[clause.ID] = i
		h.Columns = append(h.Columns, clause.ID)
	}
	for i := range m.Fates {
		f := &m.Fates[i]
		row := reporting.HeatRow{Name: f.Name, Cells: make([]int, len(h.Columns)), Target: -1}
		for _, id := range f.Rejected {
			if at, known := column[clauseOfCase(id)]; known {
				row.Cells[at]++
			}
		}
		if at, known := column[f.Clause]; known {
			row.Target, row.Cells[at] = at, len(f.Cases)+len(f.Standing)
			if f.Wire != "" {
				row.Cells[at]++
			}
		}
		h.Rows = append(h.Rows, row)
	}
	return h
}

// clauseOfCase is the clause in a case's id, PROFILE/LEVEL/CLAUSE/NAME.
func clauseOfCase(id string) string {
	parts := strings.SplitN(id, "/", 4)
	if len(parts) < 4 {
		return ""
	}
	return parts[2]
}
