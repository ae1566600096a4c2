package effect

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// scene is a file that one effect has to bring about: the records of section 9, behind those
// of a stranger on another place.
type scene struct {
	id, other string // effects
	file      strict.Object
	digest    string
	wrong     string // another digest
	before    []strict.Value
	seq       int // of the claim
	form      int // where a fault has several forms
	decide    generators.Decider
}

func scenes(w *generators.FactWorlds) func(generators.Draw) *scene {
	return func(d generators.Draw) *scene {
		s := &scene{id: generators.Pick(d, "e1", "write", "a.b"), other: "e2", digest: hashA, wrong: hashB,
			form: d.IntN(840), decide: w.Decide}
		if d.Chance(50) {
			s.digest, s.wrong = hashB, hashA
		}
		s.file = generators.Object("kind", generators.Pick(d, "file", "record", "external"), "place",
			generators.Pick(d, strict.Array{"ws", "out"}, strict.Array{"out"}, strict.Array{"ws", "a", "b", "c"}),
			"generation", generators.Pick(d, "g1", "g7"))
		s.seq = 1 + d.IntN(3)
		if d.Chance(40) {
			place := strict.Array{"elsewhere", "x"}
			stranger := s.file.With("place", place)
			s.before = []strict.Value{
				generators.Object("v", generators.Int(1), "type", "claim", "seq", generators.Int(s.seq), "effect", "x0",
					"lineage", "run1", "scope", strict.Array{stranger},
					"expect",
					strict.Array{generators.Object("resource", stranger, "predicate", "exists", "digest", nil)}),
				s.outcome(s.seq+1, "x0", generators.Pick(d, "completed", "timed_out")),
				s.observation(s.seq+3, "readback").With("resource", stranger),
			}
			s.seq += 4 + d.IntN(3)
		}
		return s
	}
}

// claim is the record of an act on the file, before it.
func (s *scene) claim() strict.Object {
	return generators.Object("v", generators.Int(1), "type", "claim", "seq", generators.Int(s.seq), "effect", s.id,
		"lineage", "run1", "scope", strict.Array{s.file},
		"expect", strict.Array{generators.Object("resource", s.file, "predicate", "digest", "digest", s.digest)})
}

// anywhere is the record of an act that may touch anything.
func (s *scene) anywhere(seq int) strict.Object {
	return generators.Object("v", generators.Int(1), "type", "claim", "seq", generators.Int(seq), "effect", s.other,
		"lineage", "run1", "scope", nil, "expect", strict.Array{})
}

func (s *scene) outcome(seq int, effect, execution string) strict.Object {
	return generators.Object("v", generators.Int(1), "type", "outcome", "seq", generators.Int(seq), "effect", effect,
		"execution", execution,
		"possible_impact", execution != "not_invoked", "message", nil)
}

// observation is a reading of the file that matches.
func (s *scene) observation(seq int, source string) strict.Object {
	return generators.Object("v", generators.Int(1), "type", "observation", "seq", generators.Int(seq), "resource",
		s.file, "source", source,
		"coverage", "complete", "state", "present", "digest", s.digest)
}

// facts are those of a log of the stranger's records, the claim and further ones.
func (s *scene) facts(records ...strict.Value) strict.Object {
	var b strings.Builder
	for _, r := range slices.Concat(s.before, []strict.Value{s.claim()}, records) {
		b.Write(strict.Encode(r))
		b.WriteByte('\n')
	}
	return generators.Object("log", generators.Object("text", b.String(), "file_kind", "regular", "link_count",
		generators.Int(1), "lineage", "run1"),
		"writer", "live", "required", strict.Array{})
}

// settled are facts of an outcome of the effect and of what is behind it.
func (s *scene) settled(execution string, behind ...strict.Value) strict.Object {
	return s.facts(append([]strict.Value{s.outcome(s.seq+1, s.id, execution)}, behind...)...)
}

// tail are facts with a torn tail.
func tail(facts strict.Object, torn string) strict.Object {
	text, _ := textOf(facts)
	return withText(facts, text+torn)
}

// report is decide's answer.
func (s *scene) report(facts strict.Value) strict.Object {
	answer, _ := s.decide(facts)
	report, _ := answer.(strict.Object)
	return report
}

func (s *scene) truth(facts strict.Value) generators.Said {
	return generators.Said{Facts: facts, Claim: s.report(facts)}
}

// row claims decide's answer with a member of the effect's row said otherwise.
func (s *scene) row(facts strict.Value, member string, to strict.Value) generators.Said {
	report := s.report(facts)
	rows := slices.Clone(report.Array("rows"))
	for i, row := range rows {
		if object, _ := row.(strict.Object); object.Text("id") == s.id {
			rows[i] = object.With(member, to)
		}
	}
	return generators.Said{Facts: facts, Claim: report.With("rows", rows)}
}

// plants are the negative cases of section 7 and others like them, each beside its sibling.
func plants(w *generators.FactWorlds) []generators.Plant {
	plant := func(code string, subject string, what func(s *scene, right bool) generators.Said) generators.Plant {
		return generators.NewPlant("EFFECT_"+code, scenes(w), func(s *scene, right bool) (generators.Said, string) {
			if subject == "" {
				return what(s, right), s.id
			}
			return what(s, right), subject
		})
	}
	const verified = "verified"
	good := func(s *scene) strict.Object { return s.settled("completed", s.observation(s.seq+2, "readback")) }
	// overstated is a row that is said to be verified, where the facts are not those that verify.
	overstated := func(code string, facts func(s *scene, right bool) strict.Object) generators.Plant {
		return plant(code, "", func(s *scene, right bool) generators.Said {
			if right {
				return s.truth(facts(s, true))
			}
			return s.row(facts(s, false), "verification", verified)
		})
	}
	torn := func(s *scene) string {
		return []string{`{"v":1,"ty`, "{", " ", string(strict.Encode(s.outcome(s.seq+9, s.id, "running")))}[s.form%4]
	}
	return []generators.Plant{
		plant("CLAIM_MALFORMED", "claim", func(s *scene, right bool) generators.Said {
			said := s.truth(good(s))
			if right {
				return said
			}
			report := said.Claim.(strict.Object)
			rows := slices.Clone(report.Array("rows"))
			last := len(rows) - 1
			rows[last] = rows[last].(strict.Object).Without([]string{"evidence", "append", "verification"}[s.form%3])
			return generators.Said{Facts: said.Facts, Claim: report.With("rows", rows)}
		}),
		plant("ALIAS_ACCEPTED", "log", func(s *scene, right bool) generators.Said {
			said := s.truth(good(s))
			pointer, to := "/log/link_count", generators.Int(2)
			switch s.form % 4 {
			case 1:
				to = nil
			case 2:
				pointer, to = "/log/file_kind", "symlink"
			case 3:
				pointer, to = "/log/file_kind", nil
			}
			if !right {
				said.Facts = generators.Put(said.Facts, pointer, to)
			}
			return said
		}),
		plant("CORRUPT_ACCEPTED", "log", func(s *scene, right bool) generators.Said {
			said := s.truth(good(s))
			text, _ := textOf(said.Facts.(strict.Object))
			ended, tail := lines(text)
			broken := damages[s.form%len(damages)](ended, s.form/len(damages)%len(ended))
			if broken == nil {
				broken = inserted(ended, len(ended), "")
			}
			if !right {
				said.Facts = withText(said.Facts.(strict.Object), joined(broken, tail))
			}
			return said
		}),
		plant("LOG_REJECTED", "log", func(s *scene, right bool) generators.Said {
			facts := tail(good(s), `{"v":1,"ty`)
			if right {
				return s.truth(tail(facts, "\n"))
			}
			return generators.Said{Facts: facts, Claim: generators.Object("rows", strict.Array{}, "summary",
				generators.Object("log", "corrupt", "append_at", nil, "unsettled_required", strict.Array{}, "decision",
					"blocked"))}
		}),
		plant("FALSE_NOOP", "", func(s *scene, right bool) generators.Said {
			behind := []strict.Value{s.anywhere(s.seq + 2), s.outcome(s.seq+3, s.other, "running")}
			if right {
				return s.truth(s.settled("not_invoked", behind...))
			}
			facts := s.settled([]string{"failed", "timed_out", "interrupted"}[s.form%3], behind...)
			if s.form%2 == 0 {
				return s.row(facts, "possible_impact", false)
			}
			return s.row(facts, "execution", "not_invoked")
		}),
		plant("RESETTLED", "", func(s *scene, right bool) generators.Said {
			running := s.facts(s.outcome(s.seq+1, s.id, "running")).With("writer", "gone")
			if s.form%2 == 0 { // nothing is settled, and the writer may live
				running = s.facts()
			}
			if right {
				return s.truth(s.facts().With("writer", "gone"))
			}
			return s.row(running, "append", "interrupted")
		}),
		plant("CONTRADICTION_HIDDEN", "", func(s *scene, right bool) generators.Said {
			another := s.observation(s.seq+2, "readback").With("digest", s.wrong)
			if right {
				return s.truth(s.settled("completed", another.With("coverage", "partial")))
			}
			return s.row(s.settled("completed", another), "verification", []string{"unverified", verified}[s.form%2])
		}),
		overstated("ACK_VERIFIED", func(s *scene, right bool) strict.Object {
			return s.settled("completed",
				s.observation(s.seq+2, generators.Either(right, "readback", "acknowledgement").(string)))
		}),
		overstated("STALE_VERIFIED", func(s *scene, right bool) strict.Object {
			read := s.observation(s.seq+2, "readback")
			switch s.form % 4 {
			case 0: // an act of unknown scope behind the readback
				return s.settled("completed", read, s.anywhere(s.seq+3),
					s.outcome(s.seq+4, s.other, generators.Either(right, "not_invoked", "failed").(string)))
			case 1: // read earlier
				return s.settled("completed", read.With("source", generators.Either(right, "readback", "cache")))
			case 2: // another generation
				return s.settled("completed",
					read.With("resource",
						s.file.With("generation", generators.Either(right, s.file.At("generation"),
							generators.Either(s.form%8 < 4, "g9", nil)))))
			}
			// an act that is in flight
			if right {
				return s.settled("completed", s.anywhere(s.seq+2), s.outcome(s.seq+3, s.other, "completed"),
					s.observation(s.seq+4, "readback"))
			}
			return s.settled("completed", s.anywhere(s.seq+2), s.observation(s.seq+4, "readback"))
		}),
		overstated("PARTIAL_VERIFIED", func(s *scene, right bool) strict.Object {
			return s.settled("completed",
				s.observation(s.seq+2, "readback").With("coverage", generators.Either(right, "complete", "partial")))
		}),
		plant("UNKNOWN_AS_SUCCESS", "", func(s *scene, right bool) generators.Said {
			if s.form%4 == 3 { // a recovery that appends what nobody saw
				facts := s.facts().With("writer", "gone")
				return s.row(facts, "append", generators.Either(right, "interrupted", "completed"))
			}
			read := s.observation(s.seq+2, "readback")
			facts := s.settled("completed", read)
			switch {
			case right:
				return s.truth(facts)
			case s.form%4 == 0:
				facts = s.settled([]string{"timed_out", "interrupted", "failed"}[s.form/4%3], read)
			case s.form%4 == 1:
				facts = s.settled("completed", read.With("digest", nil))
			default:
				facts = s.settled("failed")
			}
			return s.row(facts, "verification", verified)
		}),
		plant("APPEND_MISPLACED", "log", func(s *scene, right bool) generators.Said {
			if right {
				return s.truth(good(s))
			}
			facts := tail(good(s), torn(s))
			text, _ := textOf(facts)
			said := s.truth(facts)
			return generators.Said{Facts: facts,
				Claim: generators.Put(said.Claim, "/summary/append_at", generators.Int(len(text)))}
		}),
		plant("DONE_OVERCLAIMED", "decision", func(s *scene, right bool) generators.Said {
			source := generators.Either(right, "readback", "acknowledgement").(string)
			facts := s.settled("completed", s.observation(s.seq+2, source)).With("required",
				strict.Array{generators.Object("id", "art", "kind", s.file.At("kind"), "place", s.file.At("place"))})
			if right {
				return s.truth(facts)
			}
			return generators.Said{Facts: facts, Claim: generators.Put(s.report(facts), "/summary/decision", "done")}
		}),
		plant("CLAIM_MISMATCH", "", func(s *scene, right bool) generators.Said {
			if right {
				return s.truth(good(s))
			}
			facts := s.settled("completed", s.observation(s.seq+2, "readback"), s.observation(s.seq+3, "readback"))
			return s.row(facts, "evidence", generators.Int(s.seq+2))
		}),
	}
}
