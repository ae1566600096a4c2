package attr

// owner is whose a process is (section 2).
type owner struct {
	id    string // of its row, "" for a process in no row
	cause cause
}

// cause says why a process is unattributed.
type cause uint8

const (
	attributed cause = iota
	ambiguous        // by rule 3, or by rule 1, 4, 6 or 8
	nobody           // by rule 12
)

const unattributed = "unattributed"

// Prefixes of the ids of rows.
const (
	ofSession       = "session:"
	ofRuntime       = "shared_runtime:"
	ofBackend       = "backend:"
	ofOrphanSession = "orphan:session:"
	ofOrphanBackend = "orphan:backend:"
)

// world is the facts with everything that is looked up in them.
type world struct {
	*Facts
	tree     *tree
	sessions map[string]*Session
	runtimes map[string]*Runtime
	backends map[string]*Backend
	current  *Backend
	threads  map[string][]*Session // by thread: the sessions that it is of
	served   map[string][]*Session // by runtime: the sessions that name it
	turns    map[string]turns      // by thread
	owners   []owner               // by process
	stale    []nearest             // by process: the stale root on its way up
}

// turns is what the runtimes together say of a thread.
type turns struct{ active, unknown bool }

func newWorld(f *Facts) *world {
	w := &world{Facts: f, tree: newTree(f.Processes), sessions: map[string]*Session{}, runtimes: map[string]*Runtime{},
		backends: map[string]*Backend{}, threads: map[string][]*Session{}, served: map[string][]*Session{},
		turns: map[string]turns{}}
	for i := range f.Sessions {
		s := &f.Sessions[i]
		w.sessions[s.ID] = s
		if s.ThreadID != nil {
			w.threads[*s.ThreadID] = append(w.threads[*s.ThreadID], s)
		}
		if s.RuntimeID != nil {
			w.served[*s.RuntimeID] = append(w.served[*s.RuntimeID], s)
		}
	}
	for i := range f.Runtimes {
		w.runtimes[f.Runtimes[i].ID] = &f.Runtimes[i]
		w.noteTurns(&f.Runtimes[i])
	}
	for i := range f.Backends {
		b := &f.Backends[i]
		w.backends[b.ID] = b
		if b.Current {
			w.current = b
		}
	}
	w.attribute()
	return w
}

func (w *world) noteTurns(r *Runtime) {
	if r.References == nil {
		return
	}
	for _, reference := range *r.References {
		t := w.turns[reference.ThreadID]
		t.active = t.active || reference.Turn != nil && *reference.Turn == turnActive
		t.unknown = t.unknown || reference.Turn == nil
		w.turns[reference.ThreadID] = t
	}
}

// isLive reports whether a process has the root's pid and token; isStale whether one has
// its pid and another token.
func (w *world) isLive(r *Root) bool {
	p := w.tree.find(r)
	return p != nil && p.StartToken == r.StartToken
}

func (w *world) isStale(r *Root) bool {
	p := w.tree.find(r)
	return p != nil && p.StartToken != r.StartToken
}

// attribute finds the owner of each process: the first rule of section 2 that holds.
func (w *world) attribute() {
	runtimes, sessions, current, old, stale := roots{}, roots{}, roots{}, roots{}, roots{}
	note := func(root *Root, id string, live roots) {
		switch {
		case w.isLive(root):
			live.add(root.PID, id)
		case w.isStale(root):
			stale.add(root.PID, id)
		}
	}
	for i := range w.Runtimes {
		note(w.Runtimes[i].Root, ofRuntime+w.Runtimes[i].ID, runtimes)
	}
	for i := range w.Sessions {
		note(w.Sessions[i].Root, ofSession+w.Sessions[i].ID, sessions)
	}
	for i := range w.Backends {
		b := &w.Backends[i]
		if b.Current {
			note(b.Root, ofBackend+b.ID, current)
		} else {
			note(b.Root, ofOrphanBackend+b.ID, old)
		}
	}
	w.stale = w.tree.nearest(stale)
	runtime, session, backend, oldBackend := w.tree.nearest(runtimes), w.tree.nearest(sessions),
		w.tree.nearest(current), w.tree.nearest(old)
	w.owners = make([]owner, len(w.Processes))
	for i := range w.Processes {
		p := &w.Processes[i]
		d := p.Declared
		if d == nil {
			d = &Declared{}
		}
		var threads []*Session
		if d.ThreadID != nil {
			threads = w.threads[*d.ThreadID]
		}
		switch own := runtimes[p.PID]; {
		case own.count > 0:
			w.owners[i] = own.owner()
		case len(threads) == 1:
			w.owners[i] = owner{id: ofSession + threads[0].ID}
		case len(threads) > 1:
			w.owners[i] = owner{unattributed, ambiguous}
		case runtime[i].count > 0:
			w.owners[i] = runtime[i].owner()
		case d.SessionID != nil && w.sessions[*d.SessionID] != nil:
			w.owners[i] = owner{id: ofSession + *d.SessionID}
		case session[i].count > 0:
			w.owners[i] = session[i].owner()
		case backend[i].count > 0:
			w.owners[i] = backend[i].owner()
		case oldBackend[i].count > 0:
			w.owners[i] = oldBackend[i].owner()
		case !d.Project: // what could not be read declares no project either
		case d.SessionID != nil:
			w.owners[i] = owner{id: ofOrphanSession + *d.SessionID}
		case d.BackendID != nil && (w.current == nil || *d.BackendID != w.current.ID):
			w.owners[i] = owner{id: ofOrphanBackend + *d.BackendID}
		default:
			w.owners[i] = owner{unattributed, nobody}
		}
	}
}

// nearest is the first root on a process's way up: of how many entries it is the root, and
// the row of the first of them.
type nearest struct {
	count int
	id    string
}

func (n nearest) owner() owner {
	if n.count > 1 {
		return owner{unattributed, ambiguous}
	}
	return owner{id: n.id}
}

// roots are the roots of one array, by pid.
type roots map[int64]nearest

func (r roots) add(pid int64, id string) {
	n := r[pid]
	if n.count++; n.count == 1 {
		n.id = id
	}
	r[pid] = n
}
