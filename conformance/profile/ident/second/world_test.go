package second_test

import (
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/ident/second"
	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/strict"
)

var implementation = Second{
	Profile: "ident", Decide: second.Decide, Audit: second.Audit, World: world,
	Mutants: second.Mutants(), Clauses: second.Clauses(), Controls: second.Controls(),
}

// world draws a request: facts around a few pids and groups, so that they meet.
func world(d Draw) (string, strict.Object) {
	f := facts(d)
	if d.Chance(6) {
		f = f.With("x_deep", Deep(60+d.IntN(8)))
	}
	if d.Chance(25) {
		f, _ = Damage(d, f).(strict.Object)
	}
	if d.Chance(45) {
		return "decide", f
	}
	input := Object("facts", f, "claim", claim(d, f))
	if d.Chance(2) {
		input = input.Without("claim")
	}
	if d.Chance(1) {
		input = input.Without("facts")
	}
	return "audit", input
}

func pidOf(d Draw) strict.Value { return Int(Mostly(d, 70, 500, 507, 1, 100, 77)) }

func token(d Draw) strict.Value {
	return Mostly[strict.Value](d, 75, "procfs:7001", nil, "procfs:7002", "ps:7001", "procfs:07001", "procfs:7001 ",
		"procfs:a", "procfs:A", "ps:a:b", "procfs:x:y", variant(d), variant(d))
}

// variant is a token at an edge of section 1, or no token.
func variant(d Draw) string {
	return Pick(d, "procfs:a", "procfs:A", "procfs:", "procfs: ", "Procfs:1", strings.Repeat("m", 17)+":1", strings.Repeat("m", 16)+":1",
		"ps:"+strings.Repeat("v", 128), "ps:"+strings.Repeat("v", 129), ":1", "7001", "ps:\u00e9", "ps:\t")
}

func command(d Draw) strict.Value { return Pick[strict.Value](d, nil, "", "node server.js") }

func facts(d Draw) strict.Object {
	host := Object("platform", Mostly[strict.Value](d, 60, "linux", "macos", "bsd", "windows", "other"), "scope", "h1",
		"boot_id", Mostly[strict.Value](d, 85, "b1", nil, "b2"), "own_pid", Int(Mostly(d, 90, 100, 500)),
		"own_pgid", Mostly(d, 80, Int(100), nil, Int(500), Int(77)))
	records := strict.Array{}
	for i := range Pick(d, 0, 1, 1, 1, 2, 2, 3, 4) {
		pid := pidOf(d)
		if d.Chance(4) {
			pid = nil
		}
		pgid := Mostly(d, 60, pid, Int(500), nil, Int(1), Int(100), Int(507))
		records = append(records, Object("id", Pick(d, "g", "a", "z")+strconv.Itoa(i), "kind", Pick(d, "grant", "grant", "job"),
			"origin", Mostly(d, 75, "durable", "in_process"), "scope", Mostly[strict.Value](d, 93, "h1", nil, "h2"),
			"boot_id", Mostly[strict.Value](d, 90, "b1", nil, "b0"), "pid", pid, "start_token", token(d),
			"token_from", Mostly[strict.Value](d, 80, "spawn", nil, "snapshot", "later", "command_match"), "pgid", pgid,
			"command", command(d)))
	}
	observations, groups := looks(d)
	if d.Chance(25) {
		records, observations, groups = family(d)
	}
	return Object("host", host, "records", records, "observations", observations, "groups", groups)
}

// family is a group whose leader has ended or not, with the processes that it holds: a few facts
// of it drawn otherwise.
func family(d Draw) (records, observations, groups strict.Array) {
	number := Int(Mostly(d, 80, 500, 1, 100, 77))
	token := Mostly(d, 80, "procfs:7001", "procfs:a")
	for i := range 2 + d.IntN(2) {
		pid, origin, kind := strict.Value(Int(507+i)), "durable", "grant"
		if i == 0 {
			pid = Mostly[strict.Value](d, 85, number, Int(506))
		} else if d.Chance(25) {
			origin, kind = Pick(d, "in_process", "durable"), Pick(d, "job", "grant")
		}
		records = append(records, Object("id", "f"+strconv.Itoa(i), "kind", kind, "origin", origin, "scope", "h1", "boot_id", "b1",
			"pid", pid, "start_token", token, "token_from", "spawn", "pgid", Mostly[strict.Value](d, 75, number, Int(77), nil),
			"command", nil))
		state := Mostly(d, 75, "running", "zombie", "absent")
		if i == 0 {
			state = Mostly(d, 70, "absent", "zombie", "running")
		}
		probe := strict.Value("ok")
		if state == "absent" {
			probe = Mostly[strict.Value](d, 90, "esrch", nil)
		}
		observations = append(observations, Object("pid", pid, "state", state, "start_token",
			Mostly[strict.Value](d, 85, token, "procfs:7002", "procfs:A", nil), "pgid", Mostly[strict.Value](d, 75, number, Int(77), nil),
			"probe", probe, "command", nil))
	}
	if d.Chance(90) {
		groups = append(groups, Object("pgid", number, "probe", Mostly[strict.Value](d, 40, "ok", "eperm", "esrch", nil)))
	}
	if d.Chance(5) {
		groups = append(groups, groups...)
	}
	return records, observations, append(strict.Array{}, groups...)
}

func looks(d Draw) (observations, groups strict.Array) {
	observations, groups = strict.Array{}, strict.Array{}
	for range Pick(d, 0, 1, 1, 1, 2, 2, 3) {
		state := Mostly(d, 45, "running", "absent", "absent", "zombie", "unreadable")
		probe := Mostly[strict.Value](d, 60, "ok", nil, "esrch", "eperm")
		if state == "absent" {
			probe = Mostly[strict.Value](d, 60, "esrch", nil, "ok", "eperm")
		}
		observations = append(observations, Object("pid", pidOf(d), "state", state, "start_token", token(d),
			"pgid", Mostly(d, 60, Int(500), nil, Int(507), Int(77), Int(1), Int(100)), "probe", probe, "command", command(d)))
		if d.Chance(8) {
			observations = append(observations, observations[len(observations)-1])
		}
	}
	for range Pick(d, 0, 1, 1, 1, 2, 3) {
		groups = append(groups, Object("pgid", Int(Mostly(d, 60, 500, 507, 1, 100, 77)),
			"probe", Mostly[strict.Value](d, 40, "ok", nil, "esrch", "eperm")))
	}
	return observations, groups
}

// claim draws what somebody says: decide's own answer, with faults, and a trace of events.
func claim(d Draw, f strict.Object) strict.Value {
	answer, refusal := second.Decide(f, nil)
	said := strict.Object{}
	if refusal == nil && d.Chance(60) {
		whole := answer.(strict.Object)
		if d.Chance(80) {
			rows := strict.Array{}
			for _, row := range whole.Array("rows") {
				r := row.(strict.Object)
				for range d.IntN(3) {
					r = faulty(d, r)
				}
				rows = append(rows, r)
			}
			said = said.With("rows", rows)
		}
		if d.Chance(50) {
			summary := whole.Object("summary")
			for range d.IntN(7) {
				if len(summary) > 0 {
					summary = summary.Without(summary[d.IntN(len(summary))].Name)
				}
			}
			said = said.With("summary", summary)
		}
	}
	if d.Chance(70) {
		said = said.With("actor", Pick(d, "reaper", "holder")).With("events", events(d, f))
	}
	if d.Chance(5) {
		said = said.With("x_deep", Deep(60+d.IntN(8)))
	}
	if d.Chance(25) {
		return Damage(d, said)
	}
	return said
}

// faulty returns a row that says something else.
func faulty(d Draw, r strict.Object) strict.Object {
	switch d.IntN(9) {
	case 0, 1:
		return r.With("verdict", Pick(d, "owned", "gone", "foreign", "unverifiable"))
	case 2:
		return r.With("signal_permitted", d.Chance(70))
	case 3:
		return r.With("group_signal_permitted", d.Chance(70))
	case 4:
		return r.With("ended", Pick[strict.Value](d, true, false, nil))
	case 5:
		return r.With("group_state", Pick(d, "none", "unknown", "empty", "present"))
	case 6:
		return r.With("disposition", Pick(d, "leave_to_holder", "report", "correct", "keep", "tear_down"))
	case 7:
		return r.With("reason", Pick(d, "zombie", "token_equal", "absent"))
	}
	return r.With("id", Pick(d, "nobody", "g0"))
}

func events(d Draw, f strict.Object) strict.Array {
	ids := []string{"nobody"}
	for _, r := range f.Array("records") {
		if record, ok := r.(strict.Object); ok {
			ids = append(ids, record.Text("id"), record.Text("id"), record.Text("id"))
		}
	}
	if len(ids) > 1 && d.Chance(30) {
		return teardown(d, f, ids[1])
	}
	events := strict.Array{}
	signals := map[string]int{}
	for range d.IntN(6) {
		id := Pick(d, ids...)
		switch d.IntN(6) {
		case 0:
			events = append(events, Object("event", "verdict", "id", id, "verdict", Pick(d, "owned", "gone", "foreign", "unverifiable")))
		case 1, 2:
			events = append(events, Object("event", "signal", "id", id, "target", Pick(d, "pid", "group")))
			signals[id]++
			if d.Chance(40) {
				events = append(events, Object("event", "observe", "observations", f.Array("observations"), "groups", strict.Array{}))
			}
		case 3:
			events = append(events, Object("event", "update", "id", id, "member", Pick(d, "start_token", "verdict", "command", "kind", "pgid")))
		case 4:
			events = append(events, Object("event", "receipt", "id", id, "dead", Pick[strict.Value](d, true, true, false, nil),
				"signals", Mostly(d, 75, Int(signals[id]), Int(0), Int(1), Int(2), Number("-0"))))
		case 5:
			observations, groups := looks(d)
			if d.Chance(40) {
				observations, groups = f.Array("observations"), f.Array("groups")
			}
			events = append(events, Object("event", "observe", "observations", observations, "groups", groups))
		}
	}
	return events
}

// teardown is a trace that ends with a receipt: perhaps a signal, looks that see the end or not,
// and what is said of it.
func teardown(d Draw, f strict.Object, id string) strict.Array {
	record, _ := f.Array("records")[0].(strict.Object)
	events := strict.Array{}
	sent := d.IntN(2)
	observe := func(groups bool) {
		probed := strict.Array{}
		if groups {
			probed = append(probed, Object("pgid", record.At("pgid"), "probe", Pick[strict.Value](d, "esrch", "eperm", "ok", nil)))
		}
		events = append(events, Object("event", "observe", "observations", strict.Array{Object("pid", record.At("pid"),
			"state", Mostly(d, 85, "absent", "running"), "start_token", nil, "pgid", nil, "probe", "esrch", "command", nil)},
			"groups", probed))
	}
	if sent > 0 {
		events = append(events, Object("event", "signal", "id", id, "target", Pick(d, "pid", "group")))
	}
	for range 1 + d.IntN(2) {
		observe(d.Chance(60))
	}
	return append(events, Object("event", "receipt", "id", id, "dead", true, "signals", Int(sent)))
}
