// Package attr draws the worlds of profile attr: a small tree of processes, and the sessions, runtimes, backends and
// references
// that meet in it,
// and what somebody claims of them.
//
// The package is pure: it may import package generators, internal/strict and the data
// packages of the standard library. The law comes in by the profile.
package attr

import (
	"slices"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Worlds are those of attr. The profile puts its law into them.
func Worlds() *generators.FactWorlds {
	w := &generators.FactWorlds{
		Draw: facts, Claims: claim,
		Clauses: generators.FactClauses{Input: "1.frame", Decision: "4.order", Audit: "5.differs", Order: "3.rows",
			Untrusted: "1.untrusted"},
	}
	w.Plants, w.Own = plants(w), properties(w)
	return w
}

var pids = []int{100, 200, 300, 310, 320, 400}

func rootOf(d generators.Draw, likely int) strict.Value {
	pid := generators.Mostly(d, 75, likely, pids...)
	if d.Chance(12) {
		return nil
	}
	if d.Chance(5) {
		pid = 999
	}
	return generators.Object("pid", generators.Int(pid), "start_token",
		generators.Mostly(d, 88, "a"+generators.Digits(pid), "old"))
}

func facts(d generators.Draw) strict.Object {
	sessions := strict.Array{}
	for i := range generators.Pick(d, 0, 1, 1, 2, 2, 3) {
		id := generators.Pick(d, "s", "s", "s:") + generators.Digits(i+1)
		if d.Chance(8) {
			sessions = append(sessions, generators.Object("id", id, "corrupt", true, "root", nil, "thread_id", nil,
				"runtime_id", nil,
				"status", nil, "proposal", nil, "stopped", nil, "archived", nil))
			continue
		}
		s := generators.Object("id", id, "corrupt", false, "root", rootOf(d, 300+10*i),
			"thread_id", generators.Mostly[strict.Value](d, 75, "t"+generators.Digits(i+1), nil, "t1", "t2"),
			"runtime_id", generators.Mostly[strict.Value](d, 50, "r1", nil, nil, "r2", "r9"),
			"status", generators.Mostly(d, 60, "awaiting", "active", "queued", "other"),
			"proposal", generators.Mostly[strict.Value](d, 70, generators.Pick(d, "close", "nothing"), nil, "other"),
			"stopped", d.Chance(20), "archived", d.Chance(10))
		if d.Chance(10) {
			s = s.With("error", generators.Pick[strict.Value](d, nil, "could not read"))
		}
		if d.Chance(1) {
			s = s.With("status", nil)
		}
		sessions = append(sessions, s)
	}
	runtimes := strict.Array{}
	for i := range generators.Pick(d, 0, 1, 1, 2) {
		references := strict.Value(nil)
		if d.Chance(85) {
			list := strict.Array{}
			for _, thread := range []string{"t1", "t2", "t9"} {
				if d.Chance(40) {
					list = append(list, generators.Object("thread_id", thread, "turn",
						generators.Mostly[strict.Value](d, 60, "idle", "active", nil)))
				}
			}
			references = list
		}
		r := generators.Object("id", "r"+generators.Digits(i+1), "root", rootOf(d, 200), "references", references)
		if d.Chance(15) {
			r = r.With("error", generators.Pick[strict.Value](d, nil, "no answer"))
		}
		runtimes = append(runtimes, r)
	}
	backends := strict.Array{}
	current := d.IntN(4)
	for i := range generators.Pick(d, 0, 1, 1, 2, 3) {
		backends = append(backends, generators.Object("id", "b"+generators.Digits(i+1), "root", rootOf(d, 100),
			"current", i == current))
	}
	processes := strict.Array{}
	for i, pid := range pids {
		if d.Chance(35) {
			continue
		}
		parent := generators.Int(generators.Pick(d, 1, 0, pids[d.IntN(len(pids))]))
		if i > 0 && d.Chance(60) {
			parent = generators.Int(pids[d.IntN(i)])
		}
		processes = append(processes, process(d, pid, parent))
	}
	if d.Chance(30) {
		slices.Reverse(processes)
	}
	return generators.Object("budgets", generators.Object("session_rss_kib", generators.Int(200), "backend_rss_kib",
		generators.Int(300), "idle_cpu_permille", generators.Int(20)),
		"cpu_total_ticks", generators.Mostly(d, 85, generators.Int(400), nil, generators.Int(0), generators.Int(390),
			generators.Int(3)), "cpu_count", generators.Int(generators.Mostly(d, 85, 4, 1, 3, 1024, 1025)),
		"records_listed", d.Chance(85), "sessions", sessions, "runtimes", runtimes, "backends", backends, "processes",
		processes)
}

func process(d generators.Draw, pid int, parent strict.Value) strict.Object {
	token := "a" + generators.Digits(pid)
	declared := strict.Value(nil)
	if d.Chance(90) {
		says := generators.Object("project", d.Chance(75))
		if d.Chance(25) {
			says = says.With("thread_id", generators.Mostly(d, 60, "t1", "t2", "t9"))
		}
		if d.Chance(35) {
			says = says.With("session_id", generators.Mostly(d, 60, "s1", "s2", "s9"))
		}
		if d.Chance(20) {
			says = says.With("backend_id", generators.Mostly(d, 60, "b1", "b2", "b9"))
		}
		declared = says
	}
	ticks := d.IntN(3)
	second := strict.Value(nil)
	if d.Chance(92) {
		second = generators.Object("start_token", generators.Mostly(d, 95, token, "other"), "ticks",
			generators.Int(max(0, ticks+generators.Pick(d, 0, 0, 0, 1, 1, 2, 3, -1, 300, 500))))
	}
	p := generators.Object("pid", generators.Int(pid), "ppid", parent, "start_token", token, "rss_kib",
		generators.Int(generators.Pick(d, 0, 50, 100, 100, 200, 201, 300)),
		"pss_kib", generators.Mostly(d, 90, generators.Int(50), nil), "ticks", generators.Int(ticks), "second", second,
		"declared", declared)
	if d.Chance(10) {
		p = p.With("command", generators.Pick[strict.Value](d, nil, "node server.js"))
	}
	return p
}

// claim draws what somebody says: decide's own rows with faults, and acts.
func claim(d generators.Draw, f strict.Object, decide generators.Decider) strict.Value {
	answer, ok := decide(f)
	rows, summary := strict.Array{}, strict.Object{}
	if ok {
		whole := answer.(strict.Object)
		rows, summary = whole.Array("rows"), whole.Object("summary")
	}
	ids := []string{"session:s1", "session:s9", "shared_runtime:r1", "backend:b1", "backend:b2", "orphan:session:s1",
		"orphan:session:s9",
		"orphan:backend:b2", "unattributed"}
	for _, r := range rows {
		ids = append(ids, r.(strict.Object).Text("id"))
	}
	for range d.IntN(3) {
		rows = faulty(d, rows, ids)
	}
	if d.Chance(20) {
		rows = slices.Clone(rows)
		slices.Reverse(rows)
	}
	said := generators.Object("rows", rows)
	if d.Chance(40) {
		for range d.IntN(5) {
			summary = summary.Without(generators.Pick(d, "row_count", "eligible_count", "rss_kib", "cpu_permille",
				"outside_count"))
		}
		if d.Chance(20) {
			summary = summary.With(generators.Pick(d, "row_count", "pss_kib", "note"),
				generators.Pick[strict.Value](d, nil, generators.Int(0), "x"))
		}
		said = said.With("summary", summary)
	}
	if d.Chance(50) {
		acts := strict.Array{}
		for range d.IntN(4) {
			if d.Chance(50) {
				acts = append(acts, generators.Object("act", "stop", "id", ids[d.IntN(len(ids))]))
			} else {
				acts = append(acts, generators.Object("act", "signal", "pid", generators.Int(pids[d.IntN(len(pids))])))
			}
		}
		said = said.With("acts", acts)
	}
	if d.Chance(5) {
		said = said.With("x_deep", generators.Deep(60+d.IntN(8)))
	}
	if d.Chance(15) {
		return generators.Damage(d, said)
	}
	return said
}

// faulty returns rows that say something else.
func faulty(d generators.Draw, rows strict.Array, ids []string) strict.Array {
	rows = slices.Clone(rows)
	if len(rows) == 0 {
		return rows
	}
	i := d.IntN(len(rows))
	r, _ := rows[i].(strict.Object)
	switch d.IntN(13) {
	case 0:
		return slices.Delete(rows, i, i+1)
	case 1, 2: // a process in the row of another
		j := d.IntN(len(rows))
		to, _ := rows[j].(strict.Object)
		pids := r.Array("pids")
		if i == j || len(pids) == 0 {
			return rows
		}
		at := d.IntN(len(pids))
		rows[j] = to.With("pids", append(slices.Clone(to.Array("pids")), pids[at]))
		if d.Chance(80) {
			r = r.With("pids", slices.Delete(slices.Clone(pids), at, at+1))
		}
	case 3:
		pids := r.Array("pids")
		if len(pids) > 0 && d.Chance(50) {
			r = r.With("pids", pids[1:])
		} else {
			r = r.With("pids", append(slices.Clone(pids), generators.Int(generators.Pick(d, 999, 100, 310))))
		}
	case 4:
		r = r.With("reclaim",
			generators.Object("verdict", generators.Pick(d, "eligible", "eligible", "ineligible", "protected"),
				"reason", generators.Pick(d, "terminal", r.Object("reclaim").Text("reason"))))
	case 5:
		if words := r.Array("findings"); len(words) > 0 {
			r = r.With("findings", slices.Delete(slices.Clone(words), 0, 1+d.IntN(len(words))))
		} else {
			r = r.With("findings", strict.Array{"no_owner"})
		}
	case 6:
		name := generators.Pick(d, "rss_kib", "pss_kib", "cpu_permille", "ref_count")
		if _, there := r.Get(name); there {
			r = r.With(name, generators.Pick(d, generators.Int(0), generators.Int(1), nil))
		}
	case 7:
		id := ids[d.IntN(len(ids))]
		kind := map[byte]string{'s': "session", 'b': "backend", 'o': "orphan", 'u': "unattributed"}[id[0]]
		if id[:2] == "sh" {
			kind = "shared_runtime"
			r = r.With("ref_count", nil)
		} else {
			r = r.Without("ref_count")
		}
		r = r.With("id", id).With("kind", kind)
	case 8:
		for _, name := range []string{"findings", "pids"} {
			words := slices.Clone(r.Array(name))
			slices.Reverse(words)
			r = r.With(name, words)
		}
	case 10:
		r = r.With("findings", strict.Array{})
	case 11:
		r = r.With("kind", generators.Pick(d, "session", "orphan", "backend", "unattributed"))
	case 12:
		if _, there := r.Get("ref_count"); there {
			r = r.Without("ref_count")
		} else {
			r = r.With("ref_count", nil)
		}
	case 9: // filed as an orphan
		if id := r.Text("id"); r.Text("kind") == "session" {
			r = r.With("id", "orphan:"+id).With("kind", "orphan")
		}
	}
	rows[i] = r
	return rows
}
