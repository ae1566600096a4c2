package view

import (
	"fmt"

	"github.com/tspi-dev/harness/tspi"
)

// chainWords say where a helper's owner chain led; "" by the core law, which does
// not tell. plain is true where the parent's pid and the owner status say it all.
func (f *facts) chainWords(h helper) (words string, plain bool) {
	if h.ChainTrace == nil {
		return "", true
	}
	end := h.PPID
	if h.ChainEndPID != nil {
		end = *h.ChainEndPID
	}
	switch h.ChainEnd {
	case tspi.EndDetached:
		return "detached", true
	case tspi.EndKeepKind:
		return "not walked", true
	case tspi.EndOwnerHint:
		if h.ChainHops == 1 {
			return "owner is the parent", true
		}
		return fmt.Sprintf("owner %d, %d hops up", end, h.ChainHops), false
	case tspi.EndDetachedAncestor:
		if f.candidates[end] {
			return fmt.Sprintf("under %d, itself a close candidate", end), false
		}
		return fmt.Sprintf("under %d, which is detached", end), false
	case tspi.EndUnrecognisedInit:
		return "up to a pid 1 that is no known init", h.PPID == 1
	case tspi.EndHopLimit:
		return fmt.Sprintf("no owner within %s", count(h.ChainHops, "hop", "hops")), false
	case tspi.EndCycle:
		return fmt.Sprintf("cycle at %d", f.stoppedAt(h)), false
	case tspi.EndMissingParent:
		return fmt.Sprintf("%d is not in the table", f.stoppedAt(h)), false
	case tspi.EndAmbiguousPID:
		return fmt.Sprintf("%d is in several rows", f.stoppedAt(h)), false
	}
	return fmt.Sprintf("%d is younger than its child: reused pid", f.stoppedAt(h)), false
}
