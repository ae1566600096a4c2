package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

type (
	text  = shape.Maybe[string]
	whole = shape.Maybe[int64]
)

const maxPid = 1<<31 - 1

type facts struct {
	unit   string // of the counters
	settle int64
	spans  []span
	walks  []walk
}

// incarnation is section 2's: the boot is the walk's.
type incarnation struct {
	pid         int64
	token, boot string
}

type span struct {
	id         string
	root       incarnation
	begin, end int64
	declared   text
}

type walk struct {
	seq, at int64
	boot    string
	rows    []process
}

type process struct {
	incarnation                       incarnation
	parent                            int64
	started, counter, reaped, threads whole
	exited, listed                    bool
	gpu, neural                       text
}

// units are section 1's table: the unit of the figure, the divisor, and whether accelerators are judged.
var units = map[string]struct {
	unit    string
	divisor int64
	judged  bool
}{
	"nanojoule": {"microjoule", 1000, true}, "microjoule": {"microjoule", 1, true},
	"nanosecond": {"microsecond", 1000, false}, "microsecond": {"microsecond", 1, false},
	"byte": {"kibibyte", 1024, false},
}

func factsType(on On) shape.Type {
	used := shape.OrNull(shape.Word("none", "used"))
	unknown := shape.OrNull(shape.Integer())
	row := shape.Object(
		shape.Required("pid", shape.Between(1, maxPid)),
		shape.Required("ppid", shape.Between(0, maxPid)),
		shape.Required("start_token", shape.ID()),
		shape.Required("started_ms", unknown),
		shape.Required("counter", unknown),
		shape.Required("reaped", unknown),
		shape.Required("running_threads", unknown),
		shape.Required("exited", shape.Bool()),
		shape.Required("children_listed", shape.Bool()),
		shape.Required("gpu", used),
		shape.Required("neural", used),
		shape.Optional("label", shape.OrNull(shape.Text())),
	)
	walks := shape.Array(shape.Object(
		shape.Required("seq", shape.Integer()),
		shape.Required("at_ms", shape.Integer()),
		shape.Required("boot_id", shape.ID()),
		shape.Required("rows", shape.Also(shape.Array(row).Keyed("pid"), sumRule(on))),
	))
	spans := shape.Array(shape.Also(shape.Object(
		shape.Required("id", shape.ID()),
		shape.Required("root", shape.Object(
			shape.Required("pid", shape.Between(1, maxPid)), shape.Required("start_token", shape.ID()),
			shape.Required("boot_id", shape.ID()),
		)),
		shape.Required("begin_ms", shape.Integer()),
		shape.Required("end_ms", shape.Integer()),
		shape.Required("declared_by", shape.OrNull(shape.Word("operator", "server"))),
	), func(v strict.Value) (string, bool) {
		o, _ := v.(strict.Object)
		begin, end := shape.WholeAt(o, "begin_ms").V, shape.WholeAt(o, "end_ms").V
		return "/end_ms", end < begin && !on.Is("end-before-begin") || end == begin && on.Is("end-at-begin-refused")
	})).Keyed("id")
	return shape.Object(
		shape.Required("counter_unit", shape.Word("nanojoule", "microjoule", "nanosecond", "microsecond", "byte")),
		shape.Required("settle_ms", shape.Integer()),
		shape.Required("spans", spans),
		shape.Required("walks", shape.Also(walks, orderRule(on))),
	)
}

// sumRule is the bound of the known counters of a walk.
func sumRule(on On) func(strict.Value) (string, bool) {
	return func(v strict.Value) (string, bool) {
		rows, _ := v.(strict.Array)
		sum := int64(0)
		for i, row := range rows {
			o, _ := row.(strict.Object)
			sum += shape.WholeAt(o, "counter").V
			if sum > shape.MaxInteger && !on.Is("counters-unbounded") {
				return shape.At(i, "counter"), true
			}
		}
		return "", false
	}
}

func orderRule(on On) func(strict.Value) (string, bool) {
	return func(v strict.Value) (string, bool) {
		var seq, at whole
		walks, _ := v.(strict.Array)
		for i, w := range walks {
			o, _ := w.(strict.Object)
			s, a := shape.WholeAt(o, "seq"), shape.WholeAt(o, "at_ms")
			if seq.Known && (s.V < seq.V || s.V == seq.V && !on.Is("seq-may-repeat")) && !on.Is("seq-in-any-order") {
				return shape.At(i, "seq"), true
			}
			if at.Known && (a.V < at.V && !on.Is("time-may-fall") || a.V == at.V && on.Is("time-must-rise")) {
				return shape.At(i, "at_ms"), true
			}
			seq, at = s, a
		}
		return "", false
	}
}

func readFacts(v strict.Value, on On) *facts {
	o, _ := v.(strict.Object)
	f := &facts{unit: o.Text("counter_unit"), settle: shape.WholeAt(o, "settle_ms").V}
	for _, s := range shape.ObjectsAt(o, "spans") {
		root := s.Object("root")
		f.spans = append(f.spans, span{
			id: s.Text("id"), root: incarnation{shape.WholeAt(root, "pid").V, root.Text("start_token"),
				root.Text("boot_id")},
			begin: shape.WholeAt(s, "begin_ms").V, end: shape.WholeAt(s, "end_ms").V,
			declared: shape.TextAt(s, "declared_by"),
		})
	}
	for _, w := range shape.ObjectsAt(o, "walks") {
		out := walk{seq: shape.WholeAt(w, "seq").V, at: shape.WholeAt(w, "at_ms").V, boot: w.Text("boot_id")}
		for _, r := range shape.ObjectsAt(w, "rows") {
			p := process{
				incarnation: incarnation{shape.WholeAt(r, "pid").V, r.Text("start_token"), out.boot},
				parent:      shape.WholeAt(r, "ppid").V, started: shape.WholeAt(r, "started_ms"),
				counter: shape.WholeAt(r, "counter"),
				reaped:  shape.WholeAt(r, "reaped"), threads: shape.WholeAt(r, "running_threads"),
				exited: shape.FlagAt(r, "exited").V, listed: shape.FlagAt(r, "children_listed").V,
				gpu: shape.TextAt(r, "gpu"), neural: shape.TextAt(r, "neural"),
			}
			if r.At("label") != nil && on.Is("labelled-rows-skipped") {
				continue
			}
			out.rows = append(out.rows, p)
		}
		f.walks = append(f.walks, out)
	}
	return f
}

// members is section 2: the members of the tree of a root in a walk.
func (w walk) members(root incarnation, on On) []process {
	var members []process
	for _, p := range w.rows {
		same := p.incarnation == root || on.Is("root-by-pid-alone") && p.incarnation.pid == root.pid ||
			on.Is("root-of-any-boot") && p.incarnation.pid == root.pid && p.incarnation.token == root.token
		if same {
			members = append(members, p)
		}
	}
	if on.Is("members-below-stranger") && len(members) == 0 {
		for _, p := range w.rows {
			if p.parent == root.pid {
				members = append(members, p)
			}
		}
	}
	for i := 0; i < len(members); i++ {
		above := members[i]
		if on.Is("members-of-one-level") && above.incarnation != root || on.Is("exited-members-childless") &&
			above.exited {
			continue
		}
		for _, p := range w.rows {
			stale := p.started.Known && above.started.Known && p.started.V < above.started.V &&
				!on.Is("stale-links-followed")
			if on.Is("equal-start-is-stale") && p.started.Meets(above.started) {
				stale = true
			}
			if on.Is("unknown-start-is-stale") && p.started.Known != above.started.Known {
				stale = true
			}
			known := slices.ContainsFunc(members, func(m process) bool { return m.incarnation == p.incarnation })
			if p.parent == above.incarnation.pid && !stale && !known {
				members = append(members, p)
			}
		}
	}
	if on.Is("exited-are-no-members") {
		members = slices.DeleteFunc(members, func(p process) bool { return p.exited })
	}
	return members
}

// find returns the row of an incarnation among some.
func find(rows []process, i incarnation) (process, bool) {
	at := slices.IndexFunc(rows, func(p process) bool { return p.incarnation == i })
	if at < 0 {
		return process{}, false
	}
	return rows[at], true
}
