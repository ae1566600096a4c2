package second

import "slices"

// reasonCodes are section 4's codes.
var reasonCodes = map[string]string{
	"references_unknown": "UNKNOWN_REFS_ZERO", "referenced": "PROTECTED_RECLAIM", "adapter_only": "PROTECTED_RECLAIM",
	"current_backend": "PROTECTED_RECLAIM", "superseded_backend": "PROTECTED_RECLAIM", "no_owner": "OWNERSHIP_UNPROVEN",
	"record_corrupt": "CORRUPT_IGNORED", "archived_resident": "ARCHIVED_AS_ABSENT",
	"thread_ambiguous": "OWNERSHIP_UNPROVEN", "runtime_stale": "STALE_ROOT_PID",
	"runtime_unproven": "OWNERSHIP_UNPROVEN",
	"turn_active":      "NONTERMINAL_RECLAIM", "turn_unknown": "UNKNOWN_TURN_IDLE",
	"not_terminal":     "NONTERMINAL_RECLAIM",
	"records_unlisted": "OWNERSHIP_UNPROVEN", "identity_unproven": "OWNERSHIP_UNPROVEN",
	"holds_others": "PROTECTED_RECLAIM", "cpu_unknown": "UNKNOWN_MEASURED", "cpu_over_idle": "NONTERMINAL_RECLAIM",
	"terminal": "", "owner_absent": "",
}

const (
	protected  = "protected"
	ineligible = "ineligible"
	eligible   = "eligible"
)

// reclaim is section 4's table for a row.
func (d *report) reclaim(r *row) (verdict, reason string) {
	f, on := d.facts, d.on
	switch {
	case r.kind == "shared_runtime":
		run := f.runtimes[f.runtime(r.name)]
		switch {
		case run.unknown && !on.Is("runtime-unknown-adapter"):
			return protected, "references_unknown"
		case len(run.references) > 0 && (!on.Is("runtime-of-idle-threads-free") || slices.ContainsFunc(run.references,
			func(ref reference) bool { return !ref.turn.Is("idle") })):
			return protected, "referenced"
		case on.Is("runtime-without-references-eligible"):
			return eligible, "adapter_only"
		}
		return protected, "adapter_only"
	case r.kind == "backend":
		if on.Is("current-backend-reclaimed") {
			return eligible, "current_backend"
		}
		return protected, "current_backend"
	case r.isOrphanB:
		if on.Is("old-backend-reclaimed") {
			return eligible, "owner_absent"
		}
		return ineligible, "superseded_backend"
	case r.kind == unattributed:
		if on.Is("unattributed-reclaimed") {
			return eligible, "no_owner"
		}
		return ineligible, "no_owner"
	case r.kind == "session":
		if reason := d.sessionKept(f.sessions[f.session(r.name)]); reason != "" {
			return ineligible, reason
		}
	case !f.listed && !on.Is("records-unlisted-trusted"):
		return ineligible, "records_unlisted"
	}
	if reason := d.treeKept(r); reason != "" {
		return ineligible, reason
	}
	if r.kind == "session" {
		return eligible, "terminal"
	}
	if on.Is("orphans-never-eligible") {
		return ineligible, "no_owner"
	}
	return eligible, "owner_absent"
}

// sessionKept is the reason why the record of a session keeps its processes, "" for none.
func (d *report) sessionKept(s session) string {
	f, on := d.facts, d.on
	if s.corrupt && !on.Is("corrupt-reclaimed") {
		return "record_corrupt"
	}
	if s.archived && !on.Is("archived-reclaimed") {
		return "archived_resident"
	}
	if s.thread.Known && len(f.threadOf(s.thread.V, on)) > 1 && !on.Is("ambiguous-thread-reclaimed") {
		return "thread_ambiguous"
	}
	if s.runtime.Known {
		i := f.runtime(s.runtime.V)
		if i >= 0 && f.stale(f.runtimes[i].root) && !on.Is("stale-runtime-unproven") {
			return "runtime_stale"
		}
		if i < 0 && !on.Is("unknown-runtime-trusted") || i >= 0 && !f.live(f.runtimes[i].root, on) &&
			!on.Is("dead-runtime-trusted") ||
			!s.thread.Known && !on.Is("runtime-without-thread-trusted") {
			return "runtime_unproven"
		}
		if i >= 0 && f.runtimes[i].unknown && !on.Is("silent-runtime-trusted") {
			return "references_unknown"
		}
	}
	for _, turn := range []text{{Known: true, V: "active"}, {}} {
		for _, run := range f.runtimes {
			if on.Is("turns-of-own-runtime-only") && !s.runtime.Is(run.id) {
				continue
			}
			referenced := slices.ContainsFunc(run.references, func(ref reference) bool {
				return s.thread.Is(ref.thread) && ref.turn == turn
			})
			switch {
			case referenced && turn.Known && !on.Is("active-turn-reclaimed"):
				return "turn_active"
			case referenced && !turn.Known && !on.Is("unknown-turn-reclaimed"):
				return "turn_unknown"
			}
		}
	}
	proposed := s.proposal.Is("nothing") && !on.Is("nothing-not-terminal") || s.proposal.Is("close") ||
		!s.proposal.Known && on.Is("no-proposal-terminal") || s.proposal.Is("other") && on.Is("any-proposal-terminal")
	if on.Is("stopped-is-terminal") && s.stopped {
		return ""
	}
	if !proposed || !s.status.Is("awaiting") && !on.Is("any-status-terminal") {
		return "not_terminal"
	}
	return ""
}

// treeKept is the reason why the processes of a session's or orphan session's row are kept.
func (d *report) treeKept(r *row) string {
	f, on := d.facts, d.on
	for _, i := range r.places {
		if !d.proven(r, f.processes[i]) {
			return "identity_unproven"
		}
	}
	if d.holdsOthers(r) {
		return "holds_others"
	}
	switch {
	case !r.cpu.Known && on.Is("unknown-cpu-idle"):
		return ""
	case !r.cpu.Known:
		return "cpu_unknown"
	case on.Is("orphan-cpu-unjudged") && r.isOrphanS || on.Is("cpu-unjudged"):
		return ""
	case r.cpu.V > f.idle || r.cpu.V == f.idle && on.Is("idle-at-budget-busy"):
		return "cpu_over_idle"
	}
	return ""
}

// proven is section 4's proof of a process for the session of a row.
func (d *report) proven(r *row, p process) bool {
	on := d.on
	if on.Is("identity-unproven-trusted") {
		return true
	}
	if r.isOrphanS {
		return !p.thread.Known || on.Is("orphan-thread-trusted")
	}
	s := d.facts.sessions[d.facts.session(r.name)]
	switch {
	case !p.read:
		return on.Is("unread-environment-trusted")
	case p.thread.Known && !on.Is("foreign-thread-trusted"):
		return s.thread.Meets(p.thread) &&
			!(on.Is("session-asked-beside-thread") && p.session.Known && !p.session.Is(s.id))
	case p.session.Known:
		return p.session.Is(s.id) || on.Is("foreign-session-trusted")
	}
	return !on.Is("undeclared-unproven")
}

// holdsOthers reports whether stopping the row's tree would stop a process of another row.
func (d *report) holdsOthers(r *row) bool {
	if d.on.Is("holds-others-reclaimed") {
		return false
	}
	for i, o := range d.owners {
		if o.row == r.id || o.row == "" && !d.on.Is("holds-outsiders-kept") {
			continue
		}
		way := d.facts.wayUp(i, d.on)
		if d.on.Is("holds-children-only") {
			way = way[:min(2, len(way))]
		}
		for _, above := range way {
			if slices.Contains(r.places, above) {
				return true
			}
		}
	}
	return false
}
