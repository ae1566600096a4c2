package second

import (
	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

type (
	text = shape.Maybe[string]
	flag = shape.Maybe[bool]
)

type facts struct {
	store        string
	requests     []request
	records      store[record]
	publications store[publication]
	sidecars     store[sidecar]
	receipts     store[receipt]
	verdicts     map[incarnation]string
	approvals    map[string]approval
	roots        map[string]rootState
}

// store holds the readable entries and the keys of those that are not.
type store[T any] struct {
	readable bool
	entries  []entry[T]
}

type entry[T any] struct {
	key      string
	readable bool
	body     T
}

type record struct {
	identity     identity
	status       text
	acknowledged flag
}

type publication struct {
	launch    bool // its job is null
	job       identity
	authority string
}

type sidecar struct {
	job       identity
	authority string
}

type receipt struct {
	generation, owner, thread string
	supervisor                incarnation
	external                  flag
}

type approval struct {
	digest string
	used   flag
}

type rootState struct{ live, control flag }

type request struct {
	id, operation, owner, thread string
	selector                     text
	expected                     *identity
	launch                       *launch
	approval                     text
	granted                      snapshot
	parent                       *snapshot
	text                         text
}

func readIncarnation(o strict.Object) incarnation {
	return incarnation{shape.WholeAt(o, "pid").V, o.Text("start_token"), o.Text("boot_id")}
}

func readIdentity(o strict.Object) identity {
	return identity{
		store: o.Text("store"), job: o.Text("job_id"), generation: o.Text("generation"), owner: o.Text("owner"),
		thread: o.Text("thread"), origin: o.Text("origin"), receipt: o.Text("receipt_id"),
		supervisor: readIncarnation(o.Object("supervisor")),
	}
}

func readScope(o strict.Object) scope {
	return scope{
		backend: o.Text("backend"), root: shape.TextsAt(o, "root"), required: shape.TextsAt(o, "required"),
		mounts: shape.TextsAt(o, "mounts"), network: o.Text("network"), seconds: shape.WholeAt(o, "max_runtime_s").V,
	}
}

func readLaunch(o strict.Object) *launch {
	return &launch{o.Text("generation"), o.Text("input_digest"), readScope(o.Object("scope"))}
}

func readSnapshot(o strict.Object) snapshot {
	s := snapshot{version: shape.WholeAt(o, "version").V, operations: shape.TextsAt(o, "operations")}
	for _, job := range shape.ObjectsAt(o, "jobs") {
		s.jobs = append(s.jobs, readIdentity(job))
	}
	for _, l := range shape.ObjectsAt(o, "launches") {
		s.launches = append(s.launches, readScope(l))
	}
	return s
}

func readRequest(o strict.Object, on On) request {
	r := request{
		id: o.Text("id"), operation: o.Text("operation"), owner: o.Text("owner"), thread: o.Text("thread"),
		selector: shape.TextAt(o, "selector"), approval: shape.TextAt(o, "approval"),
		granted: readSnapshot(o.Object("granted")), text: shape.TextAt(o, "text"),
	}
	if r.text.Known && on.Is("selector-from-text") && r.operation != "launch" {
		r.selector = r.text
	}
	if expected, there := o.At("expected").(strict.Object); there {
		job := readIdentity(expected)
		r.expected = &job
	}
	if l, there := o.At("launch").(strict.Object); there {
		r.launch = readLaunch(l)
	}
	if parent, there := o.At("parent").(strict.Object); there {
		s := readSnapshot(parent)
		r.parent = &s
	}
	return r
}

func readStore[T any](o strict.Object, name, key string, read func(strict.Object) T) store[T] {
	_, readable := o.At(name).(strict.Array)
	s := store[T]{readable: readable}
	for _, e := range shape.ObjectsAt(o, name) {
		body, there := e.At("body").(strict.Object)
		s.entries = append(s.entries, entry[T]{e.Text(key), there, read(body)})
	}
	return s
}

func readFacts(v strict.Value, on On) *facts {
	o, _ := v.(strict.Object)
	f := &facts{
		store: o.Text("store"), verdicts: map[incarnation]string{}, approvals: map[string]approval{},
		roots: map[string]rootState{},
	}
	for _, r := range shape.ObjectsAt(o, "requests") {
		f.requests = append(f.requests, readRequest(r, on))
	}
	f.records = readStore(o, "records", "job_id", func(b strict.Object) record {
		return record{readIdentity(b.Object("identity")), shape.TextAt(b, "status"), shape.FlagAt(b, "acknowledged")}
	})
	f.publications = readStore(o, "publications", "generation", func(b strict.Object) publication {
		return publication{b.At("job") == nil, readIdentity(b.Object("job")), b.Text("authority")}
	})
	f.sidecars = readStore(o, "sidecars", "job_id", func(b strict.Object) sidecar {
		return sidecar{readIdentity(b.Object("job")), b.Text("authority")}
	})
	f.receipts = readStore(o, "receipts", "receipt_id", func(b strict.Object) receipt {
		return receipt{b.Text("generation"), b.Text("owner"), b.Text("thread"), readIncarnation(b.Object("supervisor")),
			shape.FlagAt(b, "external")}
	})
	for _, p := range shape.ObjectsAt(o, "processes") {
		f.verdicts[readIncarnation(p)] = p.Text("verdict")
	}
	for _, a := range shape.ObjectsAt(o, "approvals") {
		f.approvals[a.Text("id")] = approval{a.Text("digest"), shape.FlagAt(a, "used")}
	}
	for _, r := range shape.ObjectsAt(o, "roots") {
		f.roots[r.Text("id")] = rootState{shape.FlagAt(r, "live"), shape.FlagAt(r, "control")}
	}
	return f
}

// get looks a key up: it is readable, unreadable or absent.
func (s store[T]) get(key string, on On) (body T, state string) {
	if !s.readable {
		if on.Is("unreadable-store-empty") {
			return body, "absent"
		}
		return body, "unreadable"
	}
	for _, e := range s.entries {
		switch {
		case e.key != key:
		case !e.readable && on.Is("unreadable-body-absent"):
			return body, "absent"
		case !e.readable:
			return body, "unreadable"
		default:
			return e.body, ""
		}
	}
	return body, "absent"
}
