package second

// reading is what is known of a span: the two ends, the gaps and the figure.
type reading struct {
	span        span
	start, stop int // places of the walks taken, -1 for none
	settled     bool
	startSeq    whole
	stopSeq     whole
	gaps        map[string]bool

	before, after []process // the members at the two ends, where they are read
	terms         []term
	rootLive      bool
}

// state is section 3's three marks of a walk for a span.
type state struct{ busy, alone, changed bool }

func (s state) settled() bool { return !s.busy && !s.alone && !s.changed }

func (f *facts) state(i int, root incarnation, on On) state {
	w := f.walks[i]
	members := w.members(root, on)
	var s state
	watched := members
	if on.Is("strangers-busy") {
		watched = w.rows
	}
	for _, p := range watched {
		idle := p.threads.Is(0) || on.Is("unknown-threads-idle") && !p.threads.Known || on.Is("one-thread-idle") &&
			p.threads.Is(1)
		s.busy = s.busy || (!p.exited || on.Is("exited-busy")) && !idle
	}
	if on.Is("busy-unseen") {
		s.busy = false
	}
	s.alone = i == 0 || f.walks[i-1].seq != w.seq-1 && !on.Is("lost-walks-unseen")
	if i == 0 && on.Is("first-walk-settled") {
		s.alone = false
		return s
	}
	if i == 0 {
		return s
	}
	s.changed = (!s.alone || on.Is("alone-compared")) && differ(f.walks[i-1].members(root, on), members, on) &&
		!on.Is("changes-unseen")
	if on.Is("alone-unseen") {
		s.alone = false
	}
	return s
}

// differ compares the members of two walks.
func differ(a, b []process, on On) bool {
	if len(a) != len(b) {
		return true
	}
	for _, p := range a {
		q, there := find(b, p.incarnation)
		switch {
		case !there, p.parent != q.parent && !on.Is("parents-not-compared"), p.reaped != q.reaped &&
			!on.Is("reaped-not-compared"),
			p.exited != q.exited && !on.Is("exits-not-compared"), p.counter != q.counter && on.Is("counters-compared"):
			return true
		}
	}
	return false
}

// ends is section 3 for a span.
func (f *facts) ends(s span, on On) reading {
	r := reading{span: s, start: -1, stop: -1, gaps: map[string]bool{}}
	startSettled := -1
	for i, w := range f.walks {
		low, high := s.begin-f.settle, s.begin
		in := low <= w.at && w.at <= high
		if on.Is("start-window-open") {
			in = low < w.at && w.at <= high
		}
		if on.Is("start-before-begin-only") {
			in = in && w.at < high
		}
		if on.Is("start-of-any-time") {
			in = w.at <= high
		}
		if in && !(on.Is("first-start-taken") && r.start >= 0) {
			r.start = i
			if f.state(i, s.root, on).settled() {
				startSettled = i
			}
		}
	}
	if on.Is("last-settled-start-taken") && startSettled >= 0 {
		r.start = startSettled
	}
	for i, w := range f.walks {
		in := s.end <= w.at && w.at <= s.end+f.settle
		if on.Is("stop-window-open") {
			in = s.end <= w.at && w.at < s.end+f.settle
		}
		if on.Is("stop-of-any-time") {
			in = s.end <= w.at
		}
		if !in || i <= r.start && !(on.Is("stop-may-be-start") && i == r.start) && !on.Is("stop-before-start") {
			continue
		}
		r.stop = i
		if f.state(i, s.root, on).settled() && !on.Is("last-stop-taken") || on.Is("first-stop-taken") {
			break
		}
	}
	mark := func(i int, gap string) bool {
		if i < 0 {
			if !on.Is("missing-end-untold") {
				r.gaps[gap] = true
			}
			return false
		}
		st := f.state(i, s.root, on)
		if st.busy || st.alone {
			r.gaps[gap] = true
		}
		if st.changed && !(st.busy && on.Is("busy-hides-changing")) {
			r.gaps["tree_changing"] = true
		}
		if st.changed && on.Is("changing-is-unsettled") {
			r.gaps[gap] = true
		}
		return st.settled()
	}
	r.settled = mark(r.start, "unsettled_at_start")
	stopSettled := mark(r.stop, "unsettled_at_stop")
	if r.start >= 0 && (r.settled || on.Is("unsettled-start-read")) {
		r.startSeq = whole{Known: true, V: f.walks[r.start].seq}
	}
	if r.stop >= 0 && (stopSettled || !on.Is("unsettled-stop-unread")) {
		r.stopSeq = whole{Known: true, V: f.walks[r.stop].seq}
	}
	return r
}

func (r *reading) read() bool { return r.startSeq.Known && r.stopSeq.Known }
