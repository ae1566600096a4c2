package view

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// kindGroup is the helpers of one kind with one decision.
type kindGroup struct {
	groupKey
	count  int
	memory memory
	oldest *int64
}

type groupKey struct {
	decision tspi.Decision
	kind     string
}

// add adds helpers of the same kind and decision.
func (g *kindGroup) add(more kindGroup) {
	g.count += more.count
	g.memory.join(more.memory)
	if more.oldest != nil && (g.oldest == nil || *g.oldest < *more.oldest) {
		g.oldest = more.oldest
	}
}

// compare puts close candidates first, then the largest groups.
func (g kindGroup) compare(other kindGroup) int {
	return cmp.Or(
		cmp.Compare(urgency(g.decision), urgency(other.decision)),
		cmp.Compare(other.count, g.count),
		cmp.Compare(g.kind, other.kind),
	)
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
	groups := f.groups
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
	return []string{decisionWords(g.decision), Neutral(g.kind), strconv.Itoa(g.count), g.memory.String(),
		ageOf(g.oldest)}
}
