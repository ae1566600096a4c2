package attr

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Facts are two samples of the processes and one reading of the records (section 1). A
// nil pointer is unknown. Untrusted text decides nothing and is not kept.
type Facts struct {
	Budgets       Budgets
	CPUTotalTicks *int64 // of all CPUs together, between the samples
	CPUCount      int64
	RecordsListed bool
	Sessions      []Session
	Runtimes      []Runtime
	Backends      []Backend
	Processes     []Process
}

// Budgets are the limits beyond which a row has a finding.
type Budgets struct {
	SessionRSSKiB   int64
	BackendRSSKiB   int64
	IdleCPUPermille int64 // 1000 is one CPU wholly used
}

// Root is the process that somebody wrote down as the first of a tree.
type Root struct {
	PID        int64
	StartToken string
}

// Session is the record of a session. Of a corrupt one only the id is known.
type Session struct {
	ID        string
	Root      *Root
	Corrupt   bool
	ThreadID  *string
	RuntimeID *string // the shared runtime that serves it
	Status    string  // queued, active, awaiting, other
	Proposal  string  // nothing, close, other; "" where it makes none
	Stopped   bool
	Archived  bool
}

// Runtime is a shared daemon.
type Runtime struct {
	ID         string
	Root       *Root
	References *[]Reference // the threads that it reports as loaded; nil: it did not answer
}

// Reference is a thread that a runtime has loaded.
type Reference struct {
	ThreadID string
	Turn     *string // active, idle
}

// Backend is a generation of the server.
type Backend struct {
	ID      string
	Root    *Root
	Current bool
}

// Process is a process of the first sample.
type Process struct {
	PID, PPID  int64
	StartToken string
	RSSKiB     int64
	PSSKiB     *int64
	Ticks      int64 // CPU used since it started
	Second     *Sample
	Declared   *Declared // nil: its environment could not be read
}

// Sample is what the second sample has under a pid.
type Sample struct {
	StartToken string
	Ticks      int64
}

// Declared is what a process's environment says.
type Declared struct {
	Project                        bool // it names this project
	ThreadID, SessionID, BackendID *string
}

// Limits of the numbers of facts.
const (
	maxPID   = 1<<31 - 1
	maxKiB   = 1<<40 - 1
	maxTicks = 1<<42 - 1
	maxCPUs  = 1024
)

// Words of the facts.
const (
	statusQueued   = "queued"
	statusActive   = "active"
	statusAwaiting = "awaiting"

	proposalNothing = "nothing"
	proposalClose   = "close"

	turnActive = "active"
	turnIdle   = "idle"
)

// ReadFacts reads the facts. The error is a *[law.InputError] with the pointer of the
// offending value.
func ReadFacts(document strict.Value) (*Facts, error) {
	r := reader{law.Reader{Input: "facts", Code: CodeInputInvalid}}
	f := r.Fields(r.Document(law.Root(document)), "budgets", "cpu_total_ticks", "cpu_count", "records_listed",
		"sessions", "runtimes", "backends", "processes")
	facts := &Facts{
		Budgets:       r.budgets(f.Take("budgets")),
		CPUTotalTicks: law.OrNull(f.Take("cpu_total_ticks"), r.ticks),
		CPUCount:      r.Whole(f.Take("cpu_count"), 1, maxCPUs),
		RecordsListed: r.Flag(f.Take("records_listed")),
		Sessions:      each(&r, f.Take("sessions"), "id", r.session, func(s *Session) string { return s.ID }),
		Runtimes:      each(&r, f.Take("runtimes"), "id", r.runtime, func(x *Runtime) string { return x.ID }),
		Backends:      each(&r, f.Take("backends"), "id", r.backend, func(b *Backend) string { return b.ID }),
		Processes:     each(&r, f.Take("processes"), "pid", r.process, func(p *Process) int64 { return p.PID }),
	}
	current := false
	for i := range facts.Backends {
		if facts.Backends[i].Current && current {
			r.FailWith(f.Take("backends").Index(i, "current"), "an earlier backend is the current one; at most one is")
		}
		current = current || facts.Backends[i].Current
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return facts, nil
}

// reader reads what section 1 lists.
type reader struct{ law.Reader }

// each reads an array of entries, of which no two have the same key.
func each[T any, K comparable](r *reader, at law.Place, member string, read func(law.Place) T, key func(*T) K) []T {
	var entries []T
	seen := map[K]bool{}
	for i, item := range r.List(at) {
		entry := read(item)
		if k := key(&entry); seen[k] {
			r.FailWith(at.Index(i, member), "an earlier entry has this "+member+"; it stands once")
		} else {
			seen[k] = true
		}
		entries = append(entries, entry)
	}
	return entries
}

func (r *reader) budgets(at law.Place) Budgets {
	f := r.Fields(at, "session_rss_kib", "backend_rss_kib", "idle_cpu_permille")
	return Budgets{
		SessionRSSKiB:   r.Whole(f.Take("session_rss_kib"), 1, maxKiB),
		BackendRSSKiB:   r.Whole(f.Take("backend_rss_kib"), 1, maxKiB),
		IdleCPUPermille: r.Whole(f.Take("idle_cpu_permille"), 1, law.MaxInteger),
	}
}

func (r *reader) session(at law.Place) Session {
	f := r.Fields(at, "id", "root", "corrupt", "thread_id", "runtime_id", "status", "proposal", "stopped", "archived",
		"error")
	s := Session{ID: r.ID(f.Take("id")), Corrupt: r.Flag(f.Take("corrupt"))}
	r.untrusted(f.Take("error"))
	if s.Corrupt {
		for _, member := range []string{"root", "thread_id", "runtime_id", "status", "proposal", "stopped",
			"archived"} {
			if at := f.Take(member); !at.Found || at.Value != nil {
				r.Fail(at, "null, since the record is corrupt")
			}
		}
		return s
	}
	s.Root = law.OrNull(f.Take("root"), r.root)
	s.ThreadID, s.RuntimeID = law.OrNull(f.Take("thread_id"), r.ID), law.OrNull(f.Take("runtime_id"), r.ID)
	s.Status = r.Word(f.Take("status"), statusQueued, statusActive, statusAwaiting, "other")
	if proposal := law.OrNull(f.Take("proposal"), r.proposal); proposal != nil {
		s.Proposal = *proposal
	}
	s.Stopped, s.Archived = r.Flag(f.Take("stopped")), r.Flag(f.Take("archived"))
	return s
}

func (r *reader) proposal(at law.Place) string {
	return r.Word(at, proposalNothing, proposalClose, "other")
}

func (r *reader) runtime(at law.Place) Runtime {
	f := r.Fields(at, "id", "root", "references", "error")
	r.untrusted(f.Take("error"))
	return Runtime{
		ID:   r.ID(f.Take("id")),
		Root: law.OrNull(f.Take("root"), r.root),
		References: law.OrNull(f.Take("references"), func(at law.Place) []Reference {
			return each(r, at, "thread_id", r.reference, func(x *Reference) string { return x.ThreadID })
		}),
	}
}

func (r *reader) reference(at law.Place) Reference {
	f := r.Fields(at, "thread_id", "turn")
	turn := func(at law.Place) string { return r.Word(at, turnActive, turnIdle) }
	return Reference{ThreadID: r.ID(f.Take("thread_id")), Turn: law.OrNull(f.Take("turn"), turn)}
}

func (r *reader) backend(at law.Place) Backend {
	f := r.Fields(at, "id", "root", "current")
	return Backend{ID: r.ID(f.Take("id")), Root: law.OrNull(f.Take("root"), r.root), Current: r.Flag(f.Take("current"))}
}

func (r *reader) root(at law.Place) Root {
	f := r.Fields(at, "pid", "start_token")
	return Root{r.pid(f.Take("pid")), r.ID(f.Take("start_token"))}
}

func (r *reader) process(at law.Place) Process {
	f := r.Fields(at, "pid", "ppid", "start_token", "rss_kib", "pss_kib", "ticks", "second", "declared", "command")
	r.untrusted(f.Take("command"))
	return Process{
		PID:        r.pid(f.Take("pid")),
		PPID:       r.Whole(f.Take("ppid"), 0, maxPID),
		StartToken: r.ID(f.Take("start_token")),
		RSSKiB:     r.kib(f.Take("rss_kib")),
		PSSKiB:     law.OrNull(f.Take("pss_kib"), r.kib),
		Ticks:      r.ticks(f.Take("ticks")),
		Second:     law.OrNull(f.Take("second"), r.second),
		Declared:   law.OrNull(f.Take("declared"), r.declared),
	}
}

func (r *reader) second(at law.Place) Sample {
	f := r.Fields(at, "start_token", "ticks")
	return Sample{r.ID(f.Take("start_token")), r.ticks(f.Take("ticks"))}
}

func (r *reader) declared(at law.Place) Declared {
	f := r.Fields(at, "project", "thread_id", "session_id", "backend_id")
	return Declared{
		Project:   r.Flag(f.Take("project")),
		ThreadID:  law.Optional(f.Take("thread_id"), r.ID),
		SessionID: law.Optional(f.Take("session_id"), r.ID),
		BackendID: law.Optional(f.Take("backend_id"), r.ID),
	}
}

// untrusted reads text that may be left out, or null.
func (r *reader) untrusted(at law.Place) {
	if at.Found {
		law.OrNull(at, r.String)
	}
}

func (r *reader) pid(at law.Place) int64   { return r.Whole(at, 1, maxPID) }
func (r *reader) kib(at law.Place) int64   { return r.Whole(at, 0, maxKiB) }
func (r *reader) ticks(at law.Place) int64 { return r.Whole(at, 0, maxTicks) }
