package second

import "slices"

// findingCodes are section 3's findings from the uppermost on, and the code of each, "" for none.
var findingCodes = []struct{ word, code string }{
	{"record_corrupt", "CORRUPT_IGNORED"},
	{"archived_resident", "ARCHIVED_AS_ABSENT"},
	{"runtime_unknown", ""},
	{"root_stale", "STALE_ROOT_PID"},
	{"rss_over_budget", ""},
	{"idle_cpu_over_budget", ""},
	{"no_process", ""},
	{"references_unknown", "UNKNOWN_REFS_ZERO"},
	{"no_references", ""},
	{"unowned_thread", ""},
	{"ambiguous_thread", "OWNERSHIP_UNPROVEN"},
	{"archived_thread", "ARCHIVED_AS_ABSENT"},
	{"turn_unknown", "UNKNOWN_TURN_IDLE"},
	{"record_without_thread", ""},
	{"identity_leak", ""},
	{"owner_absent", ""},
	{"ambiguous_owner", "OWNERSHIP_UNPROVEN"},
	{"no_owner", ""},
}

// measured is a figure that is held against a budget: null is over none.
type measured whole

func (w measured) over(limit int64, on On) bool {
	return w.Known && (w.V > limit || on.Is("budget-reached-is-over") && w.V == limit)
}

// findings is section 3's table for a row, in text order.
func (d *report) findings(r *row) []string {
	f, on := d.facts, d.on
	found := map[string]bool{}
	rss, cpu := measured(r.rss), measured(r.cpu)
	switch {
	case r.kind == "session":
		s := f.sessions[f.session(r.name)]
		found["record_corrupt"] = s.corrupt && !on.Is("corrupt-not-found")
		found["archived_resident"] = s.archived && !on.Is("archived-not-found")
		found["runtime_unknown"] = s.runtime.Known && f.runtime(s.runtime.V) < 0 && !on.Is("unknown-runtime-not-found")
		found["root_stale"] = f.stale(s.root) && !on.Is("stale-session-not-found")
		found["rss_over_budget"] = rss.over(f.sessionRSS, on)
		busy := s.status.Is("active") || s.status.Is("queued") && !on.Is("queued-is-idle")
		if on.Is("corrupt-is-busy") && !s.status.Known {
			busy = true
		}
		found["idle_cpu_over_budget"] = cpu.over(f.idle, on) && (!busy || on.Is("active-is-idle"))
	case r.kind == "shared_runtime":
		run := f.runtimes[f.runtime(r.name)]
		found["root_stale"] = f.stale(run.root) && !on.Is("stale-runtime-not-found")
		found["rss_over_budget"] = rss.over(d.backendLimit(), on)
		idle := !run.unknown && !slices.ContainsFunc(run.references, func(ref reference) bool {
			return !ref.turn.Is("idle") && !(on.Is("unknown-turn-is-idle") && !ref.turn.Known)
		})
		found["idle_cpu_over_budget"] = cpu.over(f.idle, on) && (idle || on.Is("runtime-always-idle"))
		found["no_process"] = len(r.places) == 0 && !on.Is("no-process-not-found")
		found["identity_leak"] = d.leaks(r)
		d.references(run, found)
	case r.kind == "backend" || r.isOrphanB:
		if i := f.backend(r.name); r.isOrphanB && i >= 0 {
			found["root_stale"] = f.stale(f.backends[i].root) && !on.Is("stale-backend-not-found")
		}
		found["rss_over_budget"] = rss.over(d.backendLimit(), on)
		found["idle_cpu_over_budget"] = cpu.over(f.idle, on) && !on.Is("backend-never-idle")
		found["identity_leak"] = (r.kind == "backend" || on.Is("leak-of-orphan-backend")) && d.leaks(r)
	case r.kind == unattributed:
		for _, i := range r.places {
			found["ambiguous_owner"] = found["ambiguous_owner"] || d.owners[i].ambiguous
			found["no_owner"] = found["no_owner"] || d.owners[i].rule == 12
		}
		if on.Is("ambiguous-owner-hides-no-owner") && found["ambiguous_owner"] {
			found["no_owner"] = false
		}
		if on.Is("ambiguous-owner-of-threads-only") {
			found["ambiguous_owner"] = slices.ContainsFunc(r.places, func(i int) bool { return d.owners[i].rule == 3 })
		}
	}
	found["owner_absent"] = r.kind == "orphan" && !(on.Is("owner-absent-of-sessions-only") && r.isOrphanB)
	words := []string{}
	for _, f := range findingCodes {
		if found[f.word] {
			words = append(words, f.word)
		}
	}
	if !on.Is("findings-by-table") {
		slices.Sort(words)
	}
	return words
}

func (d *report) backendLimit() int64 {
	if d.on.Is("backend-budget-of-sessions") {
		return d.facts.sessionRSS
	}
	return d.facts.backendRSS
}

// leaks reports whether a process of the row declares whom it works for.
func (d *report) leaks(r *row) bool {
	return slices.ContainsFunc(r.places, func(i int) bool {
		p := d.facts.processes[i]
		return p.thread.Known && !d.on.Is("leak-of-session-only") || p.session.Known && !d.on.Is("leak-of-thread-only")
	})
}

// references finds what a runtime says of its threads.
func (d *report) references(run runtime, found map[string]bool) {
	f, on := d.facts, d.on
	if run.unknown {
		found["references_unknown"] = !on.Is("unknown-references-not-found")
		if !on.Is("unknown-references-judged") {
			return
		}
	}
	found["no_references"] = len(run.references) == 0 && !run.unknown && !on.Is("no-references-not-found")
	for _, ref := range run.references {
		switch of := f.threadOf(ref.thread, on); len(of) {
		case 0:
			found["unowned_thread"] = !on.Is("unowned-thread-not-found")
		case 1:
			if f.sessions[of[0]].archived && !on.Is("archived-thread-not-found") {
				found["archived_thread"] = true
			}
		default:
			found["ambiguous_thread"] = !on.Is("ambiguous-thread-not-found")
			if on.Is("archived-thread-of-several") && f.sessions[of[0]].archived {
				found["archived_thread"] = true
			}
		}
		if !ref.turn.Known && !on.Is("turn-unknown-not-found") {
			found["turn_unknown"] = true
		}
	}
	for _, s := range f.sessions {
		named := s.runtime.Is(run.id) && (!s.stopped || on.Is("record-without-thread-of-stopped"))
		referenced := slices.ContainsFunc(run.references, func(ref reference) bool { return s.thread.Is(ref.thread) })
		if on.Is("record-without-thread-needs-thread") && !s.thread.Known {
			referenced = true
		}
		if named && !referenced && !on.Is("record-without-thread-not-found") {
			found["record_without_thread"] = true
		}
	}
}
