package second_test

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/cover/second"
	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/strict"
)

var implementation = Second{
	Profile: "cover", Decide: second.Decide, Audit: second.Audit, World: world,
	Mutants: second.Mutants(), Clauses: second.Clauses(), Controls: second.Controls(),
}

// world draws a request: a tree that is at rest before and after a call, and nearly so.
func world(d Draw) (string, strict.Object) {
	f := facts(d)
	if d.Chance(4) {
		f = f.With("x_deep", Deep(60+d.IntN(8)))
	}
	if d.Chance(18) {
		f, _ = Damage(d, f).(strict.Object)
	}
	if d.Chance(50) {
		return "decide", f
	}
	input := Object("facts", f, "claim", claim(d, f))
	if d.Chance(2) {
		input = input.Without(Pick(d, "claim", "facts"))
	}
	return "audit", input
}

// state is what the walks draw from: one process of the host.
type state struct {
	pid, parent, started, counter, reaped int
	token                                 string
	exited                                bool
}

func (s state) row(d Draw, calm bool) strict.Object {
	percent := 96
	if calm {
		percent = 100
	}
	r := Object("pid", Int(s.pid), "ppid", Int(s.parent), "start_token", s.token, "started_ms", Mostly(d, percent, Int(s.started), nil),
		"counter", Mostly(d, percent, Int(s.counter), nil), "reaped", Mostly(d, percent, Int(s.reaped), nil),
		"running_threads", Mostly(d, percent-4, Int(0), nil, Int(1), Int(2)), "exited", s.exited,
		"children_listed", d.Chance(percent+1), "gpu", Mostly[strict.Value](d, percent+1, "none", nil, "used"),
		"neural", Mostly[strict.Value](d, percent+1, "none", nil, "used"))
	if d.Chance(8) {
		r = r.With("label", Pick[strict.Value](d, nil, "worker of the call"))
	}
	return r
}

func facts(d Draw) strict.Object {
	calm := d.Chance(60)
	living := []state{{pid: 100, parent: 1, started: 500, counter: 4900, reaped: 7, token: "s1"}}
	if d.Chance(40) {
		living = append(living, state{pid: 200, parent: 100, started: 600, counter: 1500, token: "c0", exited: d.Chance(15)})
	}
	if d.Chance(25) {
		living = append(living, state{pid: 300, parent: Pick(d, 100, 200, 1), started: Pick(d, 400, 700, 500), counter: 10, token: "x0"})
	}
	walks := strict.Array{}
	seq := d.IntN(2)
	at := 960
	for range Pick(d, 0, 2, 3, 4, 4, 4, 5, 5, 6) {
		seq += Mostly(d, 94, 1, 2)
		at += Pick(d, 0, 10, 10, 10, 20)
		if at > 1000 && at < 1200 && d.Chance(75) {
			at = 1200 + Pick(d, 0, 0, 10)
		}
		rows := strict.Array{}
		for _, s := range living {
			rows = append(rows, s.row(d, calm))
		}
		walks = append(walks, Object("seq", Int(seq), "at_ms", Int(at), "boot_id", Mostly(d, 97, "b1", "b2"), "rows", rows))
		if d.Chance(70) != (len(walks) == 2) {
			continue
		}
		for i := range living {
			living[i].counter += Pick(d, 0, 0, 100, 2400, -50)
			if d.Chance(8) {
				living[i].reaped++
			}
			if d.Chance(5) {
				living[i].exited = true
			}
			if d.Chance(4) {
				living[i].parent = Pick(d, 1, 100)
			}
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
				living = append(living, state{pid: pid, parent: Mostly(d, 70, 100, 200, 300), started: Mostly(d, 65, 1100, 1000, 999, 450),
					counter: Pick(d, 0, 50, 2650, 2700), reaped: Mostly(d, 90, 0, 3), token: "c" + Digits(at)})
			}
		}
	}
	spans := strict.Array{}
	for i := range Mostly(d, 55, 1, 2, 2, 0, 3) {
		root := Object("pid", Int(Mostly(d, 80, 100, 200, 300)), "start_token", "s1", "boot_id", Mostly(d, 98, "b1", "b2"))
		if !strict.Equal(root.At("pid"), Int(100)) {
			root = root.With("start_token", Pick(d, "c0", "x0"))
		}
		begin := Mostly(d, 75, 1000, 990, 980, 1200)
		spans = append(spans, Object("id", Pick(d, "call", "a")+Digits(i), "root", root, "begin_ms", Int(begin),
			"end_ms", Int(Mostly(d, 80, max(begin, 1200), begin, max(begin, 1210))), "declared_by", Mostly[strict.Value](d, 75, "operator", nil, "server")))
	}
	return Object("counter_unit", Mostly(d, 50, "nanojoule", "microjoule", "nanosecond", "byte", "microsecond"), "settle_ms",
		Int(Mostly(d, 70, 50, 0, 10, 20, 30)), "spans", spans, "walks", walks)
}

// claim draws receipts: decide's rows with faults.
func claim(d Draw, f strict.Object) strict.Value {
	answer, refusal := second.Decide(f, nil)
	receipts := strict.Array{}
	if refusal == nil {
		for _, v := range answer.(strict.Object).Array("rows") {
			r := v.(strict.Object).Without("start_seq").Without("stop_seq")
			for range Pick(d, 0, 1, 1, 2) {
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
		receipts = append(receipts, Object("id", "nobody", "unit", "microjoule", "figure", nil, "coverage", "partial", "gaps", strict.Array{}, "declared", true))
	}
	said := Object("receipts", receipts)
	if d.Chance(5) {
		said = said.With("x_deep", Deep(60+d.IntN(8)))
	}
	if d.Chance(10) {
		return Damage(d, said)
	}
	return said
}

func faulty(d Draw, r, f strict.Object) strict.Object {
	gaps := slices.Clone(r.Array("gaps"))
	switch d.IntN(8) {
	case 0:
		return r.With("unit", Pick(d, "nanojoule", "microjoule", "byte", "kibibyte"))
	case 1:
		return r.With("coverage", Pick(d, "whole", "partial"))
	case 2:
		return r.With("declared", d.Chance(50))
	case 3, 4:
		if len(gaps) > 0 {
			i := d.IntN(len(gaps))
			return r.With("gaps", slices.Delete(gaps, i, i+1)).With("coverage", "partial")
		}
		return r.With("gaps", strict.Array{Pick(d, "gpu", "shared", "gone")})
	case 5:
		slices.Reverse(gaps)
		return r.With("gaps", gaps)
	}
	return r.With("figure", wrongFigure(d, r, f))
}

// wrongFigure is the figure of an implementation that counts otherwise.
func wrongFigure(d Draw, r, f strict.Object) strict.Value {
	mutant := Pick(d, "rounded-down", "base-by-pid", "predating-counted", "unreadable-zero", "newborn-not-counted", "dead-root-measured", "")
	answer, refusal := second.Decide(f, func(name string) bool { return name == mutant })
	if refusal == nil && mutant != "" {
		for _, v := range answer.(strict.Object).Array("rows") {
			if row := v.(strict.Object); row.At("id") == r.At("id") {
				return row.At("figure")
			}
		}
	}
	return Pick(d, Int(0), Int(5), Int(8), nil)
}
