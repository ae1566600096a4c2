package second

import "slices"

// at returns the place of the process with a pid, -1 where there is none.
func (f *facts) at(pid int64) int {
	return slices.IndexFunc(f.processes, func(p process) bool { return p.pid == pid })
}

// live and stale are section 2's two states of a root; a root may be in neither.
func (f *facts) live(r root, on On) bool {
	i := f.at(r.pid)
	return r.known && i >= 0 && (f.processes[i].token == r.token || on.Is("root-by-pid-alone"))
}

func (f *facts) stale(r root) bool {
	i := f.at(r.pid)
	return r.known && i >= 0 && f.processes[i].token != r.token
}

// wayUp is the places of a process and those above it.
func (f *facts) wayUp(i int, on On) []int {
	var way []int
	for i >= 0 && !slices.Contains(way, i) {
		way = append(way, i)
		if on.Is("way-up-of-one-parent") && len(way) == 2 {
			break
		}
		i = f.at(f.processes[i].parent)
	}
	return way
}

// rooted is an entry that has a root.
type rooted struct {
	id   string
	root root
}

func (f *facts) sessionRoots() []rooted {
	var all []rooted
	for _, s := range f.sessions {
		all = append(all, rooted{s.id, s.root})
	}
	return all
}

func (f *facts) runtimeRoots() []rooted {
	var all []rooted
	for _, r := range f.runtimes {
		all = append(all, rooted{r.id, r.root})
	}
	return all
}

func (f *facts) backendRoots(want func(backend) bool) []rooted {
	var all []rooted
	for _, b := range f.backends {
		if want(b) {
			all = append(all, rooted{b.id, b.root})
		}
	}
	return all
}

// rootOf returns the entries whose live root the process at place i is.
func (f *facts) rootOf(i int, entries []rooted, on On) []rooted {
	var of []rooted
	for _, e := range entries {
		if f.live(e.root, on) && e.root.pid == f.processes[i].pid {
			of = append(of, e)
		}
	}
	return of
}

// nearest returns the id of the nearest entry on a way up; several are ambiguous, none is neither.
func (f *facts) nearest(way []int, entries []rooted, on On) (id string, found, ambiguous bool) {
	if on.Is("nearest-is-the-farthest") {
		way = slices.Clone(way)
		slices.Reverse(way)
	}
	for _, i := range way {
		of := f.rootOf(i, entries, on)
		switch {
		case len(of) == 1 || len(of) > 1 && on.Is("nearest-of-two-taken"):
			return of[0].id, true, false
		case len(of) > 1 && on.Is("nearest-of-two-skipped"):
			continue
		case len(of) > 1:
			return "", true, true
		}
	}
	return "", false, false
}

// owner is the row that a process is in, "" for none, and how it came there.
type owner struct {
	row       string
	rule      int
	ambiguous bool
}

const unattributed = "unattributed"

// owner is section 2's table for the process at place i.
func (f *facts) owner(i int, on On) owner {
	p := f.processes[i]
	way := f.wayUp(i, on)
	if of := f.rootOf(i, f.runtimeRoots(), on); len(of) > 0 && !on.Is("runtime-root-by-environment") {
		if len(of) == 1 || on.Is("runtime-root-of-two-taken") {
			return owner{"shared_runtime:" + of[0].id, 1, false}
		}
		return owner{unattributed, 1, true}
	}
	if on.Is("session-before-thread") && p.session.Known && f.session(p.session.V) >= 0 {
		return owner{"session:" + p.session.V, 5, false}
	}
	if p.thread.Known {
		of := f.threadOf(p.thread.V, on)
		switch {
		case len(of) == 1 || len(of) > 1 && on.Is("thread-of-two-taken"):
			if !on.Is("thread-ignored") {
				return owner{"session:" + f.sessions[of[0]].id, 2, false}
			}
		case len(of) > 1 && !on.Is("thread-of-two-ignored"):
			return owner{unattributed, 3, true}
		}
	}
	declared := p.session.Known && f.session(p.session.V) >= 0 && !on.Is("declared-session-ignored")
	if declared && on.Is("inherited-session-wins") {
		return owner{"session:" + p.session.V, 5, false}
	}
	if id, found, ambiguous := f.nearest(way, f.runtimeRoots(), on); found && !on.Is("runtime-tree-ignored") {
		if ambiguous {
			return owner{unattributed, 4, true}
		}
		return owner{"shared_runtime:" + id, 4, false}
	}
	if declared && !on.Is("session-tree-before-declared") {
		return owner{"session:" + p.session.V, 5, false}
	}
	if id, found, ambiguous := f.nearest(way, f.sessionRoots(), on); found && !on.Is("session-tree-ignored") {
		if ambiguous {
			return owner{unattributed, 6, true}
		}
		return owner{"session:" + id, 6, false}
	}
	if declared {
		return owner{"session:" + p.session.V, 5, false}
	}
	if o, found := f.backendOwner(way, on); found {
		return o
	}
	if !p.read && !on.Is("unread-attributed") || p.read && !p.project && !on.Is("other-project-attributed") {
		return owner{}
	}
	if p.session.Known && !on.Is("absent-session-ignored") {
		return owner{"orphan:session:" + p.session.V, 10, false}
	}
	if p.backendName.Known && (!f.isCurrent(p.backendName.V) || on.Is("declared-backend-orphaned")) &&
		!on.Is("declared-backend-ignored") {
		return owner{"orphan:backend:" + p.backendName.V, 11, false}
	}
	if on.Is("unclaimed-in-no-row") {
		return owner{}
	}
	return owner{unattributed, 12, false}
}

// backendOwner is rules 7 and 8.
func (f *facts) backendOwner(way []int, on On) (owner, bool) {
	current := f.backendRoots(func(b backend) bool { return b.current })
	old := f.backendRoots(func(b backend) bool { return !b.current })
	if on.Is("nearest-backend-wins") {
		id, found, ambiguous := f.nearest(way, append(current, old...), on)
		switch {
		case ambiguous:
			return owner{unattributed, 8, true}, true
		case found && f.isCurrent(id):
			return owner{"backend:" + id, 7, false}, true
		case found:
			return owner{"orphan:backend:" + id, 8, false}, true
		}
		return owner{}, false
	}
	for _, i := range way {
		if of := f.rootOf(i, current, on); len(of) > 0 && !on.Is("current-backend-ignored") {
			return owner{"backend:" + of[0].id, 7, false}, true
		}
	}
	id, found, ambiguous := f.nearest(way, old, on)
	switch {
	case on.Is("old-backend-ignored") || !found:
		return owner{}, false
	case ambiguous:
		return owner{unattributed, 8, true}, true
	}
	return owner{"orphan:backend:" + id, 8, false}, true
}

// threadOf returns the places of the sessions with a thread.
func (f *facts) threadOf(thread string, on On) []int {
	var of []int
	for i, s := range f.sessions {
		if s.thread.Is(thread) && !(s.archived && on.Is("archived-thread-ignored")) {
			of = append(of, i)
		}
	}
	return of
}

func (f *facts) session(id string) int {
	return slices.IndexFunc(f.sessions, func(s session) bool { return s.id == id })
}

func (f *facts) runtime(id string) int {
	return slices.IndexFunc(f.runtimes, func(r runtime) bool { return r.id == id })
}

func (f *facts) backend(id string) int {
	return slices.IndexFunc(f.backends, func(b backend) bool { return b.id == id })
}

func (f *facts) isCurrent(id string) bool {
	return slices.ContainsFunc(f.backends, func(b backend) bool { return b.current && b.id == id })
}
