package report

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Each way in which a walk ends, and each row of section 5's table, has words of
// its own (contract, sections 4 and 5).
func TestChainWords(t *testing.T) {
	last := int32(20)
	explain := func(end tspi.ChainEnd) *tspi.Explanation {
		return &tspi.Explanation{PPID: 25, Hops: []tspi.Hop{{PID: 25, PPID: 20}}, Helper: &tspi.InventoryRow{
			ChainTrace: &tspi.ChainTrace{ChainEnd: end, ChainHops: 1, ChainEndPID: &last}}}
	}
	for end, want := range map[tspi.ChainEnd]string{
		tspi.EndKeepKind: "no walk: its kind is kept", tspi.EndDetached: "no walk: its parent is pid 1",
		tspi.EndUnrecognisedInit: "pid 1 is not recognised as an init", tspi.EndHopLimit: "eight processes are visited",
		tspi.EndCycle: "pid 20 was visited before", tspi.EndMissingParent: "no row has pid 20",
		tspi.EndAmbiguousPID:     "several rows have pid 20",
		tspi.EndStaleLink:        "pid 20 is younger than its child",
		tspi.EndDetachedAncestor: "the last process hangs on pid 1",
		tspi.EndOwnerHint:        "the last process holds an owner hint",
		tspi.EndStartedByInit:    "pid 1 itself started the last process",
	} {
		if got := stopWords(explain(end)); got != want {
			t.Errorf("%s: %q, want %q", end, got, want)
		}
	}
	child := explain(tspi.EndStartedByInit)
	child.PPID = 1
	if got := stopWords(child); got != "no walk: pid 1 itself started it" {
		t.Errorf("a child of pid 1: %q", got)
	}
	core := explain(tspi.EndCycle)
	core.Helper.ChainTrace = nil
	if got := stopWords(core); got != "processes visited: 1" {
		t.Errorf("by core: %q", got)
	}
	for reason, want := range map[tspi.Reason]string{
		tspi.ReasonKeep: "its kind is kept", tspi.ReasonPIDReuse: "several rows have its pid",
		tspi.ReasonUnreadable: "its row is unreadable",
		tspi.ReasonRegistered: "it is a registered helper", tspi.ReasonOrphan: "detached, allowlisted, and old enough",
		tspi.ReasonDetached:    "detached, but not allowlisted or too young",
		tspi.ReasonActiveOwner: "its owner is active", tspi.ReasonOwnerUnsolved: "its owner is not resolved",
	} {
		if got := ruleWords(reason); got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
	words := map[string]bool{}
	for _, why := range []tspi.NotHelper{tspi.NotHelperPID, tspi.NotHelperTitle, tspi.NotHelperExcluded,
		tspi.NotHelperRequired, tspi.NotHelperMentioned, tspi.NotHelperNoKind} {
		words[notHelperWords(why)] = true
	}
	if len(words) != 6 {
		t.Errorf("why a row is no helper: %v", words)
	}
}
