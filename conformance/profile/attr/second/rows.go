package second

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// row is section 3's row.
type row struct {
	id, kind, name       string // name is the ID behind the prefix
	isOrphanB, isOrphanS bool   // the row of an orphan backend, of an orphan session

	places          []int // of its processes, by ascending pid
	rss, pss, cpu   whole
	hasRefs         bool // it is a runtime's
	refs            whole
	findings        []string
	verdict, reason string
}

// report is what decide derives.
type report struct {
	facts  *facts
	owners []owner // by the place of the process
	rows   []*row
	on     On
}

// kindOf splits a row's id into its kind and the name behind the prefix.
func kindOf(id string) (kind, name string) {
	for _, prefix := range []string{"session:", "shared_runtime:", "backend:", "orphan:session:", "orphan:backend:"} {
		if name, ok := strings.CutPrefix(id, prefix); ok {
			return prefix[:strings.IndexByte(prefix, ':')], name
		}
	}
	return unattributed, ""
}

func derive(f *facts, on On) *report {
	d := &report{facts: f, on: on}
	for i := range f.processes {
		d.owners = append(d.owners, f.owner(i, on))
	}
	if !on.Is("runtimes-without-process-left-out") {
		for _, r := range f.runtimes {
			d.row("shared_runtime:" + r.id)
		}
	}
	for _, s := range f.sessions {
		if s.corrupt && !on.Is("corrupt-sessions-left-out") || on.Is("sessions-without-process-listed") {
			d.row("session:" + s.id)
		}
	}
	for i, o := range d.owners {
		if o.row != "" {
			r := d.row(o.row)
			r.places = append(r.places, i)
		}
	}
	for _, r := range d.rows {
		if !on.Is("pids-as-listed") {
			slices.SortFunc(r.places, func(a, b int) int { return cmp.Compare(f.processes[a].pid, f.processes[b].pid) })
		}
		d.measure(r)
	}
	for _, r := range d.rows {
		r.findings = d.findings(r)
		r.verdict, r.reason = d.reclaim(r)
	}
	d.sort()
	return d
}

// row returns the row with an id, and makes it where there is none.
func (d *report) row(id string) *row {
	if r := d.find(id); r != nil {
		return r
	}
	kind, name := kindOf(id)
	r := &row{
		id: id, kind: kind, name: name,
		isOrphanB: strings.HasPrefix(id, "orphan:backend:"), isOrphanS: strings.HasPrefix(id, "orphan:session:"),
	}
	d.rows = append(d.rows, r)
	return r
}

func (d *report) find(id string) *row {
	i := slices.IndexFunc(d.rows, func(r *row) bool { return r.id == id })
	if i < 0 {
		return nil
	}
	return d.rows[i]
}

// measure is rss_kib, pss_kib, cpu_permille and ref_count.
func (d *report) measure(r *row) {
	f, on := d.facts, d.on
	known := len(r.places) > 0 || on.Is("memory-of-nothing-zero")
	r.rss, r.pss = whole{Known: known}, whole{Known: known}
	used, sampled := int64(0), len(r.places) > 0 || on.Is("cpu-of-nothing-zero")
	for _, i := range r.places {
		p := f.processes[i]
		r.rss.V += p.rss
		if !p.pss.Known && !on.Is("unknown-pss-zero") {
			r.pss.Known = false
		}
		r.pss.V += p.pss.V
		switch {
		case p.second && (p.secondToken == p.token || on.Is("second-token-ignored")) &&
			(p.secondTicks >= p.ticks || on.Is("falling-ticks-sampled")):
			used += p.secondTicks - p.ticks
		case on.Is("unsampled-idle"):
		default:
			sampled = false
		}
	}
	if !r.rss.Known {
		r.rss.V = 0
	}
	if !r.pss.Known {
		r.pss.V = 0
	}
	if sampled && f.total.Known && f.total.V > 0 {
		r.cpu = shape.Some(d.permille(used))
	}
	if f.total.Is(0) && on.Is("no-ticks-idle") && sampled {
		r.cpu = shape.Some(int64(0))
	}
	if r.kind == "shared_runtime" {
		r.hasRefs = true
		run := f.runtimes[f.runtime(r.name)]
		if !run.unknown || on.Is("unknown-references-zero") {
			r.refs = shape.Some(int64(len(run.references)))
		}
	}
}

func (d *report) permille(used int64) int64 {
	total, cpus := d.facts.total.V, d.facts.cpus
	if d.on.Is("cpu-of-all-cpus-together") {
		cpus = 1
	}
	if used >= total && !d.on.Is("cpu-unbounded") {
		return 1000 * cpus
	}
	if used >= total {
		used %= 1 << 43
	}
	product := used * cpus * 1000
	if d.on.Is("cpu-rounded-down") {
		return product / total
	}
	if d.on.Is("cpu-rounded-half-up") {
		return (product + total/2) / total
	}
	return (product + total - 1) / total
}

func (d *report) sort() {
	slices.SortFunc(d.rows, func(a, b *row) int {
		if d.on.Is("rows-by-id") {
			return strings.Compare(a.id, b.id)
		}
		if d.on.Is("rows-smallest-first") && a.rss.Known && b.rss.Known && a.rss != b.rss {
			return cmp.Compare(a.rss.V, b.rss.V)
		}
		if a.rss.Known != b.rss.Known {
			nullLast := !d.on.Is("rows-null-first")
			if a.rss.Known == nullLast {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.rss.V, a.rss.V), strings.Compare(a.id, b.id))
	})
}

// pids are the pids of a row.
func (d *report) pids(r *row) []int64 {
	pids := []int64{}
	for _, i := range r.places {
		pids = append(pids, d.facts.processes[i].pid)
	}
	return pids
}

func (d *report) value(r *row) strict.Object {
	pids := strict.Array{}
	for _, pid := range d.pids(r) {
		pids = append(pids, shape.Number(pid))
	}
	o := strict.Object{
		{Name: "id", Value: r.id}, {Name: "kind", Value: r.kind}, {Name: "pids", Value: pids},
		{Name: "rss_kib", Value: r.rss.Value()}, {Name: "pss_kib", Value: r.pss.Value()},
		{Name: "cpu_permille", Value: r.cpu.Value()},
	}
	if r.hasRefs {
		o = append(o, strict.Member{Name: "ref_count", Value: r.refs.Value()})
	}
	return append(o, strict.Object{
		{Name: "findings", Value: shape.Texts(r.findings)},
		{Name: "reclaim", Value: strict.Object{{Name: "verdict", Value: r.verdict}, {Name: "reason", Value: r.reason}}},
	}...)
}

// summary is section 4's summary.
func (d *report) summary() strict.Object {
	var eligible, found, inRows, unread, outside int64
	sum := func(of func(*row) whole) whole {
		total := shape.Some(int64(0))
		for _, r := range d.rows {
			if len(r.places) == 0 && !d.on.Is("sums-over-empty-rows") {
				continue
			}
			if !of(r).Known && !d.on.Is("sums-over-known-only") {
				return whole{}
			}
			total.V += of(r).V
		}
		return total
	}
	for _, r := range d.rows {
		found += int64(len(r.findings))
		if r.verdict == "eligible" {
			eligible++
		}
	}
	for i, o := range d.owners {
		switch {
		case o.row != "":
			inRows++
		case !d.facts.processes[i].read && !d.on.Is("unread-counted-outside"):
			unread++
		default:
			outside++
		}
	}
	if d.on.Is("processes-all-counted") {
		inRows = int64(len(d.owners))
	}
	return strict.Object{
		{Name: "row_count", Value: shape.Number(int64(len(d.rows)))},
		{Name: "eligible_count", Value: shape.Number(eligible)},
		{Name: "finding_count", Value: shape.Number(found)},
		{Name: "process_count", Value: shape.Number(inRows)},
		{Name: "unread_count", Value: shape.Number(unread)},
		{Name: "outside_count", Value: shape.Number(outside)},
		{Name: "rss_kib", Value: sum(func(r *row) whole { return r.rss }).Value()},
		{Name: "pss_kib", Value: sum(func(r *row) whole { return r.pss }).Value()},
		{Name: "cpu_permille", Value: sum(func(r *row) whole { return r.cpu }).Value()},
	}
}
