// Package effect draws the worlds of profile effect: logs of a few effects on a few places,
// and what somebody claims of them.
//
// The package is pure: it may import package generators, internal/strict and the data
// packages of the standard library. The law comes in by the profile.
package effect

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Worlds are those of effect. The profile puts its law into them.
func Worlds() *generators.FactWorlds {
	w := &generators.FactWorlds{
		Draw: facts, Claims: claim,
		Clauses: generators.FactClauses{Input: "1.frame", Decision: "2.order", Audit: "6.rows", Order: "5.rows",
			Untrusted: "1.untrusted"},
	}
	w.Plants, w.Own = plants(w), properties(w)
	return w
}

var (
	hashA = strings.Repeat("a", 64)
	hashB = strings.Repeat("b", 64)
)

func resource(d generators.Draw) strict.Object {
	place := generators.Mostly(d, 60, strict.Array{"ws", "out"}, strict.Array{"ws"}, strict.Array{"ws", "out", "row"},
		strict.Array{"ws", "b"})
	return generators.Object("kind", generators.Mostly(d, 75, "file", "job", "record"), "place", place, "generation",
		generators.Mostly[strict.Value](d, 85, "g1", "g2", nil))
}

func expectation(d generators.Draw, r strict.Object) strict.Object {
	predicate := generators.Pick(d, "digest", "digest", "exists", "absent", "changed")
	if r.Text("kind") == "job" {
		predicate = "settled"
	}
	digest := strict.Value(nil)
	if predicate == "digest" || predicate == "changed" {
		digest = generators.Mostly(d, 80, hashA, hashB)
	}
	return generators.Object("resource", r, "predicate", predicate, "digest", digest)
}

func observation(d generators.Draw, seq int, r strict.Object) strict.Object {
	state := generators.Mostly[strict.Value](d, 75, "present", "absent", nil)
	if r.Text("kind") == "job" {
		state = generators.Mostly[strict.Value](d, 70, "settled", "running", nil)
	}
	digest := strict.Value(nil)
	if state == "present" {
		digest = generators.Mostly[strict.Value](d, 75, hashA, hashB, nil)
	}
	if d.Chance(8) {
		r = r.With("generation", generators.Pick[strict.Value](d, "g1", "g2", nil))
	}
	return generators.Object("v", generators.Int(1), "type", "observation", "seq", generators.Int(seq), "resource", r,
		"source", generators.Mostly(d, 65, "readback", "acknowledgement", "cache"), "coverage",
		generators.Mostly(d, 78, "complete", "partial"),
		"state", state, "digest", digest)
}

func outcome(d generators.Draw, seq int, effect string) strict.Object {
	execution := generators.Mostly(d, 45, "completed", "running", "failed", "timed_out", "interrupted", "not_invoked")
	return generators.Object("v", generators.Int(1), "type", "outcome", "seq", generators.Int(seq), "effect", effect,
		"execution", execution,
		"possible_impact", execution != "not_invoked", "message",
		generators.Mostly[strict.Value](d, 70, nil, "it said e1 was done\u2028really"))
}

// tidy is a log of one act that is verified, or nearly, and perhaps of another behind it.
func tidy(d generators.Draw) strict.Object {
	file := generators.Object("kind", "file", "place", strict.Array{"ws", "out"}, "generation", "g1")
	expected := generators.Object("resource", file, "predicate", "digest", "digest", hashA)
	if d.Chance(30) {
		expected = expected.With("predicate", generators.Mostly(d, 60, "absent", "exists", "settled")).With("digest",
			nil)
	}
	claim := func(seq int, id string) strict.Object {
		return generators.Object("v", generators.Int(1), "type", "claim", "seq", generators.Int(seq), "effect", id,
			"lineage", "run1", "scope", strict.Array{file},
			"expect", strict.Array{expected})
	}
	settle := func(seq int, id, execution string) strict.Object {
		return generators.Object("v", generators.Int(1), "type", "outcome", "seq", generators.Int(seq), "effect", id,
			"execution", execution,
			"possible_impact", execution != "not_invoked", "message", nil)
	}
	records := []strict.Object{claim(1, "e1"),
		settle(2, "e1", generators.Mostly(d, 70, "completed", "timed_out", "failed")), observation(d, 3, file)}
	if d.Chance(60) {
		records = append(records, claim(4, "e2"),
			settle(5, "e2", generators.Mostly(d, 60, "not_invoked", "failed", "completed")))
	}
	if d.Chance(30) {
		records = append(records, observation(d, 6, file))
	}
	var b strings.Builder
	for _, r := range records {
		b.Write(strict.Encode(r))
		b.WriteByte('\n')
	}
	return generators.Object("log", generators.Object("text", b.String(), "file_kind", "regular", "link_count",
		generators.Int(generators.Mostly(d, 90, 1, 2)), "lineage", "run1"),
		"writer", "live", "required",
		strict.Array{generators.Object("id", "art", "kind", "file", "place", file.At("place"))})
}

func facts(d generators.Draw) strict.Object {
	if d.Chance(20) {
		return tidy(d)
	}
	var records []strict.Value
	var open, places = []string{}, []strict.Object{}
	seq, effects := d.IntN(2), 0
	next := func() int { seq += generators.Mostly(d, 85, 1, 2, 5); return seq }
	settled := map[string]bool{}
	for range generators.Pick(d, 0, 1, 2, 3, 4, 5, 6, 7, 8) {
		switch n := d.IntN(10); {
		case n < 4 && effects < 4 || len(places) == 0:
			effects++
			id := generators.Pick(d, "e", "e", "a") + generators.Digits(effects)
			scope := strict.Array{resource(d)}
			if d.Chance(30) {
				scope = append(scope, resource(d))
			}
			expect := strict.Array{}
			for _, r := range scope {
				if d.Chance(75) {
					expect = append(expect, expectation(d, r.(strict.Object)))
				}
				places = append(places, r.(strict.Object))
			}
			if len(expect) > 0 && d.Chance(10) {
				expect = append(expect, expectation(d, scope[0].(strict.Object)))
			}
			said := strict.Value(scope)
			if d.Chance(8) {
				said, expect = nil, strict.Array{}
			}
			records = append(records, generators.Object("v", generators.Int(1), "type", "claim", "seq",
				generators.Int(next()), "effect", id, "lineage", "run1",
				"scope", said, "expect", expect))
			open = append(open, id)
			if d.Chance(55) {
				o := outcome(d, next(), id)
				settled[id] = o.Text("execution") != "running"
				records = append(records, o)
			}
		case n < 6:
			id := open[d.IntN(len(open))]
			if settled[id] && d.Chance(92) {
				continue
			}
			o := outcome(d, next(), id)
			if o.Text("execution") == "not_invoked" && d.Chance(70) {
				o = o.With("execution", "completed").With("possible_impact", true)
			}
			settled[id] = o.Text("execution") != "running"
			records = append(records, o)
		default:
			records = append(records, observation(d, next(), places[d.IntN(len(places))]))
		}
	}
	if len(records) > 0 && d.Chance(22) {
		i := d.IntN(len(records))
		records[i] = spoiled(d, records[i].(strict.Object))
	}
	var b strings.Builder
	for i, r := range records {
		if d.Chance(2) {
			b.WriteString(generators.Pick(d, "\r", " ", "\t"))
		}
		b.Write(strict.Encode(r))
		if d.Chance(1) {
			b.WriteString(generators.Pick(d, "\r", " ", "\u2028"))
		}
		if i < len(records)-1 || !d.Chance(6) {
			b.WriteByte('\n')
		}
		if d.Chance(1) {
			b.WriteString(generators.Pick(d, "\n", "\r\n", "\ufffd\n", "[]\n", "{}\n"))
		}
	}
	if d.Chance(10) {
		b.WriteString(generators.Pick(d, "{\"v\":1,\"ty", "\ufffd", " ", "{}"))
	}
	kind := generators.Mostly[strict.Value](d, 90, "regular", nil, "symlink", "other", "absent")
	text := strict.Value(b.String())
	if d.Chance(10) {
		text = spoilt(d, b.String())
	}
	if kind == "absent" && d.Chance(80) {
		text = ""
	}
	if d.Chance(3) {
		text = nil
	}
	required := strict.Array{}
	for i := range d.IntN(3) {
		r := resource(d)
		if len(places) > 0 && d.Chance(70) {
			r = places[d.IntN(len(places))]
		}
		required = append(required, generators.Object("id", generators.Pick(d, "z", "art")+generators.Digits(i), "kind",
			r.At("kind"), "place", r.At("place")))
	}
	return generators.Object("log", generators.Object("text", text, "file_kind", kind, "link_count",
		generators.Mostly(d, 91, generators.Int(1), nil, generators.Int(2), generators.Int(0), generators.Number("-0"),
			generators.Number("9007199254740992")), "lineage", "run1"),
		"writer", generators.Mostly[strict.Value](d, 45, "live", "gone", nil), "required", required)
}

// spoiled is a record that breaks one rule, or nearly.
func spoiled(d generators.Draw, r strict.Object) strict.Value {
	switch d.IntN(12) {
	case 0:
		return r.With("seq", generators.Pick(d, generators.Int(0), generators.Int(1), generators.Int(2),
			generators.Int(3), generators.Number("-0"), generators.Number("1.0")))
	case 1:
		return r.With("v", generators.Int(2))
	case 2:
		return r.With("x_note", nil)
	case 3:
		return r.With("type", "note")
	case 4:
		return r.With("message", "broken \ufffd")
	case 5:
		return r.With("effect", generators.Pick(d, "e1", "e9"))
	case 6:
		return r.With("lineage", "run2")
	case 7:
		return r.With("scope", strict.Array{})
	case 8:
		return r.With("possible_impact", d.Chance(50))
	case 9:
		expect := slices.Clone(r.Array("expect"))
		if len(expect) > 0 {
			e := expect[0].(strict.Object)
			switch d.IntN(4) {
			case 0:
				e = e.With("digest", generators.Pick[strict.Value](d, nil, hashA))
			case 1:
				e = e.With("predicate", generators.Pick(d, "settled", "exists"))
			case 2:
				e = e.With("resource",
					e.Object("resource").With("generation", generators.Pick[strict.Value](d, nil, "g7")))
			case 3:
				e = e.With("resource", resource(d))
			}
			expect[0] = e
		}
		return r.With("expect", expect)
	case 10:
		return r.With("state", generators.Pick[strict.Value](d, "settled", "present", "absent"))
	}
	return generators.Damage(d, r)
}

// claim draws a report: decide's answer with faults.
func claim(d generators.Draw, f strict.Object, decide generators.Decider) strict.Value {
	honest := f
	if d.Chance(12) { // of a log that was not looked at
		l := f.Object("log")
		honest = f.With("log", l.With("file_kind", "regular").With("link_count", generators.Int(1)))
	}
	answer, ok := decide(honest)
	if !ok {
		answer = generators.Object("rows", strict.Array{}, "summary",
			generators.Object("log", "ok", "append_at", nil, "unsettled_required", strict.Array{}, "decision", "done"))
	}
	said := answer.(strict.Object)
	rows := slices.Clone(said.Array("rows"))
	for range generators.Pick(d, 0, 0, 1, 1, 2) {
		if len(rows) == 0 {
			break
		}
		i := d.IntN(len(rows))
		r := rows[i].(strict.Object)
		switch d.IntN(9) {
		case 8:
			r = r.With("verification", generators.Pick(d, "verified", "observed_state_without_causation"))
		case 0:
			r = r.With("execution", generators.Pick(d, "completed", "not_invoked", "failed", "pending", "running"))
		case 1, 2:
			r = r.With("verification", generators.Pick(d, "verified", "verified", "contradicted", "unverified",
				"known_noop", "observed_state_without_causation"))
		case 3:
			r = r.With("possible_impact", d.Chance(30))
		case 4:
			r = r.With("evidence", generators.Pick(d, nil, generators.Int(3), generators.Int(2)))
		case 5:
			r = r.With("append", generators.Pick[strict.Value](d, nil, "interrupted", "completed", "not_invoked",
				"running", "pending"))
		case 6:
			r = r.With("reason", "partial")
		case 7:
			if d.Chance(50) {
				rows = slices.Delete(rows, i, i+1)
				continue
			}
			r = r.With("id", "nobody")
		}
		rows[i] = r
	}
	if d.Chance(20) {
		slices.Reverse(rows)
	}
	summary := said.Object("summary")
	if d.Chance(45) {
		switch d.IntN(4) {
		case 0:
			summary = summary.With("log", generators.Pick(d, "ok", "ok", "torn_tail", "corrupt", "aliased",
				"unreadable"))
		case 1:
			summary = summary.With("append_at", generators.Pick(d, nil, generators.Int(0), generators.Int(700)))
		case 2:
			summary = summary.With("decision", generators.Pick(d, "done", "unverified", "incomplete", "failed",
				"blocked"))
		case 3:
			list := slices.Clone(summary.Array("unsettled_required"))
			if len(list) > 0 && d.Chance(70) {
				if d.Chance(50) {
					list = list[1:]
				} else {
					slices.Reverse(list)
				}
			} else {
				list = append(list, "more")
			}
			summary = summary.With("unsettled_required", list)
		}
	}
	if summary.Text("decision") == "blocked" && d.Chance(30) {
		rows = strict.Array{generators.Object("id", "e1", "execution", "completed", "verification", "verified",
			"possible_impact", true, "evidence", generators.Int(3),
			"append", nil)}
	}
	if d.Chance(6) {
		summary = summary.With("log", generators.Pick(d, "aliased", "corrupt")).With("decision", "blocked")
	}
	if d.Chance(10) {
		summary = summary.With("log", "ok").With("decision", generators.Pick(d, "done", "blocked"))
	}
	said = generators.Object("rows", rows, "summary", summary)
	if d.Chance(5) {
		said = said.With("x_deep", generators.Deep(60+d.IntN(8)))
	}
	if d.Chance(10) {
		return generators.Damage(d, said)
	}
	return said
}
