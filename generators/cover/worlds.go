// Package cover draws the worlds of profile cover: trees that are at rest before and after a call, and nearly so,
// and what somebody claims of them.
//
// The package is pure: it may import package generators, internal/strict and the data
// packages of the standard library. The law comes in by the profile.
package cover

import (
	"slices"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Worlds are those of cover. The profile puts its law into them.
func Worlds() *generators.FactWorlds {
	w := &generators.FactWorlds{
		Draw: facts, Claims: claim,
		Clauses: generators.FactClauses{Input: "1.frame", Decision: "5.rows", Audit: "6.mismatch", Order: "5.rows",
			Untrusted: "1.untrusted"},
	}
	w.Plants, w.Own = plants(w), properties(w)
	return w
}

// state is what the walks draw from: one process of the host.
type state struct {
	pid, parent, started, counter, reaped int
	token                                 string
	exited                                bool
}

func (s state) row(d generators.Draw, calm bool) strict.Object {
	percent := 96
	if calm {
		percent = 100
	}
	r := generators.Object("pid", generators.Int(s.pid), "ppid", generators.Int(s.parent), "start_token", s.token,
		"started_ms", generators.Mostly(d, percent, generators.Int(s.started), nil),
		"counter", generators.Mostly(d, percent, generators.Int(s.counter), nil), "reaped",
		generators.Mostly(d, percent, generators.Int(s.reaped), nil),
		"running_threads", generators.Mostly(d, percent-4, generators.Int(0), nil, generators.Int(1),
			generators.Int(2)), "exited", s.exited,
		"children_listed", d.Chance(percent+1), "gpu",
		generators.Mostly[strict.Value](d, percent+1, "none", nil, "used"),
		"neural", generators.Mostly[strict.Value](d, percent+1, "none", nil, "used"))
	if d.Chance(8) {
		r = r.With("label", generators.Pick[strict.Value](d, nil, "worker of the call"))
	}
	return r
}

// tidy is a call like that of example 1: everything is at rest at both ends, and the tree
// changed between them.
func tidy(d generators.Draw) strict.Object {
	root := state{pid: 100, parent: 1, started: 500, counter: 4900, reaped: 7, token: "s1"}
	before, after := []state{root}, []state{root}
	after[0].counter += generators.Pick(d, 2400, 0, 2001, -100)
	if d.Chance(50) {
		old := state{pid: 200, parent: 100, started: 600, counter: 1500, token: "c0", exited: d.Chance(20)}
		before = append(before, old)
		if d.Chance(30) {
			old.counter += 300
			after = append(after, old)
		}
	}
	if d.Chance(30) {
		stranger := state{pid: 300, parent: 1, started: generators.Pick(d, 700, 1000, 1100), counter: 600, token: "x0"}
		before = append(before, stranger)
		stranger.parent, stranger.counter = generators.Pick(d, 100, 1), 900
		after = append(after, stranger)
	}
	if len(after) == 1 || d.Chance(20) {
		after = append(after,
			state{pid: generators.Pick(d, 200, 400), parent: 100, started: generators.Pick(d, 1000, 1100, 999, 800),
				counter: generators.Pick(d, 2700, 2650, 50), token: "c1"})
	}
	if d.Chance(6) { // a stranger under the root's pid
		after[0].token, after[0].started = "s2", 1100
	}
	used := d.Chance(12)
	walks := strict.Array{}
	for i, at := range []int{980, 990, 1210, 1220} {
		rows := strict.Array{}
		for _, s := range [][]state{before, before, after, after}[i] {
			row := s.row(d, d.Chance(95))
			if used && i == 3 {
				row = row.With(generators.Pick(d, "gpu", "neural"), generators.Pick[strict.Value](d, "used", nil))
			}
			rows = append(rows, row)
		}
		walks = append(walks, generators.Object("seq", generators.Int(i+1), "at_ms", generators.Int(at), "boot_id",
			"b1", "rows", rows))
	}
	span := generators.Object("id", "call", "root", generators.Object("pid", generators.Int(100), "start_token", "s1",
		"boot_id", "b1"), "begin_ms", generators.Int(1000),
		"end_ms", generators.Int(1200), "declared_by", "operator")
	return generators.Object("counter_unit", generators.Mostly(d, 60, "nanojoule", "byte", "microsecond"), "settle_ms",
		generators.Int(50), "spans", strict.Array{span}, "walks", walks)
}

// relay is two readings that overlap in time, and a pid that the one loses and the other gets.
func relay(d generators.Draw) strict.Object {
	walks := strict.Array{}
	for i, at := range []int{970, 980, 990, 1010, 1020, 1030} {
		child := state{pid: 200, parent: 100, started: 600, counter: 10 * i, token: "c0"}
		if i > 3 {
			child.token, child.started = "c1", 1015
		}
		rows := strict.Array{}
		for _, s := range []state{{pid: 100, parent: 1, started: 500, counter: 100 * i, token: "s1"}, child} {
			rows = append(rows, s.row(d, true).With("running_threads", generators.Int(0)))
		}
		walks = append(walks, generators.Object("seq", generators.Int(i+1), "at_ms", generators.Int(at), "boot_id",
			"b1", "rows", rows))
	}
	span := func(id string, pid int, token string, begin, end int) strict.Object {
		return generators.Object("id", id, "root", generators.Object("pid", generators.Int(pid), "start_token", token,
			"boot_id", "b1"), "begin_ms", generators.Int(begin), "end_ms", generators.Int(end),
			"declared_by", "operator")
	}
	return generators.Object("counter_unit", "nanojoule", "settle_ms", generators.Int(30), "spans",
		strict.Array{span("a", 100, "s1", 985, 995), span("b", 200, "c1", 1000, 1015)}, "walks", walks)
}

func facts(d generators.Draw) strict.Object {
	switch {
	case d.Chance(35):
		return tidy(d)
	case d.Chance(2):
		return relay(d)
	}
	calm := d.Chance(60)
	living := []state{{pid: 100, parent: 1, started: 500, counter: 4900, reaped: 7, token: "s1"}}
	if d.Chance(40) {
		living = append(living, state{pid: 200, parent: 100, started: 600, counter: 1500, token: "c0",
			exited: d.Chance(15)})
	}
	if d.Chance(25) {
		living = append(living, state{pid: 300, parent: generators.Pick(d, 100, 200, 1),
			started: generators.Pick(d, 400, 700, 500), counter: 10, token: "x0"})
	}
	walks := strict.Array{}
	seq := d.IntN(2)
	at := 960
	for range generators.Pick(d, 0, 2, 3, 4, 4, 4, 5, 5, 6) {
		seq += generators.Mostly(d, 94, 1, 2)
		at += generators.Pick(d, 0, 10, 10, 10, 20)
		if at > 1000 && at < 1200 && d.Chance(75) {
			at = 1200 + generators.Pick(d, 0, 0, 10)
		}
		rows := strict.Array{}
		for _, s := range living {
			rows = append(rows, s.row(d, calm))
		}
		walks = append(walks, generators.Object("seq", generators.Int(seq), "at_ms", generators.Int(at), "boot_id",
			generators.Mostly(d, 97, "b1", "b2"), "rows", rows))
		if d.Chance(70) != (len(walks) == 2) {
			continue
		}
		for i := range living {
			living[i].counter += generators.Pick(d, 0, 0, 100, 2400, -50)
			if d.Chance(8) {
				living[i].reaped++
			}
			if d.Chance(5) {
				living[i].exited = true
			}
			if d.Chance(4) {
				living[i].parent = generators.Pick(d, 1, 100)
			}
		}
		if d.Chance(1) {
			living[0].counter = 9007199254740991
		}
		if len(living) > 1 && d.Chance(12) {
			living = slices.Delete(living, 1, 2)
		}
		if d.Chance(2) {
			living = living[1:]
		}
		if len(living) == 0 || d.Chance(3) && living[0].pid == 100 {
			living = append(living, state{pid: 100, parent: 1, started: 1100, counter: 7, token: "s2"})
			living = living[len(living)-1:]
		}
		for _, pid := range []int{200, 300, 400} {
			if d.Chance(22) && !slices.ContainsFunc(living, func(s state) bool { return s.pid == pid }) {
				living = append(living, state{pid: pid, parent: generators.Mostly(d, 70, 100, 200, 300),
					started: generators.Mostly(d, 65, 1100, 1000, 999, 450),
					counter: generators.Pick(d, 0, 50, 2650, 2700), reaped: generators.Mostly(d, 90, 0, 3),
					token: "c" + generators.Digits(at)})
			}
		}
	}
	spans := strict.Array{}
	for i := range generators.Mostly(d, 55, 1, 2, 2, 0, 3) {
		root := generators.Object("pid", generators.Int(generators.Mostly(d, 80, 100, 200, 300)), "start_token", "s1",
			"boot_id", generators.Mostly(d, 98, "b1", "b2"))
		if !strict.Equal(root.At("pid"), generators.Int(100)) {
			root = root.With("start_token", generators.Pick(d, "c0", "x0"))
		}
		begin := generators.Mostly(d, 75, 1000, 990, 980, 1200)
		spans = append(spans, generators.Object("id", generators.Pick(d, "call", "a")+generators.Digits(i), "root",
			root, "begin_ms", generators.Int(begin),
			"end_ms", generators.Int(generators.Mostly(d, 80, max(begin, 1200), begin, max(begin, 1210))),
			"declared_by", generators.Mostly[strict.Value](d, 75, "operator", nil, "server")))
	}
	return generators.Object("counter_unit", generators.Mostly(d, 50, "nanojoule", "microjoule", "nanosecond", "byte",
		"microsecond"), "settle_ms",
		generators.Int(generators.Mostly(d, 70, 50, 0, 10, 20, 30)), "spans", spans, "walks", walks)
}

// claim draws receipts: decide's rows with faults.
func claim(d generators.Draw, f strict.Object, decide generators.Decider) strict.Value {
	answer, ok := decide(f)
	receipts := strict.Array{}
	if ok {
		for _, v := range answer.(strict.Object).Array("rows") {
			r := v.(strict.Object).Without("start_seq").Without("stop_seq")
			for range generators.Pick(d, 0, 1, 1, 2) {
				r = faulty(d, r, f)
			}
			if !d.Chance(4) {
				receipts = append(receipts, r)
			}
			if d.Chance(3) {
				receipts = append(receipts, r)
			}
		}
	}
	if d.Chance(4) {
		receipts = append(receipts, generators.Object("id", "nobody", "unit", "microjoule", "figure", nil, "coverage",
			"partial", "gaps", strict.Array{}, "declared", true))
	}
	said := generators.Object("receipts", receipts)
	if d.Chance(5) {
		said = said.With("x_deep", generators.Deep(60+d.IntN(8)))
	}
	if d.Chance(10) {
		return generators.Damage(d, said)
	}
	return said
}

func faulty(d generators.Draw, r, f strict.Object) strict.Object {
	gaps := slices.Clone(r.Array("gaps"))
	switch d.IntN(8) {
	case 0:
		return r.With("unit", generators.Pick(d, "nanojoule", "microjoule", "byte", "kibibyte"))
	case 1:
		return r.With("coverage", generators.Pick(d, "whole", "partial"))
	case 2:
		return r.With("declared", d.Chance(50))
	case 3, 4:
		if len(gaps) > 0 {
			i := d.IntN(len(gaps))
			return r.With("gaps", slices.Delete(gaps, i, i+1)).With("coverage", "partial")
		}
		return r.With("gaps", strict.Array{generators.Pick(d, "gpu", "shared", "gone")})
	case 5:
		if len(gaps) < 2 {
			return r.With("figure", wrongFigure(d, r))
		}
		slices.Reverse(gaps)
		return r.With("gaps", gaps)
	}
	return r.With("figure", wrongFigure(d, r))
}

// wrongFigure is a figure that is near the right one, or none.
func wrongFigure(d generators.Draw, r strict.Object) strict.Value {
	if n, ok := r.Integer("figure"); ok && d.Chance(60) {
		return strict.Number(n.Add(strict.NewInteger(int64(d.IntN(5) - 2))).String())
	}
	return generators.Pick(d, generators.Int(0), generators.Int(5), generators.Int(8), nil)
}
