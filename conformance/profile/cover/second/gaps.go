package second

// term is a live member of the stop walk.
type term struct {
	process  process
	base     process
	hasBase  bool
	predates bool
}

// measure is section 4 but for shared, where the ends are read.
func (f *facts) measure(r *reading, on On) {
	if !r.read() && !(on.Is("gaps-of-unread-ends") && r.start >= 0 && r.stop >= 0) {
		return
	}
	root, gaps := r.span.root, r.gaps
	mark := func(gap string, holds bool) {
		if holds {
			gaps[gap] = true
		}
	}
	r.before, r.after = f.walks[r.start].members(root, on), f.walks[r.stop].members(root, on)
	for _, p := range r.after {
		if !p.exited || on.Is("exited-are-terms") {
			r.terms = append(r.terms, f.term(r, p, on))
		}
		r.rootLive = r.rootLive || p.incarnation == root && !p.exited
	}
	spent := func(i incarnation) bool {
		p, there := find(r.before, i)
		return there && p.exited && !on.Is("nobody-spent")
	}
	for i := range r.terms {
		t := r.terms[i]
		compared := whole{Known: true}
		if t.hasBase {
			compared = t.base.reaped
		}
		mark("reaped_descendant", t.process.reaped.Parts(compared) && !on.Is("reaped-unseen") &&
			!(on.Is("newborn-reaped-unseen") && !t.hasBase))
		mark("predates_span", t.predates && !on.Is("predates-unnamed"))
		mark("counter_backwards", t.hasBase && t.process.counter.Known && t.base.counter.Known &&
			t.process.counter.V < t.base.counter.V && !on.Is("backwards-unseen"))
		unread := !t.process.counter.Known || !t.process.reaped.Known && !on.Is("unread-reaped-unseen")
		if t.hasBase && !on.Is("unread-bases-unseen") {
			unread = unread || !t.base.counter.Known || !t.base.reaped.Known && !on.Is("unread-reaped-unseen")
		}
		mark("unreadable", unread && !on.Is("unreadable-unnamed"))
	}
	mark("gone", !r.rootLive && !on.Is("dead-root-not-gone"))
	for _, p := range r.after {
		mark("exited", p.exited && !spent(p.incarnation) && !on.Is("exited-unseen"))
	}
	window := f.walks[r.start : r.stop+1]
	if on.Is("window-of-ends-only") {
		window = []walk{f.walks[r.start], f.walks[r.stop]}
	}
	judged := units[f.unit].judged || on.Is("accelerators-always-judged")
	for i, w := range window {
		for _, p := range w.members(root, on) {
			_, stayed := find(r.after, p.incarnation)
			mark("gone", !stayed && !spent(p.incarnation) && !on.Is("gone-unseen"))
			if p.exited && !on.Is("exited-in-window-live") {
				continue
			}
			mark("unlisted", !p.listed && !on.Is("unlisted-unseen"))
			if !judged || i == 0 && on.Is("window-without-start") {
				continue
			}
			mark("gpu", p.gpu.Is("used") && !on.Is("gpu-unseen"))
			mark("gpu_unknown", !p.gpu.Known && !on.Is("unknown-gpu-unseen"))
			mark("neural_engine", p.neural.Is("used") || !p.neural.Known && !on.Is("unknown-neural-unseen"))
		}
	}
}

// term finds the base of a live member of the stop walk.
func (f *facts) term(r *reading, p process, on On) term {
	t := term{process: p}
	t.base, t.hasBase = find(r.before, p.incarnation)
	row, listed := find(f.walks[r.start].rows, p.incarnation)
	if on.Is("base-of-any-row") && listed {
		t.base, t.hasBase = row, true
	}
	if on.Is("base-by-pid") && !t.hasBase {
		for _, b := range r.before {
			if b.incarnation.pid == p.incarnation.pid {
				t.base, t.hasBase = b, true
			}
		}
	}
	early := p.started.Known && (p.started.V < r.span.begin || p.started.V == r.span.begin &&
		on.Is("born-at-begin-predates"))
	if on.Is("predates-by-start-walk") {
		early = p.started.Known && p.started.V < f.walks[r.start].at
	}
	t.predates = !t.hasBase && (early || !p.started.Known && !on.Is("unknown-start-born-in-call") || listed &&
		!on.Is("strangers-born-in-call"))
	return t
}

// share marks the spans that have a term in common.
func (f *facts) share(all []*reading, on On) {
	for _, r := range all {
		for _, other := range all {
			if r == other || !r.read() || !other.read() || on.Is("shared-unseen") {
				continue
			}
			meet := r.startSeq.V < other.stopSeq.V && other.startSeq.V < r.stopSeq.V
			if on.Is("shared-at-one-walk") {
				meet = r.startSeq.V <= other.stopSeq.V && other.startSeq.V <= r.stopSeq.V
			}
			if on.Is("shared-at-any-time") {
				meet = true
			}
			for _, t := range r.terms {
				for _, o := range other.terms {
					same := t.process.incarnation == o.process.incarnation || on.Is("shared-by-pid") &&
						t.process.incarnation.pid == o.process.incarnation.pid
					if same && meet {
						r.gaps["shared"] = true
						if on.Is("shared-by-root-only") && o.process.incarnation != other.span.root {
							delete(r.gaps, "shared")
						}
					}
				}
			}
		}
	}
	if !on.Is("shared-in-later-only") {
		return
	}
	for _, r := range all {
		if r.gaps["shared"] {
			delete(r.gaps, "shared")
			return
		}
	}
}
