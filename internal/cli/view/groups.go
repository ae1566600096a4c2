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
	for _, h := range f.helpers {
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

func (f *facts) writeGroups(b *strings.Builder, s Style) {
	columns := newColumns(column{title: "DECISION"}, column{title: "KIND"},
		column{title: "COUNT", right: true}, column{title: "MEMORY", right: true}, column{title: "OLDEST", right: true})
	var lines [][]string
	for _, g := range f.groups() {
		cells := []string{decisionWords(g.decision), Neutral(g.kind), strconv.Itoa(g.count), g.memory.String(), ageOf(g.oldest)}
		fit(columns, cells)
		lines = append(lines, cells)
	}
	squeeze(columns, 1, s.Width, 8)
	writeLine(b, columns, titles(columns))
	for _, cells := range lines {
		writeLine(b, columns, cells)
	}
}
