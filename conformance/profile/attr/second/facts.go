package second

import (
	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

type (
	text  = shape.Maybe[string]
	whole = shape.Maybe[int64]
)

const (
	maxPid   = 1<<31 - 1
	maxKiB   = 1<<40 - 1
	maxTicks = 1<<42 - 1
)

type facts struct {
	sessionRSS, backendRSS, idle int64
	total                        whole
	cpus                         int64
	listed                       bool
	sessions                     []session
	runtimes                     []runtime
	backends                     []backend
	processes                    []process
}

// root is the process that was written down as the first of a tree.
type root struct {
	known bool
	pid   int64
	token string
}

type session struct {
	id                                string
	corrupt                           bool
	root                              root
	thread, runtime, status, proposal text
	stopped, archived                 bool
}

type runtime struct {
	id         string
	root       root
	unknown    bool // it could not be asked for its references
	references []reference
}

type reference struct {
	thread string
	turn   text
}

type backend struct {
	id      string
	root    root
	current bool
}

type process struct {
	pid, parent                  int64
	token                        string
	rss                          int64
	pss                          whole
	ticks                        int64
	second                       bool // the second sample has something under the pid
	secondToken                  string
	secondTicks                  int64
	read                         bool // its environment could be read
	project                      bool
	thread, session, backendName text // as declared
}

func factsType(on On) shape.Type {
	id := shape.ID()
	untrusted := shape.OrNull(shape.Text())
	rootType := shape.OrNull(shape.Object(
		shape.Required("pid", shape.Between(1, maxPid)), shape.Required("start_token", id),
	))
	highest := int64(1024)
	if on.Is("cpu-count-unbounded") {
		highest = shape.MaxInteger
	}
	sessions := shape.Object(
		shape.Required("id", id),
		shape.Required("corrupt", shape.Bool()),
		shape.Required("root", rootType),
		shape.Required("thread_id", shape.OrNull(id)),
		shape.Required("runtime_id", shape.OrNull(id)),
		shape.Required("status", shape.OrNull(shape.Word("queued", "active", "awaiting", "other"))),
		shape.Required("proposal", shape.OrNull(shape.Word("nothing", "close", "other"))),
		shape.Required("stopped", shape.OrNull(shape.Bool())),
		shape.Required("archived", shape.OrNull(shape.Bool())),
		shape.Optional("error", untrusted),
	)
	runtimes := shape.Object(
		shape.Required("id", id),
		shape.Required("root", rootType),
		shape.Required("references", shape.OrNull(shape.Array(shape.Object(
			shape.Required("thread_id", id),
			shape.Required("turn", shape.OrNull(shape.Word("active", "idle"))),
		)).Keyed("thread_id"))),
		shape.Optional("error", untrusted),
	)
	backends := shape.Array(shape.Object(
		shape.Required("id", id), shape.Required("root", rootType), shape.Required("current", shape.Bool()),
	)).Keyed("id")
	processes := shape.Array(shape.Object(
		shape.Required("pid", shape.Between(1, maxPid)),
		shape.Required("ppid", shape.Between(0, maxPid)),
		shape.Required("start_token", id),
		shape.Required("rss_kib", shape.Between(0, maxKiB)),
		shape.Required("pss_kib", shape.OrNull(shape.Between(0, maxKiB))),
		shape.Required("ticks", shape.Between(0, maxTicks)),
		shape.Required("second", shape.OrNull(shape.Object(
			shape.Required("start_token", id), shape.Required("ticks", shape.Between(0, maxTicks)),
		))),
		shape.Required("declared", shape.OrNull(shape.Object(
			shape.Required("project", shape.Bool()),
			shape.Optional("thread_id", id), shape.Optional("session_id", id), shape.Optional("backend_id", id),
		))),
		shape.Optional("command", untrusted),
	)).Keyed("pid")
	return shape.Object(
		shape.Required("budgets", shape.Object(
			shape.Required("session_rss_kib", shape.Between(1, maxKiB)),
			shape.Required("backend_rss_kib", shape.Between(1, maxKiB)),
			shape.Required("idle_cpu_permille", shape.AtLeast(1)),
		)),
		shape.Required("cpu_total_ticks", shape.OrNull(shape.Between(0, maxTicks))),
		shape.Required("cpu_count", shape.Between(1, highest)),
		shape.Required("records_listed", shape.Bool()),
		shape.Required("sessions", shape.Array(shape.Also(sessions, corruptRule(on))).Keyed("id")),
		shape.Required("runtimes", shape.Array(runtimes).Keyed("id")),
		shape.Required("backends", shape.Also(backends, currentRule(on))),
		shape.Required("processes", processes),
	)
}

// corruptRule is what a session's corrupt says of its other members.
func corruptRule(on On) func(strict.Value) (string, bool) {
	return func(v strict.Value) (string, bool) {
		s, _ := v.(strict.Object)
		corrupt := s.At("corrupt") == true
		for _, name := range []string{"root", "thread_id", "runtime_id", "status", "proposal", "stopped", "archived"} {
			always := name == "status" || name == "stopped" || name == "archived"
			switch null := s.At(name) == nil; {
			case corrupt && !null && !on.Is("corrupt-session-with-members"):
				return shape.At(name), true
			case !corrupt && null && always && !on.Is("session-without-status"):
				return shape.At(name), true
			}
		}
		return "", false
	}
}

func currentRule(on On) func(strict.Value) (string, bool) {
	return func(v strict.Value) (string, bool) {
		current := false
		backends, _ := v.(strict.Array)
		for i, element := range backends {
			b, _ := element.(strict.Object)
			if b.At("current") != true {
				continue
			}
			if current && !on.Is("backends-all-current") {
				return shape.At(i, "current"), true
			}
			current = true
		}
		return "", false
	}
}

func readRoot(o strict.Object) root {
	r, known := o.At("root").(strict.Object)
	return root{known, shape.WholeAt(r, "pid").V, r.Text("start_token")}
}

func readFacts(v strict.Value, on On) *facts {
	o, _ := v.(strict.Object)
	budgets := o.Object("budgets")
	f := &facts{
		sessionRSS: shape.WholeAt(budgets, "session_rss_kib").V,
		backendRSS: shape.WholeAt(budgets, "backend_rss_kib").V,
		idle:       shape.WholeAt(budgets, "idle_cpu_permille").V, total: shape.WholeAt(o, "cpu_total_ticks"),
		cpus: shape.WholeAt(o, "cpu_count").V, listed: shape.FlagAt(o, "records_listed").V,
	}
	for _, s := range shape.ObjectsAt(o, "sessions") {
		f.sessions = append(f.sessions, session{
			id: s.Text("id"), corrupt: shape.FlagAt(s, "corrupt").V, root: readRoot(s),
			thread: shape.TextAt(s, "thread_id"), runtime: shape.TextAt(s, "runtime_id"),
			status: shape.TextAt(s, "status"), proposal: shape.TextAt(s, "proposal"),
			stopped: shape.FlagAt(s, "stopped").V, archived: shape.FlagAt(s, "archived").V,
		})
	}
	for _, r := range shape.ObjectsAt(o, "runtimes") {
		out := runtime{id: r.Text("id"), root: readRoot(r), unknown: r.At("references") == nil}
		for _, ref := range shape.ObjectsAt(r, "references") {
			if on.Is("error-hides-references") && r.At("error") != nil {
				out.unknown = true
				break
			}
			out.references = append(out.references, reference{ref.Text("thread_id"), shape.TextAt(ref, "turn")})
		}
		f.runtimes = append(f.runtimes, out)
	}
	for _, b := range shape.ObjectsAt(o, "backends") {
		f.backends = append(f.backends, backend{b.Text("id"), readRoot(b), shape.FlagAt(b, "current").V})
	}
	for _, p := range shape.ObjectsAt(o, "processes") {
		second, sampled := p.At("second").(strict.Object)
		declared, read := p.At("declared").(strict.Object)
		f.processes = append(f.processes, process{
			pid: shape.WholeAt(p, "pid").V, parent: shape.WholeAt(p, "ppid").V, token: p.Text("start_token"),
			rss: shape.WholeAt(p, "rss_kib").V, pss: shape.WholeAt(p, "pss_kib"), ticks: shape.WholeAt(p, "ticks").V,
			second: sampled, secondToken: second.Text("start_token"), secondTicks: shape.WholeAt(second, "ticks").V,
			read: read, project: shape.FlagAt(declared, "project").V, thread: shape.TextAt(declared, "thread_id"),
			session: shape.TextAt(declared, "session_id"), backendName: shape.TextAt(declared, "backend_id"),
		})
	}
	return f
}
