package view

import (
	"strconv"

	"github.com/tspi-dev/harness/tspi"
)

// appendChain appends where a helper's owner chain led; nothing by the core law,
// which does not tell. plain is true where the parent's pid and the owner status
// say it all.
func (f *facts) appendChain(b []byte, h helper) (words []byte, plain bool) {
	if h.ChainTrace == nil {
		return b, true
	}
	end := h.PPID
	if h.ChainEndPID != nil {
		end = *h.ChainEndPID
	}
	switch h.ChainEnd {
	case tspi.EndDetached:
		return append(b, "detached"...), true
	case tspi.EndKeepKind:
		return append(b, "not walked"...), true
	case tspi.EndOwnerHint:
		if h.ChainHops == 1 {
			return append(b, "owner is the parent"...), true
		}
		b = appendPID(b, "owner ", end, ", ")
		return append(strconv.AppendInt(b, int64(h.ChainHops), 10), " hops up"...), false
	case tspi.EndDetachedAncestor:
		if f.survey.IsCandidate(end) {
			return appendPID(b, "under ", end, ", itself a close candidate"), false
		}
		return appendPID(b, "under ", end, ", whose parent is init"), false
	case tspi.EndStartedByInit:
		if h.PPID == 1 {
			return append(b, "started by init"...), true
		}
		return appendPID(b, "under ", end, ", which init started"), false
	case tspi.EndUnrecognisedInit:
		return append(b, "up to a pid 1 that is no known init"...), h.PPID == 1
	case tspi.EndHopLimit:
		return append(append(b, "no owner within "...), count(h.ChainHops, "hop", "hops")...), false
	case tspi.EndCycle:
		return appendPID(b, "cycle at ", f.stoppedAt(h), ""), false
	case tspi.EndMissingParent:
		return appendPID(b, "", f.stoppedAt(h), " is not in the table"), false
	case tspi.EndAmbiguousPID:
		return appendPID(b, "", f.stoppedAt(h), " is in several rows"), false
	}
	return appendPID(b, "", f.stoppedAt(h), " is younger than its child: reused pid"), false
}

func appendPID(b []byte, before string, pid int32, after string) []byte {
	return append(strconv.AppendInt(append(b, before...), int64(pid), 10), after...)
}
