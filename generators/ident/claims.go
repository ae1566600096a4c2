package ident

import (
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// claim draws what somebody says: the right decision with faults, and a trace of events.
func claim(d draw, f strict.Object, law generators.Decider) strict.Value {
	if d.Chance(1) {
		return nil
	}
	said := strict.Object{}
	right, usable := law(f)
	decision, _ := right.(strict.Object)
	if usable && d.Chance(60) {
		if d.Chance(80) {
			rows := strict.Array{}
			for _, row := range decision.Array("rows") {
				r := row.(strict.Object)
				for range d.IntN(3) {
					r = faulty(d, r)
				}
				rows = append(rows, r)
			}
			said = said.With("rows", rows)
		}
		if d.Chance(50) {
			summary := decision.Object("summary")
			for range d.IntN(7) {
				if len(summary) > 0 {
					summary = summary.Without(summary[d.IntN(len(summary))].Name)
				}
			}
			if len(summary) > 0 && d.Chance(25) {
				summary = summary.With(summary[d.IntN(len(summary))].Name,
					generators.Pick[strict.Value](d, number(7), "many", nil))
			}
			said = said.With("summary", summary)
		}
	}
	if d.Chance(70) {
		said = said.With("actor", generators.Pick(d, "reaper", "holder")).With("events", events(d, f))
	}
	if d.Chance(5) {
		said = said.With("later", generators.Pick[strict.Value](d, nil, true, "x"))
	}
	return said
}

// faulty returns a row that says something else.
func faulty(d draw, r strict.Object) strict.Object {
	switch d.IntN(9) {
	case 0, 1:
		return r.With("verdict", generators.Pick(d, "owned", "gone", "foreign", "unverifiable"))
	case 2:
		return r.With("signal_permitted", d.Chance(70))
	case 3:
		return r.With("group_signal_permitted", d.Chance(70))
	case 4:
		return r.With("ended", generators.Pick[strict.Value](d, true, false, nil))
	case 5:
		return r.With("group_state", generators.Pick(d, "none", "unknown", "empty", "present"))
	case 6:
		return r.With("disposition", generators.Pick(d, "leave_to_holder", "report", "correct", "keep", "tear_down"))
	case 7:
		return r.With("reason", generators.Pick(d, "zombie", "token_equal", "absent"))
	}
	return r.With("id", generators.Pick(d, "nobody", "g0"))
}

// events draws a trace.
func events(d draw, f strict.Object) strict.Array {
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
		id := generators.Pick(d, ids...)
		switch d.IntN(6) {
		case 0:
			events = append(events, object("event", "verdict", "id", id, "verdict",
				generators.Pick(d, "owned", "gone", "foreign", "unverifiable")))
		case 1, 2:
			events = append(events, object("event", "signal", "id", id, "target", generators.Pick(d, "pid", "group")))
			signals[id]++
			if d.Chance(40) {
				events = append(events, object("event", "observe", "observations", f.Array("observations"), "groups",
					strict.Array{}))
			}
		case 3:
			events = append(events, object("event", "update", "id", id, "member",
				generators.Pick(d, "start_token", "verdict", "command", "kind", "pgid")))
		case 4:
			events = append(events,
				object("event", "receipt", "id", id, "dead", generators.Pick[strict.Value](d, true, true, false, nil),
					"signals", generators.Mostly(d, 75, number(signals[id]), number(0), number(1), number(2),
						generators.Number("-0"))))
		case 5:
			observations, groups := looks(d)
			if d.Chance(40) {
				observations, groups = f.Array("observations"), f.Array("groups")
			}
			events = append(events, object("event", "observe", "observations", observations, "groups", groups))
		}
	}
	return events
}

// teardown is a trace that ends with a receipt: perhaps a signal, looks that see the end or
// not, and what is said of it.
func teardown(d draw, f strict.Object, id string) strict.Array {
	record, _ := f.Array("records")[0].(strict.Object)
	events := strict.Array{}
	sent := d.IntN(2)
	if sent > 0 {
		events = append(events, object("event", "signal", "id", id, "target", generators.Pick(d, "pid", "group")))
	}
	for range 1 + d.IntN(2) {
		probed := strict.Array{}
		if d.Chance(60) {
			probed = append(probed, object("pgid", record.At("pgid"), "probe",
				generators.Pick[strict.Value](d, "esrch", "eperm", "ok", nil)))
		}
		events = append(events, object("event", "observe", "observations", strict.Array{object("pid", record.At("pid"),
			"state", generators.Mostly(d, 85, "absent", "running"), "start_token", nil, "pgid", nil, "probe", "esrch",
			"command", nil)},
			"groups", probed))
	}
	return append(events, object("event", "receipt", "id", id, "dead", true, "signals", number(sent)))
}
