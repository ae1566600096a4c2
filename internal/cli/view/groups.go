package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// kindGroup is the helpers of one kind with one decision.
type kindGroup struct {
	decision tspi.Decision
	kind     string
	count    int
	memory   memory
	oldest   *int64
}

// groups counts helpers by decision and kind: close candidates first, then the
// largest groups.
func (f *facts) groups() []kindGroup {
	type key struct {
		decision tspi.Decision
		kind     string
	}
	found := map[key]*kindGroup{}
	for _, h := range f.all() {
		k := key{h.Decision, h.ProcessKind}
		g := found[k]
		if g == nil {
			g = &kindGroup{decision: h.Decision, kind: h.ProcessKind}
			found[k] = g
		}
		g.count++
		g.memory.add(h.rssKiB)
		if h.AgeS != nil && (g.oldest == nil || *g.oldest < *h.AgeS) {
			g.oldest = h.AgeS
		}
	}
	groups := make([]kindGroup, 0, len(found))
	for _, g := range found {
		groups = append(groups, *g)
	}
	slices.SortFunc(groups, func(a, b kindGroup) int {
		return cmp.Or(
			cmp.Compare(urgency(a.decision), urgency(b.decision)),
			cmp.Compare(b.count, a.count),
			cmp.Compare(a.kind, b.kind),
		)
	})
	return groups
}

func urgency(d tspi.Decision) int {
	switch d {
	case tspi.DecisionSafeClose:
		return 0
	case tspi.DecisionKeep:
		return 2
	}
	return 1
}

// writeGroups writes the counts, one line a decision and kind. Where the terminal
// is too narrow, the decision becomes a heading, and the age gives way before any
// name is cut.
func (f *facts) writeGroups(b *strings.Builder, s Style) {
	groups := f.groups()
	columns := newColumns(column{title: "DECISION"}, column{title: "KIND"},
		column{title: "COUNT", right: true}, column{title: "MEMORY", right: true}, column{title: "OLDEST", right: true})
	for _, g := range groups {
		fit(columns, cellsOf(g.cells()...))
	}
	if s.Width > 0 && lineWidth(columns) > s.Width {
		writeGroupsBelow(b, s, groups, columns[1:])
		return
	}
	writeLine(b, columns, titles(columns))
	for _, g := range groups {
		b.WriteString(paintLines(s.ofDecision(g.decision), tableLine(columns, cellsOf(g.cells()...))))
	}
}

func writeGroupsBelow(b *strings.Builder, s Style, groups []kindGroup, columns []column) {
	const indent = "  "
	width := s.Width - len(indent)
	if lineWidth(columns) > width {
		columns = columns[:len(columns)-1]
	}
	squeeze(columns, 0, width, 8)
	b.WriteString(indent + tableLine(columns, titles(columns)))
	last := tspi.Decision("")
	for _, g := range groups {
		paint := s.ofDecision(g.decision)
		if g.decision != last {
			b.WriteString(paint(decisionWords(g.decision)) + "\n")
			last = g.decision
		}
		b.WriteString(paintLines(paint, indent+tableLine(columns, cellsOf(g.cells()[1:]...))))
	}
}

func (g *kindGroup) cells() []string {
	return []string{decisionWords(g.decision), Neutral(g.kind), strconv.Itoa(g.count), g.memory.String(), ageOf(g.oldest)}
}
