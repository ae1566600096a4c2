package attr

import (
	"slices"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// scene is a terminal session under a backend, with a tool under the runtime that serves it
// and another session: example 1 of section 8, among strangers that share nothing with it.
type scene struct {
	facts                        strict.Value
	backend, runtime, leaf, tool int // pids
	stranger                     bool
	form                         int // where a fault has several forms
	decide                       generators.Decider
}

// The pointers of what the plants change.
const (
	session  = "/sessions/0"
	runtime  = "/runtimes/0"
	itsTurn  = "/runtimes/0/references/0/turn"
	runtimes = "/processes/1"
	leafs    = "/processes/2"
	tools    = "/processes/3"
)

func scenes(w *generators.FactWorlds) func(generators.Draw) *scene {
	return func(d generators.Draw) *scene {
		n := 100 + d.IntN(60)
		s := &scene{backend: n, runtime: n + 100, leaf: n + 200, tool: n + 210, form: d.IntN(60), decide: w.Decide}
		rss := func() strict.Value { return generators.Int(1000 * (1 + d.IntN(300))) }
		process := func(pid, parent, ticks, used int, declared strict.Value) strict.Object {
			token := tokenOf(pid)
			return generators.Object("pid", generators.Int(pid), "ppid", generators.Int(parent), "start_token", token,
				"rss_kib", rss(),
				"pss_kib", generators.Int(d.IntN(1000)), "ticks", generators.Int(ticks),
				"second", generators.Object("start_token", token, "ticks", generators.Int(ticks+used)), "declared",
				declared)
		}
		says := func(members ...any) strict.Object {
			return generators.Object(append([]any{"project", true}, members...)...)
		}
		root := func(pid int) strict.Object {
			return generators.Object("pid", generators.Int(pid), "start_token", tokenOf(pid))
		}
		record := func(id, thread string, runtime strict.Value, status string, proposal,
			root strict.Value) strict.Object {
			return generators.Object("id", id, "corrupt", false, "thread_id", thread, "runtime_id", runtime, "status",
				status, "proposal", proposal,
				"stopped", d.Chance(20), "archived", false, "root", root)
		}
		sessions := strict.Array{record("s1", "t1", "r1", "awaiting", generators.Pick(d, "close", "nothing"),
			root(s.leaf)),
			record("s2", "t2", "r1", "active", nil, nil)}
		processes := strict.Array{process(s.backend, 1, 10, 0, says("backend_id", "b1")),
			process(s.runtime, 1, 50, d.IntN(4), says("session_id", "s1")),
			process(s.leaf, s.backend, 20, 1, says("session_id", "s1")),
			process(s.tool, s.runtime, 0, d.IntN(2), says("session_id", "s1", "thread_id", "t1"))}
		if s.stranger = d.Chance(40); s.stranger {
			sessions = append(sessions, record("x1", "y1", nil, generators.Pick(d, "awaiting", "active", "other"),
				"close", nil))
			processes = append(processes, process(800, 1, 5, d.IntN(9), says("session_id", "x1")))
		}
		if d.Chance(40) {
			processes = append(processes,
				process(900, 1, 5, 0, generators.Pick[strict.Value](d, nil, generators.Object("project", false))))
		}
		s.facts = generators.Object("budgets",
			generators.Object("session_rss_kib", generators.Int(generators.Pick(d, 1000, 1<<20)),
				"backend_rss_kib", generators.Int(generators.Pick(d, 1000, 1<<21)), "idle_cpu_permille",
				generators.Int(20)),
			"cpu_total_ticks", generators.Int(400), "cpu_count", generators.Int(4), "records_listed", d.Chance(80),
			"sessions", sessions, "runtimes",
			strict.Array{generators.Object("id", "r1", "root", root(s.runtime), "references", strict.Array{
				generators.Object("thread_id", "t1", "turn", "idle"),
				generators.Object("thread_id", "t2", "turn", "active")})},
			"backends", strict.Array{generators.Object("id", "b1", "current", true, "root", root(s.backend))},
			"processes", processes)
		return s
	}
}

func tokenOf(pid int) string { return "a" + generators.Digits(pid) }

// rows are decide's for these facts.
func (s *scene) rows(facts strict.Value) strict.Array {
	answer, _ := s.decide(facts)
	decision, _ := answer.(strict.Object)
	return slices.Clone(decision.Array("rows"))
}

// does claims decide's rows, and that one thing was done.
func (s *scene) does(facts strict.Value, members ...any) generators.Said {
	return generators.Said{Facts: facts,
		Claim: generators.Object("rows", s.rows(facts), "acts", strict.Array{generators.Object(members...)})}
}

func (s *scene) stops(facts strict.Value) generators.Said {
	return s.does(facts, "act", "stop", "id", "session:s1")
}

// says claims decide's rows, with members of one said otherwise unless the claim is to be right.
func (s *scene) says(facts strict.Value, right bool, id string, members ...any) generators.Said {
	rows := s.rows(facts)
	for i, row := range rows {
		if object, _ := row.(strict.Object); object.Text("id") == id && !right {
			for m := 0; m < len(members); m += 2 {
				object = object.With(members[m].(string), members[m+1])
			}
			rows[i] = object
		}
	}
	return generators.Said{Facts: facts, Claim: generators.Object("rows", rows)}
}

// without claims decide's rows but one, unless the claim is to be right.
func (s *scene) without(facts strict.Value, right bool, id string) generators.Said {
	rows := slices.DeleteFunc(s.rows(facts), func(row strict.Value) bool {
		object, _ := row.(strict.Object)
		return object.Text("id") == id && !right
	})
	return generators.Said{Facts: facts, Claim: generators.Object("rows", rows)}
}

// moved claims decide's rows with a process in the row of another owner, unless it is to be right.
func (s *scene) moved(facts strict.Value, right bool, pid int, from, to string) generators.Said {
	rows := s.rows(facts)
	for i, row := range rows {
		object, _ := row.(strict.Object)
		switch pids := object.Array("pids"); {
		case right:
		case object.Text("id") == from:
			rows[i] = object.With("pids", slices.DeleteFunc(slices.Clone(pids), func(v strict.Value) bool {
				return strict.Equal(v, generators.Int(pid))
			}))
		case object.Text("id") == to:
			rows[i] = object.With("pids", append(slices.Clone(pids), generators.Int(pid)))
		}
	}
	return generators.Said{Facts: facts, Claim: generators.Object("rows", rows)}
}

// plants are the negative cases of section 6 and others like them, each beside its sibling.
func plants(w *generators.FactWorlds) []generators.Plant {
	put, either := generators.Put, generators.Either
	plant := func(code string, what func(s *scene, right bool) (generators.Said, string)) generators.Plant {
		return generators.NewPlant("ATTR_"+code, scenes(w), what)
	}
	// stopped are facts of which one is such that the session may not be stopped.
	stopped := func(code string, facts ...func(s *scene, right bool) strict.Value) generators.Plant {
		return plant(code, func(s *scene, right bool) (generators.Said, string) {
			return s.stops(facts[s.form%len(facts)](s, right)), "session:s1"
		})
	}
	third := func(s *scene, thread string) strict.Value {
		return generators.Append(s.facts, "/sessions",
			generators.Object("id", "s3", "corrupt", false, "thread_id", thread, "runtime_id", "r1",
				"status", "active", "proposal", nil, "stopped", false, "archived", false, "root", nil))
	}
	fact := func(pointer string, sibling, fault strict.Value) func(s *scene, right bool) strict.Value {
		return func(s *scene, right bool) strict.Value { return put(s.facts, pointer, either(right, sibling, fault)) }
	}
	return []generators.Plant{
		plant("CLAIM_MALFORMED", func(s *scene, right bool) (generators.Said, string) {
			return s.does(s.facts, "act", either(right, "signal", "kill"), "pid", generators.Int(s.leaf)), "claim"
		}),
		plant("SWEEP_ABORTED", func(s *scene, right bool) (generators.Said, string) {
			id := []string{"backend:b1", "shared_runtime:r1", "session:s1"}[s.form%3]
			return s.without(s.facts, right, id), id
		}),
		plant("CORRUPT_IGNORED", func(s *scene, right bool) (generators.Said, string) {
			corrupt := generators.Append(s.facts, "/sessions",
				generators.Object("id", "s3", "corrupt", true, "thread_id", nil, "runtime_id", nil,
					"status", nil, "proposal", nil, "stopped", nil, "archived", nil, "root", nil))
			if s.form%2 == 0 {
				return s.says(corrupt, right, "session:s3", "findings", strict.Array{}), "session:s3"
			}
			return s.without(corrupt, right, "session:s3"), "session:s3"
		}),
		plant("ARCHIVED_AS_ABSENT", func(s *scene, right bool) (generators.Said, string) {
			archived := put(s.facts, session+"/archived", true)
			switch s.form % 3 {
			case 0:
				return s.says(archived, right, "session:s1", "id", "orphan:session:s1", "kind", "orphan"), "session:s1"
			case 1:
				return s.without(archived, right, "session:s1"), "session:s1"
			}
			return s.stops(put(s.facts, session+"/archived", !right)), "session:s1"
		}),
		plant("STALE_ROOT_PID", func(s *scene, right bool) (generators.Said, string) {
			facts := put(s.facts, leafs+"/declared", generators.Object("project", false))
			facts = put(facts, session+"/root/start_token", either(right, tokenOf(s.leaf), "a0"))
			if s.form%2 == 0 {
				return s.moved(facts, right, s.leaf, "backend:b1", "session:s1"), "session:s1"
			}
			return s.does(facts, "act", "signal", "pid", generators.Int(s.leaf)), generators.Digits(s.leaf)
		}),
		stopped("OWNERSHIP_UNPROVEN",
			func(s *scene, right bool) strict.Value { return third(s, either(right, "t3", "t1").(string)) },
			func(s *scene, right bool) strict.Value {
				return put(s.facts, leafs+"/declared", either(right, generators.Object("project", true), nil))
			},
			fact(session+"/runtime_id", "r1", "r9")),
		plant("SHARED_ROOT_STOLEN", func(s *scene, right bool) (generators.Said, string) {
			to := []string{"session:s1", "backend:b1"}[s.form%2]
			return s.moved(s.facts, right, s.runtime, "shared_runtime:r1", to), to
		}),
		plant("WRONG_OWNER", func(s *scene, right bool) (generators.Said, string) {
			pid := []int{s.leaf, s.tool}[s.form%2]
			return s.moved(s.facts, right, pid, "session:s1", "backend:b1"), "backend:b1"
		}),
		plant("UNKNOWN_REFS_ZERO", func(s *scene, right bool) (generators.Said, string) {
			silent := put(s.facts, runtime+"/references", nil)
			switch s.form % 3 {
			case 0:
				return s.says(silent, right, "shared_runtime:r1", "ref_count", generators.Int(0)), "shared_runtime:r1"
			case 1:
				return s.stops(either(right, s.facts, silent)), "session:s1"
			}
			return s.says(silent, right, "shared_runtime:r1", "findings", strict.Array{}), "shared_runtime:r1"
		}),
		plant("UNKNOWN_MEASURED", func(s *scene, right bool) (generators.Said, string) {
			unsampled := put(s.facts, tools+"/second", nil)
			if s.form%2 == 0 {
				return s.says(unsampled, right, "session:s1", "cpu_permille", generators.Int(0)), "session:s1"
			}
			return s.stops(either(right, s.facts, unsampled)), "session:s1"
		}),
		plant("UNKNOWN_TURN_IDLE", func(s *scene, right bool) (generators.Said, string) {
			unknown := put(s.facts, itsTurn, nil)
			if s.form%2 == 0 {
				return s.says(unknown, right, "shared_runtime:r1", "findings", strict.Array{}), "shared_runtime:r1"
			}
			return s.stops(either(right, s.facts, unknown)), "session:s1"
		}),
		plant("PROTECTED_RECLAIM", func(s *scene, right bool) (generators.Said, string) {
			protected := []string{"shared_runtime:r1", "backend:b1"}[s.form/3%2]
			switch s.form % 3 {
			case 0:
				return s.does(s.facts, "act", "stop", "id", either(right, "session:s1", protected)), protected
			case 1:
				return s.does(s.facts, "act", "signal", "pid",
					generators.Int(map[bool]int{true: s.leaf, false: s.runtime}[right])), generators.Digits(s.runtime)
			}
			return s.stops(put(s.facts, runtimes+"/ppid", generators.Int(map[bool]int{true: 1, false: s.leaf}[right]))),
				"session:s1"
		}),
		stopped("NONTERMINAL_RECLAIM", fact(session+"/proposal", "close", nil),
			fact(session+"/proposal", "nothing", "other"),
			fact(session+"/status", "awaiting", "active"), fact(session+"/status", "awaiting", "queued"),
			fact(itsTurn, "idle", "active"),
			fact(leafs+"/second/ticks", generators.Int(21), generators.Int(23))),
		plant("REPORT_MISMATCH", func(s *scene, right bool) (generators.Said, string) {
			return s.says(s.facts, right, "backend:b1", []string{"rss_kib", "pss_kib"}[s.form%2],
				generators.Int(999_999)), "backend:b1"
		}),
	}
}
