package auth

import (
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// operations are the five, in the contract's order.
func operations() []string {
	return []string{opLaunch, opReadOutput, opStop, opAck, opContinue}
}

const (
	opLaunch     = "launch"
	opReadOutput = "read_output"
	opStop       = "stop"
	opAck        = "ack"
	opContinue   = "continue"

	backendExternal = "external"
	networkNone     = "none"
	networkInherit  = "inherit"

	statusRunning = "running"
	verdictOwned  = "owned"

	// snapshotVersion is the version from which a snapshot's jobs and launches count.
	snapshotVersion = 4
	maxPID          = 1<<31 - 1
	mostInSet       = 16
)

// ReadFacts reads the facts. The error is a *[law.InputError] with the pointer of the
// offending value.
func ReadFacts(document strict.Value) (*Facts, error) {
	r := reader{law.Reader{Input: "facts", Code: CodeInputInvalid}}
	f := r.Fields(r.Document(law.Root(document)), "store", "requests", "records", "publications", "sidecars",
		"receipts",
		"processes", "approvals", "roots")
	facts := &Facts{
		Store:    r.ID(f.Take("store")),
		Requests: keyed(&r, f.Take("requests"), "id", r.request, func(q *Request) string { return q.ID }),
		Records: law.OrNull(f.Take("records"), func(at law.Place) []Record {
			return keyed(&r, at, "job_id", r.record, func(x *Record) string { return x.JobID })
		}),
		Publications: law.OrNull(f.Take("publications"), func(at law.Place) []Publication {
			return keyed(&r, at, "generation", r.publication, func(p *Publication) string { return p.Generation })
		}),
		Sidecars: law.OrNull(f.Take("sidecars"), func(at law.Place) []Sidecar {
			return keyed(&r, at, "job_id", r.sidecar, func(s *Sidecar) string { return s.JobID })
		}),
		Receipts: law.OrNull(f.Take("receipts"), func(at law.Place) []Receipt {
			return keyed(&r, at, "receipt_id", r.receipt, func(x *Receipt) string { return x.ReceiptID })
		}),
		Processes: set(&r, f.Take("processes"), r.process, func(p *Process) Incarnation { return p.Incarnation }),
		Approvals: keyed(&r, f.Take("approvals"), "id", r.approval, func(a *Approval) string { return a.ID }),
		Roots:     keyed(&r, f.Take("roots"), "id", r.root, func(x *Root) string { return x.ID }),
	}
	if err := r.Fault(); err != nil {
		return nil, err
	}
	return facts, nil
}

// reader reads what section 1 lists, in facts and in a claim.
type reader struct{ law.Reader }

// keyed reads an array of entries, of which no two have the same key: the pointer of a
// repeat names the later key.
func keyed[T any](r *reader, at law.Place, member string, read func(law.Place) T, key func(*T) string) []T {
	return unique(r, at, read, key, func(i int) law.Place { return at.Index(i, member) })
}

// set reads an array in which no two elements are equal: the pointer of a repeat names the
// later element.
func set[T any, K comparable](r *reader, at law.Place, read func(law.Place) T, key func(*T) K) []T {
	return unique(r, at, read, key, at.Element)
}

func unique[T any, K comparable](r *reader, at law.Place, read func(law.Place) T, key func(*T) K,
	where func(int) law.Place) []T {
	elements := []T{}
	seen := map[K]bool{}
	for i, item := range r.List(at) {
		element := read(item)
		if k := key(&element); seen[k] {
			r.FailWith(where(i), "an earlier one is the same; each stands once")
		} else {
			seen[k] = true
		}
		elements = append(elements, element)
	}
	return elements
}

func same[K any](k *K) K { return *k }

// ids reads a set of ids of at least and at most so many.
func (r *reader) ids(at law.Place, least, most int) []string {
	ids := set(r, at, r.ID, same)
	if len(ids) < least || len(ids) > most {
		r.Fail(at, "a set of "+counted(least, most)+" ids")
	}
	return ids
}

func counted(least, most int) string {
	return strict.NewInteger(int64(least)).String() + " to " + strict.NewInteger(int64(most)).String()
}

func (r *reader) request(at law.Place) Request {
	f := r.Fields(at, "id", "operation", "owner", "thread", "selector", "expected", "launch", "approval", "granted",
		"parent", "text")
	q := Request{
		ID:        r.ID(f.Take("id")),
		Operation: r.operation(f.Take("operation")),
		Owner:     r.ID(f.Take("owner")),
		Thread:    r.ID(f.Take("thread")),
		Selector:  law.OrNull(f.Take("selector"), r.ID),
		Expected:  law.OrNull(f.Take("expected"), r.identity),
		Launch:    law.OrNull(f.Take("launch"), r.launch),
		Approval:  law.OrNull(f.Take("approval"), r.ID),
		Granted:   r.snapshot(f.Take("granted")),
		Parent:    law.OrNull(f.Take("parent"), r.snapshot),
	}
	law.OrNull(f.Take("text"), r.String)
	return q
}

func (r *reader) operation(at law.Place) string { return r.Word(at, operations()...) }

func (r *reader) incarnation(at law.Place) Incarnation {
	return r.incarnationIn(r.Fields(at, "pid", "start_token", "boot_id"))
}

func (r *reader) incarnationIn(f law.Fields) Incarnation {
	return Incarnation{r.Whole(f.Take("pid"), 1, maxPID), r.ID(f.Take("start_token")), r.ID(f.Take("boot_id"))}
}

func (r *reader) identity(at law.Place) Identity {
	f := r.Fields(at, "store", "job_id", "generation", "owner", "thread", "origin", "receipt_id", "supervisor")
	return Identity{
		Store: r.ID(f.Take("store")), JobID: r.ID(f.Take("job_id")), Generation: r.ID(f.Take("generation")),
		Owner: r.ID(f.Take("owner")), Thread: r.ID(f.Take("thread")), Origin: r.ID(f.Take("origin")),
		ReceiptID: r.ID(f.Take("receipt_id")), Supervisor: r.incarnation(f.Take("supervisor")),
	}
}

func (r *reader) scope(at law.Place) Scope {
	f := r.Fields(at, "backend", "root", "required", "mounts", "network", "max_runtime_s")
	return Scope{
		Backend:     r.Word(f.Take("backend"), "bash", "python", backendExternal),
		Root:        r.ids(f.Take("root"), 1, mostInSet),
		Required:    r.ids(f.Take("required"), 1, mostInSet),
		Mounts:      r.ids(f.Take("mounts"), 0, mostInSet),
		Network:     r.Word(f.Take("network"), networkNone, networkInherit),
		MaxRuntimeS: r.Whole(f.Take("max_runtime_s"), 1, law.MaxInteger),
	}
}

func (r *reader) launch(at law.Place) Launch {
	f := r.Fields(at, "generation", "input_digest", "scope")
	return Launch{r.ID(f.Take("generation")), r.hash(f.Take("input_digest")), r.scope(f.Take("scope"))}
}

func (r *reader) snapshot(at law.Place) Snapshot {
	f := r.Fields(at, "version", "operations", "jobs", "launches")
	return Snapshot{
		Version:    r.Whole(f.Take("version"), 1, snapshotVersion),
		Operations: set(r, f.Take("operations"), r.operation, same),
		Jobs:       set(r, f.Take("jobs"), r.identity, same),
		Launches:   set(r, f.Take("launches"), r.scope, (*Scope).key),
	}
}

func (r *reader) record(at law.Place) Record {
	f := r.Fields(at, "job_id", "body")
	return Record{r.ID(f.Take("job_id")), law.OrNull(f.Take("body"), func(at law.Place) RecordBody {
		f := r.Fields(at, "identity", "status", "acknowledged")
		return RecordBody{r.identity(f.Take("identity")), law.OrNull(f.Take("status"), r.status),
			law.OrNull(f.Take("acknowledged"), r.Flag)}
	})}
}

func (r *reader) status(at law.Place) string { return r.Word(at, statusRunning, "done", "failed") }

func (r *reader) publication(at law.Place) Publication {
	f := r.Fields(at, "generation", "body")
	return Publication{r.ID(f.Take("generation")), law.OrNull(f.Take("body"), func(at law.Place) PublicationBody {
		f := r.Fields(at, "job", "authority")
		return PublicationBody{law.OrNull(f.Take("job"), r.identity), r.hash(f.Take("authority"))}
	})}
}

func (r *reader) sidecar(at law.Place) Sidecar {
	f := r.Fields(at, "job_id", "body")
	return Sidecar{r.ID(f.Take("job_id")), law.OrNull(f.Take("body"), func(at law.Place) SidecarBody {
		f := r.Fields(at, "job", "authority")
		return SidecarBody{r.identity(f.Take("job")), r.hash(f.Take("authority"))}
	})}
}

func (r *reader) receipt(at law.Place) Receipt {
	f := r.Fields(at, "receipt_id", "body")
	return Receipt{r.ID(f.Take("receipt_id")), law.OrNull(f.Take("body"), func(at law.Place) ReceiptBody {
		f := r.Fields(at, "generation", "owner", "thread", "supervisor", "external")
		return ReceiptBody{r.ID(f.Take("generation")), r.ID(f.Take("owner")), r.ID(f.Take("thread")),
			r.incarnation(f.Take("supervisor")), law.OrNull(f.Take("external"), r.Flag)}
	})}
}

func (r *reader) process(at law.Place) Process {
	f := r.Fields(at, "pid", "start_token", "boot_id", "verdict")
	return Process{r.incarnationIn(f), r.Word(f.Take("verdict"), verdictOwned, "gone", "foreign", "unverifiable")}
}

func (r *reader) approval(at law.Place) Approval {
	f := r.Fields(at, "id", "digest", "used")
	return Approval{r.ID(f.Take("id")), r.hash(f.Take("digest")), law.OrNull(f.Take("used"), r.Flag)}
}

func (r *reader) root(at law.Place) Root {
	f := r.Fields(at, "id", "live", "control")
	return Root{r.ID(f.Take("id")), law.OrNull(f.Take("live"), r.Flag), law.OrNull(f.Take("control"), r.Flag)}
}

// hash reads 64 lowercase hex digits.
func (r *reader) hash(at law.Place) string {
	const digits = 64
	s, _ := at.Value.(string)
	if !strict.IsHex(s, digits) {
		r.Fail(at, "64 lowercase hex digits")
		return ""
	}
	return s
}
