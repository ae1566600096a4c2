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
		return fmt.Sprintf("%s visited; the core law does not tell why a walk stops",
			count(len(e.Hops), "process was", "processes were"))
	}
	pid := stoppedAtPID(e)
	switch e.Helper.ChainEnd {
	case tspi.EndKeepKind:
		return "not walked, because the kind is in keep_kinds"
	case tspi.EndDetached:
		return "none, because its parent is init"
	case tspi.EndUnrecognisedInit:
		return unrecognisedInitWords(e)
	case tspi.EndStartedByInit:
		return startedByInitWords(in, e)
	case tspi.EndHopLimit:
		return fmt.Sprintf("stopped before pid %d, because eight processes were visited without an owner hint", pid)
	case tspi.EndCycle:
		return fmt.Sprintf("stopped at pid %d, which was visited before: the parents form a cycle", pid)
	case tspi.EndMissingParent:
		return fmt.Sprintf("stopped at pid %d, which no row of the table has", pid)
	case tspi.EndAmbiguousPID:
		return fmt.Sprintf("stopped at pid %d, which several rows of the table have: which one is meant cannot be told",
			pid)
	case tspi.EndStaleLink:
		return fmt.Sprintf(
			"stopped at pid %d, which is more than 2 s younger than its child: a parent never starts after its child, so the pid was reused", pid)
	case tspi.EndDetachedAncestor:
		return fmt.Sprintf("stopped at pid %d, whose own parent is init", *e.Helper.ChainEndPID)
	}
	return fmt.Sprintf("stopped at pid %d, whose command holds an owner hint", *e.Helper.ChainEndPID)
}

func unrecognisedInitWords(e *tspi.Explanation) string {
	if len(e.Hops) == 0 {
		return "ppid is 1, but the table has not exactly one readable line for pid 1: nothing proves it an init"
	}
	return "leads to pid 1, which is not recognised as an init: in a container pid 1 is often the owner itself, so that ppid 1 does not prove detachment"
}

// startedByInitWords say why ppid 1 proves no orphan of a process that was there
// from the start.
func startedByInitWords(in tspi.Inputs, e *tspi.Explanation) string {
	process := "it"
	if e.PPID != 1 {
		process = fmt.Sprintf("pid %d", *e.Helper.ChainEndPID)
	}
	text := fmt.Sprintf("leads to init, which itself started %s: it is as old as pid 1", process)
	if first := in.Table.Last(1); first != nil && !first.HasAge {
		text = fmt.Sprintf("leads to init, which may itself have started %s: the age of pid 1 cannot be read", process)
	}
	return text + ". Nobody left it behind: it is the main command of a container, or a service of the host"
}

func ownerWords(h *tspi.InventoryRow) string {
	switch h.OwnerStatus {
	case tspi.StatusActiveParent:
		if startedByInit(h) {
			return h.OwnerStatus + ", init itself"
		}
		return h.OwnerStatus + ", a live parent of which no owner hint tells more"
	case tspi.StatusUnknownParent:
		return h.OwnerStatus + ", a parent that cannot be told"
	case tspi.StatusDetached:
		return h.OwnerStatus + ", its parent is init"
	}
	return Neutral(h.OwnerStatus)
}

// ruleWords is the row of section 5's table that decided.
func ruleWords(h *tspi.InventoryRow) string {
	const section = " (contract, section 5, "
	switch h.Reason {
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
		if !h.AllowlistMatched {
			return "it is detached, but its kind is not allowlisted" + section + "row 6)"
		}
		return "it is detached, but too young" + section + "row 6)"
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
		return "make sure that nobody started it detached on purpose (the known limits, below). Right before anybody closes it, capture the table again " +
			"and check that it is still there, still detached and the same command"
	case tspi.ReasonRegistered:
		return "leave it: whoever registered it knows who uses it"
	case tspi.ReasonDetached:
		if !h.AllowlistMatched {
			return "its kind is not allowlisted in the policy: check with the person who started it"
		}
		if h.AgeS != nil {
			if left := wait(*h.AgeS, in.Policy.MinAgeSeconds); left != "" {
				return fmt.Sprintf("it is %s old and the minimum is %s s: capture the table again in %s", age(*h.AgeS),
					in.Policy.MinAgeSeconds, left)
			}
		}
	case tspi.ReasonActiveOwner:
		switch {
		case startedByInit(h):
			return "leave it: to end it is to end the container or the service. Whoever wants it gone stops that"
		case h.ChainTrace != nil && h.ChainEnd == tspi.EndDetachedAncestor:
			return ancestorAdvice(e.Hops[len(e.Hops)-1])
		case h.OwnerStatus == tspi.StatusActiveParent:
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

// startedByInit reports whether init itself started a helper.
func startedByInit(h *tspi.InventoryRow) bool {
	return h.ChainTrace != nil && h.ChainEnd == tspi.EndStartedByInit && h.PPID == 1
}

// ancestorAdvice says what is known of the last process on a way to init. Most that
// have parent 1 are no leftovers: on macOS every application has.
func ancestorAdvice(last tspi.Hop) string {
	if last.Kind != "" {
		return fmt.Sprintf(
			"look at pid %d first, which is a helper itself (tspi explain %d): this one is judged anew once that is gone", last.PID, last.PID)
	}
	return fmt.Sprintf(
		"find out what pid %d is, and ask whoever uses it. The table does not tell whether it is an application or a service in use "+
			"(on macOS every application has parent 1) or was left behind, and it is no helper: nothing here allows to end it", last.PID)
}
