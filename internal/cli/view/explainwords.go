package view

import (
	"fmt"

	"github.com/tspi-dev/harness/tspi"
)

// stoppedAtPID is the pid at which the walk stopped without visiting it.
func stoppedAtPID(e *tspi.Explanation) int32 {
	if n := len(e.Hops); n > 0 {
		return e.Hops[n-1].PPID
	}
	return e.PPID
}

// stopWords say why the walk to the owner ended where it did.
func stopWords(in tspi.Inputs, e *tspi.Explanation) string {
	if e.Helper.ChainTrace == nil {
		return fmt.Sprintf("%s visited; the core law does not tell why a walk stops", count(len(e.Hops), "process was", "processes were"))
	}
	pid := stoppedAtPID(e)
	switch e.Helper.ChainEnd {
	case tspi.EndKeepKind:
		return "not walked, because the kind is in keep_kinds"
	case tspi.EndDetached:
		return "none: ppid is 1, and init has adopted it"
	case tspi.EndUnrecognisedInit:
		return unrecognisedInitWords(e)
	case tspi.EndHopLimit:
		return fmt.Sprintf("stopped before pid %d, because eight processes were visited without an owner hint", pid)
	case tspi.EndCycle:
		return fmt.Sprintf("stopped at pid %d, which was visited before: the parents form a cycle", pid)
	case tspi.EndMissingParent:
		return fmt.Sprintf("stopped at pid %d, which no row of the table has", pid)
	case tspi.EndAmbiguousPID:
		return fmt.Sprintf("stopped at pid %d, which several rows of the table have: which one is meant cannot be told", pid)
	case tspi.EndStaleLink:
		return fmt.Sprintf("stopped at pid %d, which is more than 2 s younger than its child: a parent never starts after its child, so the pid was reused", pid)
	case tspi.EndDetachedAncestor:
		return fmt.Sprintf("stopped at pid %d, whose own parent is init: an owner check starts there", *e.Helper.ChainEndPID)
	}
	return fmt.Sprintf("stopped at pid %d, whose command holds an owner hint", *e.Helper.ChainEndPID)
}

func unrecognisedInitWords(e *tspi.Explanation) string {
	if len(e.Hops) == 0 {
		return "ppid is 1, but the table has not exactly one readable line for pid 1: nothing proves it an init"
	}
	return "leads to pid 1, which is not recognised as an init: in a container pid 1 is often the owner itself, so that ppid 1 does not prove detachment"
}

func ownerWords(h *tspi.InventoryRow) string {
	switch h.OwnerStatus {
	case tspi.StatusActiveParent:
		return h.OwnerStatus + ", a live parent of which no owner hint tells more"
	case tspi.StatusUnknownParent:
		return h.OwnerStatus + ", a parent that cannot be told"
	case tspi.StatusDetached:
		return h.OwnerStatus + ", no owner is left"
	}
	return Neutral(h.OwnerStatus)
}

// ruleWords is the row of section 5's table that decided.
func ruleWords(r tspi.Reason) string {
	const section = " (contract, section 5, "
	switch r {
	case tspi.ReasonKeep:
		return "its kind is in keep_kinds" + section + "row 1)"
	case tspi.ReasonPIDReuse:
		return "more than one row of the table has its pid" + section + "row 2)"
	case tspi.ReasonUnreadable:
		return "its age, CPU or memory cannot be read, or it claims to be older than pid 1" + section + "row 3)"
	case tspi.ReasonRegistered:
		return "a registry knows it to be in use" + section + "row 4)"
	case tspi.ReasonOrphan:
		return "it is detached, its kind is allowlisted, and it is old enough" + section + "row 5)"
	case tspi.ReasonDetached:
		return "it is detached, but its kind is not allowlisted or it is too young" + section + "row 6)"
	case tspi.ReasonActiveOwner:
		return "its owner status is an active one" + section + "row 7)"
	}
	return "its owner is neither gone for sure nor known to be active" + section + "row 8)"
}

// adviceWords say what would turn the answer, where that is of use.
func adviceWords(in tspi.Inputs, e *tspi.Explanation) string {
	h := e.Helper
	switch h.Reason {
	case tspi.ReasonOrphan:
		return "capture the table again right before anybody closes it, and check that it is still there, still detached and the same command"
	case tspi.ReasonDetached:
		if !h.AllowlistMatched {
			return "its kind is not allowlisted in the policy: check with the person who started it"
		}
		if h.AgeS != nil {
			if left := wait(*h.AgeS, in.Policy.MinAgeSeconds); left != "" {
				return fmt.Sprintf("it is %s old and the minimum is %s s: capture the table again in %s", age(*h.AgeS), in.Policy.MinAgeSeconds, left)
			}
		}
	case tspi.ReasonActiveOwner:
		if h.ChainTrace != nil && h.ChainEnd == tspi.EndDetachedAncestor {
			return fmt.Sprintf("start the owner check at pid %d: if that wrapper ends, this helper is detached and can be judged anew", *h.ChainEndPID)
		}
		if h.OwnerStatus == tspi.StatusActiveParent {
			return "find out whose its parent is, and ask that owner to release it; nobody else may end a helper of a live owner"
		}
		return "ask the owner to release it; nobody else may end a helper of a live owner"
	case tspi.ReasonOwnerUnsolved:
		if h.OwnerStatus != tspi.StatusUnknownParent {
			return "its owner was found, and its status is not among the active ones: check with that owner"
		}
		return "capture the whole table (ps -axww, not the processes of one person), or name the owner in owner_hints"
	}
	return ""
}
