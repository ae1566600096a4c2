package attr

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
)

// Verdicts of section 4.
const (
	eligible   = "eligible"
	ineligible = "ineligible"
	protected  = "protected"
)

// reclaimCodes are the reasons of section 4, with the code that acting against one raises;
// "" for the eligible ones.
var reclaimCodes = map[string]law.Code{
	"references_unknown": CodeUnknownRefsZero,
	"referenced":         CodeProtectedReclaim,
	"adapter_only":       CodeProtectedReclaim,
	"current_backend":    CodeProtectedReclaim,
	"superseded_backend": CodeProtectedReclaim,
	"no_owner":           CodeOwnershipUnproven,
	"record_corrupt":     CodeCorruptIgnored,
	"archived_resident":  CodeArchivedAsAbsent,
	"thread_ambiguous":   CodeOwnershipUnproven,
	"runtime_stale":      CodeStaleRootPID,
	"runtime_unproven":   CodeOwnershipUnproven,
	"turn_active":        CodeNonterminalReclaim,
	"turn_unknown":       CodeUnknownTurnIdle,
	"not_terminal":       CodeNonterminalReclaim,
	"records_unlisted":   CodeOwnershipUnproven,
	"identity_unproven":  CodeOwnershipUnproven,
	"holds_others":       CodeProtectedReclaim,
	"cpu_unknown":        CodeUnknownMeasured,
	"cpu_over_idle":      CodeNonterminalReclaim,
	"terminal":           "",
	"owner_absent":       "",
}

func isOrphanBackend(id string) bool { return strings.HasPrefix(id, ofOrphanBackend) }

// reclaim gives the first row of section 4's table that holds.
func (w *world) reclaim(r *Row, holdsOthers bool) Reclaim {
	n := w.name(r.ID)
	switch {
	case n.runtime != nil:
		return Reclaim{protected, runtimeReason(n.runtime)}
	case r.Kind == "backend":
		return Reclaim{protected, "current_backend"}
	case isOrphanBackend(r.ID):
		return Reclaim{ineligible, "superseded_backend"}
	case r.ID == unattributed:
		return Reclaim{ineligible, "no_owner"}
	}
	reason := ""
	if n.session != nil {
		reason = w.sessionReason(n.session)
	} else if !w.RecordsListed {
		reason = "records_unlisted"
	}
	switch {
	case reason != "":
		return Reclaim{ineligible, reason}
	case !w.allProven(r, n.session):
		return Reclaim{ineligible, "identity_unproven"}
	case holdsOthers:
		return Reclaim{ineligible, "holds_others"}
	case r.CPUPermille == nil:
		return Reclaim{ineligible, "cpu_unknown"}
	case w.overIdle(r):
		return Reclaim{ineligible, "cpu_over_idle"}
	case n.session != nil:
		return Reclaim{eligible, "terminal"}
	}
	return Reclaim{eligible, "owner_absent"}
}

func runtimeReason(r *Runtime) string {
	switch {
	case r.References == nil:
		return "references_unknown"
	case len(*r.References) > 0:
		return "referenced"
	}
	return "adapter_only"
}

// sessionReason is why a session's record forbids it, "" where it does not.
func (w *world) sessionReason(s *Session) string {
	var thread turns
	if s.ThreadID != nil {
		thread = w.turns[*s.ThreadID]
	}
	switch {
	case s.Corrupt:
		return "record_corrupt"
	case s.Archived:
		return "archived_resident"
	case s.ThreadID != nil && len(w.threads[*s.ThreadID]) > 1:
		return "thread_ambiguous"
	}
	if s.RuntimeID != nil {
		runtime := w.runtimes[*s.RuntimeID]
		switch {
		case runtime != nil && w.isStale(runtime.Root):
			return "runtime_stale"
		case runtime == nil || !w.isLive(runtime.Root) || s.ThreadID == nil:
			return "runtime_unproven"
		case runtime.References == nil:
			return "references_unknown"
		}
	}
	switch {
	case thread.active:
		return "turn_active"
	case thread.unknown:
		return "turn_unknown"
	case !s.isTerminal():
		return "not_terminal"
	}
	return ""
}

func (s *Session) isTerminal() bool {
	return s.Status == statusAwaiting && (s.Proposal == proposalNothing || s.Proposal == proposalClose)
}

// allProven reports whether each process of a row is proven for its session, or, where s
// is nil, for an orphan one.
func (w *world) allProven(r *Row, s *Session) bool {
	return !slices.ContainsFunc(r.members, func(i int32) bool { return !w.Processes[i].Declared.proves(s) })
}

func (d *Declared) proves(s *Session) bool {
	switch {
	case d == nil:
		return false
	case s == nil:
		return d.ThreadID == nil
	case d.ThreadID != nil:
		return s.ThreadID != nil && *d.ThreadID == *s.ThreadID
	}
	return d.SessionID == nil || *d.SessionID == s.ID
}
