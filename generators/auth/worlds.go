// Package auth draws the worlds of profile auth: a few jobs, the stores that bind them, and requests that act on them,
// and what somebody claims of them.
//
// The package is pure: it may import package generators, internal/strict and the data
// packages of the standard library. The law comes in by the profile.
package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Worlds are those of auth. The profile puts its law into them.
func Worlds() *generators.FactWorlds {
	w := &generators.FactWorlds{
		Draw: facts, Claims: claim,
		Clauses: generators.FactClauses{Input: "1.frame", Decision: "3.order", Audit: "6.verdict", Order: "5.rows",
			Untrusted: "1.untrusted"},
	}
	w.Plants, w.Own = plants(), properties(w)
	return w
}

func incarnation(pid int, token string) strict.Object {
	return generators.Object("pid", generators.Int(pid), "start_token", token, "boot_id", "b1")
}

func job(name, generation string) strict.Object {
	return generators.Object("store", "bg", "job_id", name, "generation", generation, "owner", "o1", "thread", "t1",
		"origin", "q0",
		"receipt_id", "r-"+name, "supervisor", incarnation(4321, "s100"))
}

// near is a job, in a few cases with one member changed.
func near(d generators.Draw, j strict.Object) strict.Object {
	if !d.Chance(14) {
		return j
	}
	switch d.IntN(8) {
	case 0:
		return j.With("store", "other")
	case 1:
		return j.With("owner", "o2")
	case 2:
		return j.With("thread", "t2")
	case 3:
		return j.With("origin", "q9")
	case 4:
		return j.With("receipt_id", "r9")
	case 5:
		return j.With("supervisor", incarnation(4321, "s200"))
	case 6:
		return j.With("job_id", generators.Pick(d, "build", "build-2"))
	}
	return j.With("generation", generators.Pick(d, "g1", "g2"))
}

var jobs = []strict.Object{job("build", "g1"), job("build", "g2"), job("build-2", "g3")}

var hashes = []string{strings.Repeat("ab", 32), strings.Repeat("0", 64)}

// tidy is one request about one job that all stores bind.
func tidy(d generators.Draw) strict.Object {
	j := jobs[0].With("receipt_id", "r1")
	r := asks("q1", generators.Pick(d, "stop", "stop", "read_output", "ack", "continue", "continue"), j).
		With("expected", j)
	if d.Chance(20) {
		r = r.With("approval", "ap1")
	}
	f := bound(j, generators.Mostly(d, 50, "running", "done", "failed"), r)
	if r.At("approval") != nil {
		f = f.With("approvals", strict.Array{generators.Object("id", "ap1", "digest", bindingOf(r), "used", false)})
	}
	record := f.Array("records")[0].(strict.Object)
	body := record.Object("body").With("acknowledged", generators.Mostly[strict.Value](d, 50, true, false, nil))
	return f.With("records", strict.Array{record.With("body", body)})
}

func facts(d generators.Draw) strict.Object {
	if d.Chance(20) {
		return tidy(d)
	}
	stands := []strict.Object{jobs[0], jobs[2]}
	if d.Chance(25) {
		stands[0] = jobs[1]
	}
	records, publications, sidecars, receipts := strict.Array{}, strict.Array{}, strict.Array{}, strict.Array{}
	body := func(o strict.Object) strict.Value { return generators.Mostly[strict.Value](d, 96, o, nil) }
	for _, j := range stands {
		if d.Chance(95) {
			records = append(records,
				generators.Object("job_id", j.At("job_id"), "body", body(generators.Object("identity", near(d, j),
					"status", generators.Mostly[strict.Value](d, 50, "running", "done", "failed", nil),
					"acknowledged", generators.Mostly[strict.Value](d, 60, false, true, nil)))))
		}
		if d.Chance(95) {
			publications = append(publications, generators.Object("generation", j.At("generation"), "body",
				body(generators.Object("job", generators.Mostly[strict.Value](d, 96, near(d, j), nil), "authority",
					generators.Mostly(d, 95, hashes[0], hashes[1])))))
		}
		if d.Chance(95) {
			sidecars = append(sidecars, generators.Object("job_id", j.At("job_id"), "body",
				body(generators.Object("job", near(d, j), "authority", hashes[0]))))
		}
		if d.Chance(85) {
			n := near(d, j)
			receipts = append(receipts, generators.Object("receipt_id", j.At("receipt_id"), "body",
				body(generators.Object("generation", n.At("generation"),
					"owner", n.At("owner"), "thread", n.At("thread"), "supervisor", n.At("supervisor"),
					"external", generators.Mostly[strict.Value](d, 92, false, true, nil)))))
		}
	}
	// Generations that are taken in one place only.
	if d.Chance(40) {
		publications = append(publications, generators.Object("generation", "n2", "body",
			generators.Pick[strict.Value](d, nil, generators.Object("job", nil, "authority", hashes[0]))))
	}
	if d.Chance(40) {
		records = append(records, generators.Object("job_id", "rec", "body",
			generators.Object("identity", job("rec", "n3"), "status", "done", "acknowledged", true)))
	}
	if d.Chance(40) {
		sidecars = append(sidecars, generators.Object("job_id", "side", "body",
			generators.Object("job", job("side", "n4"), "authority", hashes[0])))
	}
	if d.Chance(40) {
		receipts = append(receipts, generators.Object("receipt_id", "r-x", "body",
			generators.Object("generation", "n5", "owner", "o1", "thread", "t1",
				"supervisor", incarnation(4321, "s100"), "external", false)))
	}
	store := func(a strict.Array) strict.Value { return generators.Mostly[strict.Value](d, 97, a, nil) }
	processes := strict.Array{}
	for _, p := range []strict.Object{incarnation(4321, "s100"), incarnation(4321, "s200")} {
		if d.Chance(80) {
			processes = append(processes,
				p.With("verdict", generators.Mostly(d, 75, "owned", "gone", "foreign", "unverifiable")))
		}
	}
	roots := strict.Array{}
	for _, id := range []string{"vol", "ws", "sub", "m1", "m2"} {
		if d.Chance(92) {
			roots = append(roots,
				generators.Object("id", id, "live", generators.Mostly[strict.Value](d, 90, true, false, nil),
					"control", generators.Mostly[strict.Value](d, 85, false, true, nil)))
		}
	}
	requests := strict.Array{}
	approvals := strict.Array{}
	for i := range generators.Pick(d, 0, 1, 1, 2, 2, 2, 3) {
		r := request(d, "q"+generators.Digits(i+1))
		if r.At("approval") != nil && d.Chance(90) && !slices.ContainsFunc(approvals, func(a strict.Value) bool {
			return a.(strict.Object).At("id") == r.At("approval")
		}) {
			approvals = append(approvals,
				generators.Object("id", r.At("approval"), "digest", generators.Mostly(d, 85, bindingOf(r), hashes[1]),
					"used", generators.Mostly[strict.Value](d, 85, false, true, nil)))
		}
		requests = append(requests, r)
	}
	return generators.Object("store", "bg", "requests", requests, "records", store(records), "publications",
		store(publications),
		"sidecars", store(sidecars), "receipts", store(receipts), "processes", processes, "approvals", approvals,
		"roots", roots)
}

func scope(d generators.Draw) strict.Object {
	root := strict.Array{"vol", "ws"}
	if d.Chance(20) {
		root = append(root, "sub")
	}
	if d.Chance(6) {
		root = strict.Array{"ws", "vol"}
	}
	if d.Chance(1) {
		root = strict.Array{}
	}
	required := generators.Mostly(d, 60, strict.Array{"net", "fs"}, strict.Array{"fs", "net"}, strict.Array{"fs"},
		strict.Array{"fs", "net", "mem"})
	mounts := generators.Mostly(d, 60, strict.Array{}, strict.Array{"m1"}, strict.Array{"m1", "m2"},
		strict.Array{"m2", "m1"})
	return generators.Object("backend", generators.Mostly(d, 85, "bash", "python", "external"), "root", root,
		"required", required, "mounts", mounts,
		"network", generators.Mostly(d, 80, "none", "inherit"), "max_runtime_s",
		generators.Int(generators.Mostly(d, 60, 600, 599, 601, 1, generators.Mostly(d, 90, 2, 0))))
}

func snapshot(d generators.Draw, scopes []strict.Object) strict.Object {
	ops := strict.Array{}
	for _, op := range []string{"launch", "read_output", "stop", "ack", "continue"} {
		if d.Chance(80) {
			ops = append(ops, op)
		}
	}
	if d.Chance(20) {
		slices.Reverse(ops)
	}
	held := strict.Array{}
	for _, j := range jobs {
		if d.Chance(60) {
			held = append(held, near(d, j))
		}
	}
	launches := strict.Array{}
	for _, s := range scopes {
		if d.Chance(70) {
			launches = append(launches, s)
		}
	}
	return generators.Object("version", generators.Int(generators.Mostly(d, 85, 4, 3, 1)), "operations", ops, "jobs",
		held, "launches", launches)
}

func request(d generators.Draw, id string) strict.Object {
	operation := generators.Pick(d, "launch", "launch", "read_output", "stop", "stop", "ack", "continue")
	scopes := []strict.Object{scope(d), scope(d)}
	r := generators.Object("id", id, "operation", operation, "owner", generators.Mostly(d, 95, "o1", "o2"), "thread",
		generators.Mostly(d, 95, "t1", "t2"),
		"selector", nil, "expected", nil, "launch", nil, "approval",
		generators.Mostly[strict.Value](d, 55, nil, "ap1", "ap1", "ap2"),
		"granted", snapshot(d, scopes), "parent", nil, "text",
		generators.Mostly[strict.Value](d, 70, nil, "build", "please stop build-2", ""))
	if d.Chance(30) {
		parent := snapshot(d, append(scopes, scope(d)))
		r = r.With("parent", parent)
	}
	if operation == "launch" != d.Chance(3) {
		s := scopes[0]
		if d.Chance(30) {
			s = scope(d)
		} else if d.Chance(50) {
			s = s.With("max_runtime_s", generators.Int(generators.Pick(d, 1, 599, 600, 601)))
		}
		r = r.With("launch",
			generators.Object("generation", generators.Mostly(d, 50, "n1", "n2", "n3", "n4", "n5", "g1"),
				"input_digest", hashes[0], "scope", s))
	}
	if operation != "launch" != d.Chance(3) {
		choice := d.IntN(3)
		if choice != 0 {
			r = r.With("selector", generators.Mostly(d, 80, "build", "build-2", "bu"))
		}
		if choice != 1 {
			r = r.With("expected", near(d, jobs[generators.Mostly(d, 70, 0, 1, 2)]))
		}
	}
	return r
}

// bindingOf is section 3's binding for the expected job, the launch, or the granted job that the
// selector names.
func bindingOf(r strict.Object) string {
	lines := []string{"auth-binding-1", r.Text("operation"), r.Text("id"), r.Text("owner"), r.Text("thread")}
	list := func(a strict.Array, sorted bool) string {
		var ids []string
		for _, id := range a {
			ids = append(ids, id.(string))
		}
		if sorted {
			slices.Sort(ids)
		}
		return strings.Join(ids, ",")
	}
	if l := r.Object("launch"); l != nil {
		s := l.Object("scope")
		lines = append(lines, "launch", l.Text("generation"), s.Text("backend"), list(s.Array("root"), false),
			list(s.Array("required"), true), list(s.Array("mounts"), true), s.Text("network"),
			string(s.At("max_runtime_s").(strict.Number)), l.Text("input_digest"))
	} else {
		x := r.Object("expected")
		for _, j := range r.Object("granted").Array("jobs") {
			if granted := j.(strict.Object); x == nil && granted.At("job_id") == r.At("selector") {
				x = granted
			}
		}
		s := x.Object("supervisor")
		pid, _ := s.At("pid").(strict.Number)
		lines = append(lines, "job", x.Text("store"), x.Text("job_id"), x.Text("generation"), x.Text("owner"),
			x.Text("thread"),
			x.Text("origin"), x.Text("receipt_id"), string(pid), s.Text("start_token"), s.Text("boot_id"))
	}
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:])
}

// claim draws a log: what the rows say, with faults.
func claim(d generators.Draw, f strict.Object, decide generators.Decider) strict.Value {
	answer, ok := decide(f)
	log := strict.Array{}
	if ok {
		rows := answer.(strict.Object).Array("rows")
		for i, row := range rows {
			for range generators.Pick(d, 0, 1, 1, 1, 2) {
				log = append(log, entry(d, row.(strict.Object), f.Array("requests")[i].(strict.Object)))
			}
		}
	}
	if d.Chance(3) {
		log = append(log, entry(d, generators.Object("id", "nobody", "verdict", "refuse"), strict.Object{}))
	}
	if d.Chance(30) {
		slices.Reverse(log)
	}
	said := generators.Object("log", log)
	if d.Chance(5) {
		said = said.With("x_deep", generators.Deep(60+d.IntN(8)))
	}
	if d.Chance(12) {
		return generators.Damage(d, said)
	}
	return said
}

func entry(d generators.Draw, row, r strict.Object) strict.Object {
	verdict := generators.Mostly[strict.Value](d, 88, row.At("verdict"), "refuse", "admit_mutation", "admit_read",
		"noop_historical")
	e := generators.Object("request", row.At("id"), "verdict", verdict, "resource", nil, "launch", nil, "approval", nil,
		"signalled", strict.Array{}, "updated", strict.Array{}, "ceiling", nil)
	if d.Chance(50) && len(r) > 0 {
		e = e.With("ceiling", ceiling(d, row, r))
	}
	if row.Text("verdict") == "refuse" && d.Chance(65) {
		return e
	}
	if launch := r.Object("launch"); launch != nil && d.Chance(85) || launch != nil && d.Chance(50) {
		switch d.IntN(8) {
		case 0:
			launch = launch.With("generation", "n7")
		case 1:
			launch = launch.With("input_digest", hashes[1])
		case 2:
			launch = launch.With("scope",
				launch.Object("scope").With("max_runtime_s", generators.Int(generators.Pick(d, 1, 599, 700))))
		case 3:
			launch = launch.With("scope", scope(d))
		}
		e = e.With("launch", launch)
	} else if d.Chance(4) {
		e = e.With("launch", generators.Object("generation", "n1", "input_digest", hashes[0], "scope", scope(d)))
	}
	if row.At("job_id") != nil || d.Chance(6) {
		x := r.Object("expected")
		for _, j := range r.Object("granted").Array("jobs") {
			if granted := j.(strict.Object); x == nil && granted.At("job_id") == row.At("job_id") &&
				granted.At("generation") == row.At("generation") {
				x = granted
			}
		}
		if x == nil {
			x = jobs[0]
		}
		if d.Chance(85) {
			e = e.With("resource", near(d, near(d, x)))
		}
		if row.At("signal_permitted") != nil && d.Chance(80) || d.Chance(8) {
			e = e.With("signalled",
				generators.Mostly(d, 80, strict.Array{x.At("supervisor")}, strict.Array{incarnation(4321, "s9")},
					strict.Array{x.At("supervisor"), incarnation(4400, "s1")}))
		}
	}
	if d.Chance(35) {
		e = e.With("updated", generators.Pick(d, strict.Array{"status"}, strict.Array{"acknowledged"},
			strict.Array{"owner"}, strict.Array{"status", "exit_code"}))
	}
	if r.At("approval") != nil && d.Chance(70) || d.Chance(4) {
		e = e.With("approval",
			generators.Object("id",
				generators.Mostly(d, 90, generators.Mostly[strict.Value](d, 100, r.Text("approval")), "ap1"), "digest",
				generators.Mostly(d, 90, bindingOf(r), hashes[1])))
	}
	return e
}

func ceiling(d generators.Draw, row, r strict.Object) strict.Object {
	pick := func(name, of string) strict.Array {
		out := strict.Array{}
		all := r.Object("granted").Array(of)
		for _, place := range row.Array(name) {
			i, _ := strict.AsInteger(place)
			at, _ := i.Int64()
			if d.Chance(93) {
				out = append(out, all[at])
			}
		}
		if len(all) > 0 && d.Chance(15) {
			if extra := all[d.IntN(len(all))]; !slices.ContainsFunc(out, func(v strict.Value) bool {
				return strict.Equal(v, extra)
			}) {
				out = append(out, extra)
			}
		}
		return out
	}
	ops := slices.Clone(row.Array("ceiling_operations"))
	if d.Chance(20) {
		slices.Reverse(ops)
	}
	if d.Chance(10) {
		ops = strict.Array{"launch", "stop"}
	}
	return generators.Object("operations", append(strict.Array{}, ops...), "jobs", pick("ceiling_jobs", "jobs"),
		"launches", pick("ceiling_launches", "launches"))
}
