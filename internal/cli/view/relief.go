package view

import (
	"fmt"
	"io"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// Relief writes a relief receipt for people.
func Relief(w io.Writer, receipt *tspi.ReliefReceipt, s Style) error {
	var b strings.Builder
	action, summary := receipt.Action, receipt.Before.InventorySummary
	b.WriteString(paintLines(s.bold, wrap(reliefHeadline(receipt), "", "", s.prose())))
	b.WriteString(wrap(fmt.Sprintf("%s: %d close %s, %d to check with %s owner, %d to keep.",
		count(summary.ProcessCount, "helper", "helpers"),
		action.SafeCloseCandidateCount, agree(action.SafeCloseCandidateCount, "candidate", "candidates"),
		action.RequiresOwnerCheckCount, agree(action.RequiresOwnerCheckCount, "its", "their"),
		summary.KeepCount), "", "", s.prose()))
	if len(summary.ActiveOwnerPressureGroups) > 0 {
		b.WriteByte('\n')
		writePressure(&b, s, summary.ActiveOwnerPressureGroups)
	}
	b.WriteString("\nAlways:\n")
	b.WriteString(wrap("request a release from the active owner of every group that is over its budget;", "  - ",
		"    ", s.prose()))
	b.WriteString(wrap("resolve the owner before anybody closes a helper that requires an owner check.", "  - ", "    ",
		s.prose()))
	b.WriteString("\nNo process was signalled and nothing was closed.\n")
	b.WriteString(limits(nil, s))
	return flush(w, &b)
}

func reliefHeadline(receipt *tspi.ReliefReceipt) string {
	a := receipt.Action
	switch {
	case a.SafeCloseCandidateCount > 0:
		return count(a.SafeCloseCandidateCount, "helper is a close candidate.", "helpers are close candidates.")
	case a.ActiveOwnerReleaseRequestCount > 0:
		return fmt.Sprintf("Nothing is closable; owners can be asked to release %s.",
			count(a.ActiveOwnerReleaseRequestCount, "helper", "helpers"))
	case a.RequiresOwnerCheckCount > 0:
		return "Nothing is closable before owners are checked."
	}
	return "There is nothing to do."
}
