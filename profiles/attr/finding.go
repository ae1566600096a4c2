package attr

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
)

// Finding is a word of section 3's table of findings.
type Finding string

// findingCodes are the words of section 3 in the order of its table, with the code that
// leaving one out of a claim raises; "" for no code.
var findingCodes = []struct {
	finding Finding
	code    law.Code
}{
	{"record_corrupt", CodeCorruptIgnored},
	{"archived_resident", CodeArchivedAsAbsent},
	{"runtime_unknown", ""},
	{"root_stale", CodeStaleRootPID},
	{"rss_over_budget", ""},
	{"idle_cpu_over_budget", ""},
	{"no_process", ""},
	{"references_unknown", CodeUnknownRefsZero},
	{"no_references", ""},
	{"unowned_thread", ""},
	{"ambiguous_thread", CodeOwnershipUnproven},
	{"archived_thread", CodeArchivedAsAbsent},
	{"turn_unknown", CodeUnknownTurnIdle},
	{"record_without_thread", ""},
	{"identity_leak", ""},
	{"owner_absent", ""},
	{"ambiguous_owner", CodeOwnershipUnproven},
	{"no_owner", ""},
}

// findings gives the words of section 3 that hold for a row, in text order.
func (w *world) findings(r *Row) []Finding {
	found := []Finding{}
	note := func(holds bool, finding Finding) {
		if holds {
			found = append(found, finding)
		}
	}
	n := w.name(r.ID)
	note(w.isStale(n.root()), "root_stale")
	switch {
	case n.session != nil:
		s := n.session
		note(s.Corrupt, "record_corrupt")
		note(s.Archived, "archived_resident")
		note(s.RuntimeID != nil && w.runtimes[*s.RuntimeID] == nil, "runtime_unknown")
		note(over(r.RSSKiB, w.Budgets.SessionRSSKiB), "rss_over_budget")
		note(w.overIdle(r) && s.Status != statusActive && s.Status != statusQueued, "idle_cpu_over_budget")
	case n.runtime != nil:
		note(over(r.RSSKiB, w.Budgets.BackendRSSKiB), "rss_over_budget")
		note(w.overIdle(r) && allIdle(n.runtime.References), "idle_cpu_over_budget")
		note(len(r.members) == 0, "no_process")
		note(n.runtime.References == nil, "references_unknown")
		note(w.leaksIdentity(r), "identity_leak")
		if n.runtime.References != nil {
			w.noteReferences(n.runtime, note)
		}
	case r.Kind == "backend", isOrphanBackend(r.ID):
		note(over(r.RSSKiB, w.Budgets.BackendRSSKiB), "rss_over_budget")
		note(w.overIdle(r), "idle_cpu_over_budget")
		note(r.Kind == "backend" && w.leaksIdentity(r), "identity_leak")
	}
	note(r.Kind == "orphan", "owner_absent")
	if r.ID == unattributed {
		note(w.hasCause(r, ambiguous), "ambiguous_owner")
		note(w.hasCause(r, nobody), "no_owner")
	}
	slices.Sort(found)
	return found
}

// over reports whether a figure is over a budget; what is unknown is over none.
func over(figure *int64, budget int64) bool { return figure != nil && *figure > budget }

func (w *world) overIdle(r *Row) bool { return over(r.CPUPermille, w.Budgets.IdleCPUPermille) }

// allIdle reports whether a runtime answered, and with idle turns only.
func allIdle(references *[]Reference) bool {
	return references != nil && !slices.ContainsFunc(*references, func(r Reference) bool {
		return r.Turn == nil || *r.Turn != turnIdle
	})
}

// noteReferences notes what a runtime's references say, which it reported.
func (w *world) noteReferences(runtime *Runtime, note func(bool, Finding)) {
	references := *runtime.References
	loaded := map[string]bool{}
	var unowned, ambiguous, archived, unknown, without bool
	for _, reference := range references {
		loaded[reference.ThreadID] = true
		unknown = unknown || reference.Turn == nil
		switch sessions := w.threads[reference.ThreadID]; len(sessions) {
		case 0:
			unowned = true
		case 1:
			archived = archived || sessions[0].Archived
		default:
			ambiguous = true
		}
	}
	for _, s := range w.served[runtime.ID] {
		without = without || !s.Stopped && (s.ThreadID == nil || !loaded[*s.ThreadID])
	}
	note(len(references) == 0, "no_references")
	note(unowned, "unowned_thread")
	note(ambiguous, "ambiguous_thread")
	note(archived, "archived_thread")
	note(unknown, "turn_unknown")
	note(without, "record_without_thread")
}

// leaksIdentity reports whether a process of a shared row declares whose it is.
func (w *world) leaksIdentity(r *Row) bool {
	return slices.ContainsFunc(r.members, func(i int32) bool {
		d := w.Processes[i].Declared
		return d != nil && (d.ThreadID != nil || d.SessionID != nil)
	})
}

func (w *world) hasCause(r *Row, c cause) bool {
	return slices.ContainsFunc(r.members, func(i int32) bool { return w.owners[i].cause == c })
}
