package view

import "github.com/tspi-dev/harness/tspi"

// hold is what keeps a helper from being closable, in the words of people: finer
// than the contract's reasons where those leave people asking why, as with an
// orphan that is only too young.
type hold uint8

// In the order in which people should hear of them: what is wrong with the whole
// table first, then what is close to closable, then what is in good hands.
const (
	holdNothing    hold = iota // a close candidate
	holdInit                   // hangs from a pid 1 that is no known init
	holdSecondInit             // hangs from an init that is not pid 1
	holdStarted                // init itself started it
	holdYoung                  // an orphan, but younger than the minimum age
	holdNotAllowed             // an orphan of a kind that is not allowlisted
	holdRegistered             // a registry knows it to be in use
	holdReusedPID              // its pid stands in several rows
	holdUnreadable             // its age, CPU or memory cannot be read
	holdUnresolved             // the owner cannot be told
	holdOtherOwner             // an owner whose status is not an active one
	holdLiveOwner              // a live owner, or at least a live parent
	holdKept                   // a kind to be kept
	holdCount

	noHelper hold = 0xff
)

func (f *facts) holdOf(h helper) hold {
	switch h.Reason {
	case tspi.ReasonOrphan:
		return holdNothing
	case tspi.ReasonKeep:
		return holdKept
	case tspi.ReasonPIDReuse:
		return holdReusedPID
	case tspi.ReasonUnreadable:
		return holdUnreadable
	case tspi.ReasonRegistered:
		return holdRegistered
	case tspi.ReasonDetached:
		if h.AllowlistMatched {
			return holdYoung
		}
		return holdNotAllowed
	}
	switch {
	case h.ChainTrace != nil && h.ChainEnd == tspi.EndUnrecognisedInit && h.PPID == 1:
		return holdInit
	case startedByInit(h.InventoryRow):
		return holdStarted
	case f.secondInit(h.PPID):
		return holdSecondInit
	case h.Reason == tspi.ReasonActiveOwner:
		return holdLiveOwner
	case h.OwnerStatus != tspi.StatusUnknownParent:
		return holdOtherOwner
	}
	return holdUnresolved
}

// title names a hold in the heading of its rows.
func (f *facts) title(h hold) string {
	switch h {
	case holdNothing:
		return "orphan of an allowlisted kind, old enough"
	case holdInit:
		return "child of a pid 1 that is not recognised as an init"
	case holdSecondInit:
		return "child of an init that is not pid 1"
	case holdStarted:
		return "started by init itself"
	case holdYoung:
		return "orphan, younger than " + f.minimumAge()
	case holdNotAllowed:
		return "orphan of a kind that is not allowlisted"
	case holdRegistered:
		return "registered as in use"
	case holdReusedPID:
		return "pid in several rows of the table"
	case holdUnreadable:
		return "unreadable row"
	case holdUnresolved:
		return "owner not resolved"
	case holdOtherOwner:
		return "owner whose status is not an active one"
	case holdLiveOwner:
		return "live owner or parent"
	}
	return "kind to be kept"
}

func (f *facts) minimumAge() string {
	return f.inventory.Policy.MinAgeSeconds.String() + " s"
}

// decisionWords names a decision for people.
func decisionWords(d tspi.Decision) string {
	switch d {
	case tspi.DecisionSafeClose:
		return "close candidate"
	case tspi.DecisionKeep:
		return "keep"
	}
	return "owner check"
}
