package report

import "github.com/tspi-dev/harness/conformance"

// htmlMatrix is clause by verdict, implementations side by side. It counts cases,
// each by the worst of its questions.
type htmlMatrix struct {
	Heads    []htmlMatrixHead
	Verdicts []conformance.Verdict // the columns of each implementation
	Rows     []htmlMatrixRow
	Totals   []htmlCell
}

// htmlMatrixHead is an implementation above its columns.
type htmlMatrixHead struct{ Letter, Name string }

type htmlMatrixRow struct {
	Clause conformance.Clause
	Red    bool
	Cells  []htmlCell
}

// htmlCell is a number that filters the list.
type htmlCell struct {
	Letter, Clause string
	Verdict        conformance.Verdict
	Count          int
	First          bool // of an implementation
}

func newMatrix(reports []*conformance.Report, groups []htmlGroup) htmlMatrix {
	var m htmlMatrix
	for i, r := range reports {
		m.Heads = append(m.Heads, htmlMatrixHead{letter(i), shortName(r)})
	}
	type key struct {
		report int
		v      conformance.Verdict
	}
	totals := map[key]int{}
	for _, g := range groups {
		for _, c := range g.Cases {
			for _, o := range c.Outcomes {
				totals[key{o.At, o.Verdict}]++
			}
		}
	}
	for _, v := range conformance.Verdicts() {
		used := v == conformance.Pass || v == conformance.Fail
		for i := range reports {
			used = used || totals[key{i, v}] > 0
		}
		if used {
			m.Verdicts = append(m.Verdicts, v)
		}
	}
	cells := func(clause string, counts map[key]int) []htmlCell {
		var cells []htmlCell
		for i := range reports {
			for n, v := range m.Verdicts {
				cells = append(cells, htmlCell{letter(i), clause, v, counts[key{i, v}], n == 0})
			}
		}
		return cells
	}
	for _, g := range groups {
		counts, red := map[key]int{}, false
		for _, c := range g.Cases {
			red = red || c.Red
			for _, o := range c.Outcomes {
				counts[key{o.At, o.Verdict}]++
			}
		}
		m.Rows = append(m.Rows, htmlMatrixRow{g.Clause, red, cells(g.Clause.ID, counts)})
	}
	m.Totals = cells("", totals)
	return m
}

// verdictChoices are the entries of the verdict filter. Where something is red,
// that is what a reader came for, and it is chosen.
func verdictChoices(groups []htmlGroup, total, red int) []htmlChoice {
	counts := map[conformance.Verdict]int{}
	for _, g := range groups {
		for _, c := range g.Cases {
			seen := map[conformance.Verdict]bool{}
			for _, o := range c.Outcomes {
				if !seen[o.Verdict] {
					seen[o.Verdict] = true
					counts[o.Verdict]++
				}
			}
		}
	}
	choices := []htmlChoice{{"", "every verdict", total, red == 0}}
	if red > 0 {
		choices = append(choices, htmlChoice{"red", "to look at", red, true})
	}
	for _, v := range conformance.Verdicts() {
		if counts[v] > 0 {
			choices = append(choices, htmlChoice{string(v), string(v), counts[v], false})
		}
	}
	return choices
}

// addToSections puts a clause into the section of the contract that it belongs
// to.
func addToSections(sections []htmlSection, c conformance.Clause) []htmlSection {
	name := "Section " + c.Section()
	if c.Section() == c.ID { // "protocol", "standing"
		name = "Of every answer"
	}
	if n := len(sections); n == 0 || sections[n-1].Name != name {
		sections = append(sections, htmlSection{Name: name})
	}
	s := &sections[len(sections)-1]
	s.Clauses = append(s.Clauses, c)
	return sections
}
