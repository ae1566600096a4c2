package view

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// writePressure lists the groups that are over their budget, with whom to ask.
func writePressure(b *strings.Builder, s Style, groups []tspi.PressureGroup) {
	if len(groups) == 0 {
		return
	}
	b.WriteString(s.bold("Over budget:") + "\n")
	for i := range groups {
		b.WriteString(wrap(pressureWords(&groups[i]), "  - ", "    ", s.prose()))
	}
	b.WriteString(wrap("Ask the owner to release or reuse its lease; nobody else may end a helper of a live owner.",
		"  ", "  ", s.prose()))
}

func pressureWords(g *tspi.PressureGroup) string {
	target := "its owner"
	if t := g.OwnerReleaseRequest.TargetOwner; t != nil {
		target = Neutral(*t)
	}
	text := fmt.Sprintf("%s under %s: %d, the budget is %s; ask %s to release %d",
		Neutral(g.ProcessKind), Neutral(g.OwnerStatus), g.Count, g.Budget, target, g.ExcessCount)
	if g.OldestAgeS != nil {
		text += fmt.Sprintf(" (the oldest is %s old)", age(*g.OldestAgeS))
	}
	if g.GroupChains != nil && g.DetachedAncestorCount > 0 {
		text += fmt.Sprintf(
			"; %d %s from a process that has init for its parent, so that the table does not tell whom to ask",
			g.DetachedAncestorCount, agree(g.DetachedAncestorCount, "hangs", "hang"))
	}
	return text + "."
}
