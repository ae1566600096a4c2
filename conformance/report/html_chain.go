package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// drawnChain is a helper's owner chain and the rule that decided.
type drawnChain struct {
	PID      int32
	Kind     string
	Decision tspi.Decision
	Reason   tspi.Reason
	Rule     string // the row of section 5's table, in words
	Status   string
	Stop     string // why the walk ended
	Excluded string // kinds that gave the command up
	Steps    []chainStep
	// NotHelper says why a pid that an answer is wrong about is no helper.
	NotHelper string
}

// chainStep is a process of the chain, the helper first.
type chainStep struct {
	PID             int32
	Age, Kind, Hint string
	Note            string
}

const maxChains = 6

// drawChains explains the helpers that answers are wrong about, else all, and adds
// to wanted every pid that the explanations name.
func (t *drawnTable) drawChains(inventory *tspi.Inventory, in tspi.Inputs, concerned, wanted map[int32]bool) {
	var pids []int32
	for pid := range concerned {
		pids = append(pids, pid)
	}
	slices.Sort(pids)
	for i := range inventory.Rows {
		if pid := inventory.Rows[i].PID; !slices.Contains(pids, pid) && len(pids) <= len(concerned)+maxChains {
			pids = append(pids, pid)
		}
	}
	explained := 0
	for _, pid := range pids {
		if len(t.Chains) >= maxChains {
			break
		}
		for _, e := range tspi.Explain(in, pid) {
			t.Chains = append(t.Chains, newChain(&e))
			wanted[pid] = true
			if e.Helper != nil {
				explained++
			}
			for _, hop := range e.Hops {
				wanted[hop.PID] = true
			}
			if e.Stop != nil {
				wanted[e.Stop.PID] = true
			}
		}
	}
	t.MoreHelpers = len(inventory.Rows) - explained
}

func newChain(e *tspi.Explanation) drawnChain {
	c := drawnChain{PID: e.PID, Excluded: strings.Join(e.Excluded, ", ")}
	if e.Helper == nil {
		c.NotHelper = notHelperWords(e.NotHelper)
		return c
	}
	h := e.Helper
	c.Kind, c.Decision, c.Reason, c.Status = h.ProcessKind, h.Decision, h.Reason, h.OwnerStatus
	c.Rule, c.Stop = ruleWords(h.Reason), stopWords(e)
	c.Steps = append(c.Steps, chainStep{PID: e.PID, Age: ageText(e.Age, e.HasAge), Kind: h.ProcessKind,
		Note: "the helper"})
	for i, hop := range e.Hops {
		c.Steps = append(c.Steps, stepOf(hop, fmt.Sprintf("hop %d", i+1)))
	}
	if e.Stop != nil {
		step := stepOf(*e.Stop, "not visited")
		step.Hint = ""
		c.Steps = append(c.Steps, step)
	}
	return c
}

func stepOf(hop tspi.Hop, note string) chainStep {
	s := chainStep{PID: hop.PID, Age: ageText(hop.Age, hop.HasAge), Kind: cmp.Or(hop.Kind, "no helper"),
		Hint: "no owner hint", Note: note}
	if hop.OwnerStatus != tspi.StatusActiveParent {
		s.Hint = "owner hint: " + hop.OwnerStatus
	}
	return s
}

func notHelperWords(why tspi.NotHelper) string {
	switch why {
	case tspi.NotHelperPID:
		return "no helper: pids 0 and 1 never are (section 3)"
	case tspi.NotHelperTitle:
		return "no helper: ps shows a process title in place of a command (section 3)"
	case tspi.NotHelperExcluded:
		return "no helper: each kind that matches gives it up by an exclude substring (section 3)"
	case tspi.NotHelperRequired:
		return "no helper: no kind that matches has a require substring of its command (section 3)"
	case tspi.NotHelperMentioned:
		return "no helper: its command mentions one, but its program is none (section 3)"
	}
	return "no helper: no kind has a match substring of its command (section 3)"
}

// stopWords say why the walk to the owner ended. The core law does not tell.
func stopWords(e *tspi.Explanation) string {
	if e.Helper.ChainTrace == nil {
		return fmt.Sprintf("processes visited: %d", len(e.Hops))
	}
	at := e.PPID
	if n := len(e.Hops); n > 0 {
		at = e.Hops[n-1].PPID
	}
	switch e.Helper.ChainEnd {
	case tspi.EndKeepKind:
		return "no walk: its kind is kept"
	case tspi.EndDetached:
		return "no walk: its parent is pid 1"
	case tspi.EndUnrecognisedInit:
		return "pid 1 is not recognised as an init"
	case tspi.EndStartedByInit:
		if e.PPID == 1 {
			return "no walk: pid 1 itself started it"
		}
		return "pid 1 itself started the last process"
	case tspi.EndHopLimit:
		return "eight processes are visited"
	case tspi.EndCycle:
		return fmt.Sprintf("pid %d was visited before", at)
	case tspi.EndMissingParent:
		return fmt.Sprintf("no row has pid %d", at)
	case tspi.EndAmbiguousPID:
		return fmt.Sprintf("several rows have pid %d", at)
	case tspi.EndStaleLink:
		return fmt.Sprintf("pid %d is younger than its child", at)
	case tspi.EndDetachedAncestor:
		return "the last process hangs on pid 1"
	}
	return "the last process holds an owner hint"
}

// ruleWords is the row of section 5's table that decided.
func ruleWords(r tspi.Reason) string {
	switch r {
	case tspi.ReasonKeep:
		return "its kind is kept"
	case tspi.ReasonPIDReuse:
		return "several rows have its pid"
	case tspi.ReasonUnreadable:
		return "its row is unreadable"
	case tspi.ReasonRegistered:
		return "it is a registered helper"
	case tspi.ReasonOrphan:
		return "detached, allowlisted, and old enough"
	case tspi.ReasonDetached:
		return "detached, but not allowlisted or too young"
	case tspi.ReasonActiveOwner:
		return "its owner is active"
	}
	return "its owner is not resolved"
}
