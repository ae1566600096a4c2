package cover

import (
	"slices"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// scene is a call like that of example 1: a root at rest, a child that is born in the call and
// stays, and strangers that share nothing with them.
type scene struct {
	id                string
	root, child, base int // what they use in the call, and a child that ended in it had used before
	facts             strict.Object
	old               strict.Object // the row of that child
	form              int           // where a fault has several forms
	decide            generators.Decider
}

// The pointers of what the plants change: the rows of the stop walk, and the call.
const (
	stopRoot  = "/walks/3/rows/0/"
	stopChild = "/walks/3/rows/1/"
	call      = "/spans/0"
)

func scenes(w *generators.FactWorlds) func(generators.Draw) *scene {
	return func(d generators.Draw) *scene {
		s := &scene{id: generators.Pick(d, "call-1", "a", "z.9"), form: d.IntN(840), decide: w.Decide}
		s.root, s.child, s.base = 2001+d.IntN(400), 2601+d.IntN(390), 2000+d.IntN(500)
		if (s.root+s.child)%1000 == 0 {
			s.root++
		}
		rowOf := func(pid, parent, started, counter int, token string) strict.Object {
			return state{pid: pid, parent: parent, started: started, counter: counter, token: token}.row(d, true).
				With("running_threads", generators.Int(0)).
				With("children_listed", true).With("gpu", "none").With("neural", "none")
		}
		stranger := d.Chance(40)
		walks := strict.Array{}
		for i, at := range []int{980, 990, 1210, 1220} {
			counter := 4900
			if i > 1 {
				counter += s.root
			}
			rows := strict.Array{rowOf(100, 1, 500, counter, "s1").With("reaped", generators.Int(7))}
			if i > 1 {
				rows = append(rows, rowOf(200, 100, 1000, s.child-50*(3-i), "c1"))
			}
			if stranger {
				rows = append(rows, rowOf(900, 1, 600, 10*i, "x1"))
			}
			walks = append(walks, generators.Object("seq", generators.Int(i+1), "at_ms", generators.Int(at), "boot_id",
				"b1", "rows", rows))
		}
		s.old = rowOf(200, 100, 600, s.base, "c0")
		spans := strict.Array{span(s.id, 100, "s1")}
		if stranger {
			spans = append(spans, span("stranger", 900, "x1"))
		}
		s.facts = generators.Object("counter_unit", "nanojoule", "settle_ms", generators.Int(50), "spans", spans,
			"walks", walks)
		return s
	}
}

func span(id string, pid int, token string) strict.Object {
	return generators.Object("id", id, "root", generators.Object("pid", generators.Int(pid), "start_token", token,
		"boot_id", "b1"),
		"begin_ms", generators.Int(1000), "end_ms", generators.Int(1200), "declared_by", "operator")
}

// figure is so many units in thousands, rounded up.
func figure(nanojoules int) strict.Value { return generators.Int((nanojoules + 999) / 1000) }

// receipts are decide's rows as they are sealed, the call's own with members said otherwise.
func (s *scene) receipts(facts strict.Value, members ...any) strict.Array {
	answer, _ := s.decide(facts)
	decision, _ := answer.(strict.Object)
	sealed := strict.Array{}
	for _, row := range generators.Objects(decision, "rows") {
		receipt := row.Without("start_seq").Without("stop_seq")
		for i := 0; i < len(members) && row.Text("id") == s.id; i += 2 {
			receipt = receipt.With(members[i].(string), members[i+1])
		}
		sealed = append(sealed, receipt)
	}
	return sealed
}

func (s *scene) said(facts strict.Value, receipts strict.Array) generators.Said {
	return generators.Said{Facts: facts, Claim: generators.Object("receipts", receipts)}
}

// whole are the receipts of facts, the call's own one of a call without a gap.
func (s *scene) whole(facts strict.Value, members ...any) generators.Said {
	return s.said(facts,
		s.receipts(facts,
			append([]any{"coverage", "whole", "gaps", strict.Array{}, "figure", figure(s.root + s.child), "declared",
				true}, members...)...))
}

// plants are the negative cases of section 7 and others like them, each beside its sibling.
func plants(w *generators.FactWorlds) []generators.Plant {
	put, either := generators.Put, generators.Either
	plant := func(code string, what func(s *scene, right bool) generators.Said) generators.Plant {
		return generators.NewPlant("COVER_"+code, scenes(w), func(s *scene, right bool) (generators.Said, string) {
			if code == "CLAIM_MALFORMED" {
				return what(s, right), "claim"
			}
			return what(s, right), s.id
		})
	}
	// saying is a receipt that says a member otherwise than the row.
	saying := func(code, member string, to func(s *scene) strict.Value) generators.Plant {
		return plant(code, func(s *scene, right bool) generators.Said {
			if right {
				return s.said(s.facts, s.receipts(s.facts))
			}
			return s.said(s.facts, s.receipts(s.facts, member, to(s)))
		})
	}
	// fact is one of the facts that make a gap: the receipt has none.
	type fact struct {
		pointers       []string
		sibling, fault strict.Value
	}
	gap := func(code string, facts ...fact) generators.Plant {
		return plant(code, func(s *scene, right bool) generators.Said {
			f, changed := facts[s.form%len(facts)], strict.Value(s.facts)
			for _, pointer := range f.pointers {
				changed = put(changed, pointer, either(right, f.sibling, f.fault))
			}
			return s.whole(changed)
		})
	}
	at := func(pointers ...string) []string { return pointers }
	return []generators.Plant{
		saying("CLAIM_MALFORMED", "figure", func(s *scene) strict.Value {
			return []strict.Value{generators.Int(-6), "6", generators.Number("6.0")}[s.form%3]
		}),
		plant("RECEIPT_UNMATCHED", func(s *scene, right bool) generators.Said {
			receipts := s.receipts(s.facts)
			switch {
			case right:
			case s.form%2 == 0:
				receipts = append(receipts, receipts[slices.IndexFunc(receipts, s.own)])
			default:
				receipts = slices.DeleteFunc(receipts, s.own)
			}
			return s.said(s.facts, receipts)
		}),
		saying("UNIT_MISMATCH", "unit", func(s *scene) strict.Value {
			return []strict.Value{"nanojoule", "byte", "microsecond"}[s.form%3]
		}),
		plant("WHOLE_WITH_GAP", func(s *scene, right bool) generators.Said {
			facts := put(s.facts, stopRoot+"gpu", "used")
			return s.said(facts, s.receipts(facts, "coverage", either(right, "partial", "whole")))
		}),
		gap("WHOLE_UNDECLARED", fact{at(call + "/declared_by"), "operator", "server"},
			fact{at(call + "/declared_by"), "operator", nil}),
		gap("UNSETTLED_ACCEPTED", fact{at(stopRoot + "running_threads"), generators.Int(0), generators.Int(1)},
			fact{at(stopRoot + "running_threads"), generators.Int(0), nil},
			fact{at("/walks/1/rows/0/running_threads"), generators.Int(0), nil},
			fact{at("/walks/0/seq"), generators.Int(1), generators.Int(0)}),
		plant("UNREADABLE_AS_ZERO", func(s *scene, right bool) generators.Said {
			switch s.form % 3 {
			case 0:
				return s.whole(put(s.facts, stopChild+"counter", either(right, generators.Int(0), nil)), "figure",
					figure(s.root))
			case 1:
				return s.whole(put(s.facts, stopRoot+"children_listed", right))
			}
			reaped := either(right, generators.Int(0), nil)
			return s.whole(put(put(s.facts, "/walks/2/rows/1/reaped", reaped), stopChild+"reaped", reaped))
		}),
		plant("ROUND_DOWN", func(s *scene, right bool) generators.Said {
			down := (s.root + s.child) / 1000
			facts := strict.Value(s.facts)
			if right {
				facts = put(facts, stopChild+"counter", generators.Int(1000*down-s.root))
			}
			return s.whole(facts, "figure", generators.Int(down))
		}),
		plant("PID_REUSE_MERGED", func(s *scene, right bool) generators.Said {
			facts := generators.Append(generators.Append(s.facts, "/walks/0/rows", s.old), "/walks/1/rows", s.old)
			if right {
				return s.said(facts, s.receipts(facts))
			}
			return s.said(facts, s.receipts(facts, "figure", figure(s.root+s.child-s.base)))
		}),
		plant("PREDATES_COUNTED", func(s *scene, right bool) generators.Said {
			started := either(right, generators.Int(1000), generators.Int(999))
			return s.whole(put(put(s.facts, "/walks/2/rows/1/started_ms", started), stopChild+"started_ms", started))
		}),
		gap("REAPED_IGNORED", fact{at("/walks/2/rows/0/reaped", stopRoot+"reaped"), generators.Int(7),
			generators.Int(8)},
			fact{at("/walks/2/rows/1/reaped", stopChild+"reaped"), generators.Int(0), generators.Int(1)}),
		gap("ACCELERATOR_IGNORED", fact{at("/walks/1/rows/0/neural"), "none", nil},
			fact{at(stopRoot + "gpu"), "none", "used"},
			fact{at(stopChild + "gpu"), "none", nil}, fact{at(stopChild + "neural"), "none", "used"}),
		plant("DOUBLE_COUNTED", func(s *scene, right bool) generators.Said {
			facts := generators.Append(s.facts, "/spans", span("call-2", 200, "c1"))
			if right {
				return s.said(facts, s.receipts(facts))
			}
			return s.whole(facts)
		}),
		plant("RECEIPT_MISMATCH", func(s *scene, right bool) generators.Said {
			facts := put(s.facts, stopRoot+"gpu", "used")
			switch receipts := s.receipts(facts); {
			case right:
				return s.said(facts, receipts)
			case s.form%2 == 0: // a gap that there is not
				return s.said(facts, s.receipts(facts, "gaps", strict.Array{"gpu", "gone"}))
			}
			return s.said(facts, s.receipts(facts, "figure", figure(s.root+s.child+1000*(1+s.form%3))))
		}),
	}
}

// own reports whether a receipt is the call's.
func (s *scene) own(receipt strict.Value) bool {
	o, _ := receipt.(strict.Object)
	return o.Text("id") == s.id
}
