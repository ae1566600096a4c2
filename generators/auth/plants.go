package auth

import (
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// scene is a job that all stores bind, another generation of it, a stop of it and a launch,
// among strangers that share nothing with it.
type scene struct {
	job, next  strict.Object
	id         string
	stop, read strict.Object // requests
	launch     strict.Object
	stranger   func(facts strict.Value) strict.Value
	form       int // where a fault has several forms
}

func drawScene(d generators.Draw) *scene {
	j := job("build", "g1").With("receipt_id", "r1").With("origin", generators.Pick(d, "q0", "o7")).
		With("supervisor", incarnation(4000+d.IntN(500), "s"+generators.Digits(100+d.IntN(100))))
	s := &scene{job: j, next: j.With("generation", generators.Pick(d, "g2", "g1.1", "G1")),
		id: generators.Pick(d, "q1", "r", "a"), form: d.IntN(840)}
	s.stop, s.read = asks(s.id, "stop", j).With("expected", j), asks(s.id, "read_output", j).With("expected", j)
	sealed := generators.Object("backend", generators.Pick(d, "bash", "python"), "root", strict.Array{"vol", "ws"},
		"required", strict.Array{"net", "fs"},
		"mounts", generators.Pick(d, strict.Array{}, strict.Array{"m1"}), "network",
		generators.Pick(d, "none", "inherit"), "max_runtime_s", generators.Int(600))
	r := asks(s.id, "launch").With("launch", generators.Object("generation", "n1", "input_digest", hashes[0], "scope",
		sealed))
	s.launch = r.With("granted", r.Object("granted").With("launches", strict.Array{sealed}))
	first, spent, other := d.Chance(30), d.Chance(30), d.Chance(30)
	s.stranger = func(facts strict.Value) strict.Value {
		if first { // a request that is refused, and for which nothing was done
			facts = generators.Put(facts, "/requests",
				append(strict.Array{asks("z0", "stop")}, facts.(strict.Object).Array("requests")...))
		}
		if spent {
			facts = generators.Append(facts, "/approvals",
				generators.Object("id", "ap0", "digest", hashes[1], "used", true))
		}
		if other {
			facts = generators.Append(facts, "/processes", incarnation(77, "s7").With("verdict", "foreign"))
			facts = generators.Append(facts, "/records", generators.Object("job_id", "other", "body", nil))
		}
		return facts
	}
	return s
}

// around are facts in which every store binds the job.
func (s *scene) around(status string, requests ...strict.Value) strict.Value {
	facts := bound(s.job, status, requests...)
	for _, id := range []string{"vol", "ws", "m1"} {
		facts = facts.With("roots",
			append(facts.Array("roots"), generators.Object("id", id, "live", true, "control", false)))
	}
	return facts
}

// entry is what was decided and done for the request of the scene.
func (s *scene) entry(verdict string, members ...any) strict.Object {
	e := generators.Object("request", s.id, "verdict", verdict, "resource", nil, "launch", nil, "approval", nil,
		"signalled", strict.Array{}, "updated", strict.Array{}, "ceiling", nil)
	for i := 0; i < len(members); i += 2 {
		e = e.With(members[i].(string), members[i+1])
	}
	return e
}

// stopped is a stop as it was admitted, and read a read.
func (s *scene) stopped(members ...any) strict.Object {
	return s.entry("admit_mutation", append([]any{"resource", s.job, "signalled", strict.Array{s.job.At("supervisor")}},
		members...)...)
}

func (s *scene) readOut(members ...any) strict.Object {
	return s.entry("admit_read", append([]any{"resource", s.job}, members...)...)
}

func (s *scene) launched(members ...any) strict.Object {
	return s.entry("admit_mutation", append([]any{"launch", s.launch.At("launch")}, members...)...)
}

func (s *scene) said(facts strict.Value, entries ...strict.Value) generators.Said {
	return generators.Said{Facts: s.stranger(facts),
		Claim: generators.Object("log", append(strict.Array{}, entries...))}
}

// approved is the stop by an approval that binds a job, and the entry that spends it.
func (s *scene) approved(of strict.Object, used strict.Value) (facts, entry strict.Value) {
	r := s.stop.With("approval", "ap")
	digest := bindingOf(r.With("expected", of))
	facts = generators.Put(s.around("running", r), "/approvals",
		strict.Array{generators.Object("id", "ap", "digest", digest, "used", used)})
	return facts, s.stopped("approval", generators.Object("id", "ap", "digest", digest))
}

// plants are the negative cases of section 7 and others like them, each beside its sibling.
func plants() []generators.Plant {
	put, either := generators.Put, generators.Either
	plant := func(code string, what func(s *scene, right bool) generators.Said) generators.Plant {
		return generators.NewPlant("AUTH_"+code, drawScene, func(s *scene, right bool) (generators.Said, string) {
			if code == "CLAIM_MALFORMED" {
				return what(s, right), "claim"
			}
			return what(s, right), s.id
		})
	}
	// fact is one fact that forbids an act that was admitted.
	type fact struct {
		of, pointer    string // a stop, a read or a launch
		sibling, fault func(s *scene) strict.Value
	}
	is := func(v strict.Value) func(*scene) strict.Value { return func(*scene) strict.Value { return v } }
	own := func(s *scene) strict.Value { return s.job }
	next := func(s *scene) strict.Value { return s.next }
	owned := is("owned")
	forbidden := func(code string, facts ...fact) generators.Plant {
		return plant(code, func(s *scene, right bool) generators.Said {
			f := facts[s.form%len(facts)]
			to := f.fault(s)
			if right {
				to = f.sibling(s)
			}
			switch f.of {
			case "stop":
				return s.said(put(s.around("running", s.stop), f.pointer, to), s.stopped())
			case "read":
				return s.said(put(s.around("running", s.read), f.pointer, to), s.readOut())
			case "ack":
				r := s.stop.With("operation", "ack")
				return s.said(put(s.around("done", r), f.pointer, to),
					s.entry("admit_mutation", "resource", s.job, "updated", strict.Array{"acknowledged"}))
			}
			return s.said(put(s.around("running", s.launch), f.pointer, to), s.launched())
		})
	}
	operations := strict.Array{"launch", "read_output", "stop", "ack", "continue"}
	return []generators.Plant{
		plant("CLAIM_MALFORMED", func(s *scene, right bool) generators.Said {
			signalled := either(right, s.job.At("supervisor"), s.job.Object("supervisor").At("pid"))
			return s.said(s.around("running", s.stop), s.stopped("signalled", strict.Array{signalled}))
		}),
		plant("ALIAS_ACCEPTED", func(s *scene, right bool) generators.Said {
			switch s.form % 3 {
			case 0:
				job := either(right, "build", generators.Either(s.form%2 == 0, "build-2", "buil"))
				return s.said(s.around("running", s.read), s.readOut("resource", s.job.With("job_id", job)))
			case 1:
				return s.said(put(s.around("running", s.read), "/requests/0/selector",
					either(right, "build", "build-2")), s.readOut())
			}
			control := either(right, false, generators.Either(s.form%2 == 0, true, nil))
			return s.said(put(s.around("running", s.launch), "/roots/1/control", control), s.launched())
		}),
		plant("OWNER_SUBSTITUTED", func(s *scene, right bool) generators.Said {
			member := []string{"owner", "thread", "origin"}[s.form%3]
			if member == "origin" || s.form%2 == 0 {
				return s.said(s.around("running", s.read),
					s.readOut("resource", s.job.With(member, either(right, s.job.At(member), "somebody"))))
			}
			target := s.job.With(member, either(right, s.job.At(member), "somebody"))
			return s.said(put(s.around("running", s.read), "/requests/0/expected", target),
				s.readOut("resource", target))
		}),
		plant("SCOPE_BROADENED", func(s *scene, right bool) generators.Said {
			switch s.form % 4 {
			case 0:
				return s.said(put(s.around("running", s.stop), "/requests/0/granted/operations",
					either(right, strict.Array{"read_output", "stop"}, strict.Array{"read_output"})), s.stopped())
			case 1:
				signalled := strict.Array{s.job.At("supervisor")}
				if !right {
					signalled = append(signalled, incarnation(4999, "s1"))
				}
				return s.said(s.around("running", s.stop), s.stopped("signalled", signalled))
			case 2:
				runtime := generators.Int(600)
				if !right {
					runtime = generators.Int(601)
				}
				return s.said(s.around("running", s.launch),
					s.launched("launch", put(s.launch.At("launch"), "/scope/max_runtime_s", runtime)))
			}
			return s.said(put(s.around("running", s.stop), "/requests/0/granted/jobs",
				either(right, strict.Array{s.job}, strict.Array{s.next})), s.stopped())
		}),
		plant("PARENT_RENEWED", func(s *scene, right bool) generators.Said {
			child := asks(s.id, "read_output", s.job).With("selector", "build")
			child = child.With("parent",
				child.Object("granted").With("jobs", strict.Array{either(right, s.job, s.next)}))
			ceiling := generators.Object("operations", operations, "jobs", strict.Array{s.job}, "launches",
				strict.Array{})
			verdict := either(right, "admit_read", "refuse").(string)
			return s.said(s.around("running", child), s.entry(verdict, "ceiling", ceiling))
		}),
		plant("APPROVAL_UNBOUND", func(s *scene, right bool) generators.Said {
			if s.form%2 == 0 {
				facts, entry := s.approved(either(right, s.job, s.next).(strict.Object), false)
				return s.said(facts, entry)
			}
			facts, entry := s.approved(s.job, false)
			if !right {
				entry = put(entry, "/approval", nil)
			}
			return s.said(facts, entry)
		}),
		plant("RESERVATION_REPLAYED", func(s *scene, right bool) generators.Said {
			switch s.form % 4 {
			case 0:
				facts, entry := s.approved(s.job, false)
				if right {
					return s.said(facts, entry)
				}
				return s.said(facts, entry, entry)
			case 1:
				facts, entry := s.approved(s.job, either(right, false, generators.Either(s.form%8 < 4, true, nil)))
				return s.said(facts, entry)
			case 2:
				facts := s.around("running", s.launch)
				if right {
					return s.said(facts, s.launched())
				}
				return s.said(facts, s.launched(), s.launched())
			}
			taken := either(right, "n2", "n1")
			return s.said(generators.Append(s.around("running", s.launch), "/publications",
				generators.Object("generation", taken, "body", nil)), s.launched())
		}),
		forbidden("EXTERNAL_CONTAINED", fact{"stop", "/receipts/0/body/external", is(false), is(true)},
			fact{"stop", "/receipts/0/body/external", is(false), is(nil)},
			fact{"read", "/receipts/0/body/external", is(false), is(true)}),
		forbidden("GENERATION_REPLACED", fact{"stop", "/records/0/body/identity", own, next},
			fact{"read", "/records/0/body/identity", own, next},
			fact{"ack", "/records/0/body/identity", own, next}),
		forbidden("LINKAGE_BROKEN", fact{"read", "/sidecars", func(s *scene) strict.Value {
			return strict.Array{generators.Object("job_id", "build", "body",
				generators.Object("job", s.job, "authority", hashes[0]))}
		}, is(strict.Array{})}, fact{"stop", "/publications/0/body/job", own, next},
			fact{"stop", "/sidecars/0/body/authority", is(hashes[0]), is(hashes[1])},
			fact{"ack", "/receipts", is(strict.Array{}), is(nil)},
			fact{"read", "/receipts/0/body/thread", is("t1"), is("t2")},
			fact{"stop", "/records/0/body/identity/origin", func(s *scene) strict.Value {
				return s.job.At("origin")
			}, is("q9")},
			fact{"launch", "/publications", is(strict.Array{}), is(nil)}),
		forbidden("STALE_MUTATION", fact{"stop", "/processes/0/verdict", owned, is("unverifiable")},
			fact{"stop", "/processes/0/verdict", owned, is("gone")},
			fact{"stop", "/processes/0/verdict", owned, is("foreign")}, fact{"stop", "/processes/0/start_token",
				func(s *scene) strict.Value { return s.job.Object("supervisor").At("start_token") }, is("s2")},
			fact{"stop", "/records/0/body/status", is("running"), is(nil)},
			fact{"ack", "/records/0/body/status", is("failed"), is("running")},
			fact{"ack", "/records/0/body/acknowledged", is(false), is(nil)}),
		plant("HISTORY_SIGNALLED", func(s *scene, right bool) generators.Said {
			status := []string{"done", "failed"}[s.form%2]
			e := s.entry("noop_historical", "resource", s.job)
			if !right {
				e = e.With("signalled", strict.Array{s.job.At("supervisor")})
			}
			return s.said(s.around(status, s.stop), e)
		}),
		plant("FIELD_OVERWRITTEN", func(s *scene, right bool) generators.Said {
			if s.form%2 == 0 {
				return s.said(s.around("running", s.read),
					s.readOut("updated", strict.Array{either(right, "status", "owner")}))
			}
			return s.said(s.around("running", s.stop),
				s.stopped("updated", strict.Array{either(right, "acknowledged", "generation")}))
		}),
		plant("DECISION_CONTRADICTED", func(s *scene, right bool) generators.Said {
			r := put(s.stop, "/granted/jobs", strict.Array{s.next, s.job})
			jobs := strict.Array{}
			if right {
				jobs = append(jobs, s.job)
			}
			return s.said(s.around("running", r),
				s.stopped("ceiling", generators.Object("operations", operations, "jobs", jobs, "launches",
					strict.Array{})))
		}),
	}
}
