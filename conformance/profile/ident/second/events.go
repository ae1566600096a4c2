package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// events judges what was done, one event after another, against the present look.
func (a *auditor) events(events []strict.Object) {
	a.signals = map[string]int64{}
	for _, e := range events {
		word, id := e.Text("event"), e.Text("id")
		if word == "observe" {
			a.observe(readLook(e))
			continue
		}
		code := ""
		if i := a.of(id); i >= 0 {
			code = a.event(i, word, e)
		} else if !a.on.Is("events-of-strangers-accepted") {
			code = "CONTRADICTS_FACTS"
			if word == "signal" && !a.on.Is("signal-to-stranger-unnamed") {
				code = "FOREIGN_AS_OWNED"
			}
		}
		a.found.Raise(code, id)
		if word == "signal" {
			a.signals[id]++
			a.signaled = true
			a.after(id, code)
		}
	}
}

// after takes away what was seen before a signal.
func (a *auditor) after(id, code string) {
	switch {
	case a.on.Is("look-outlives-signal"):
	case a.on.Is("look-outlives-raised-signal") && code != "":
	case a.on.Is("look-outlives-signal-to-stranger") && a.of(id) < 0:
	case a.on.Is("groups-outlive-signal"):
		a.take(look{groups: a.look.groups})
	case a.on.Is("others-outlive-signal"):
		if i := a.of(id); i >= 0 {
			l := a.look
			l.observations = slices.DeleteFunc(slices.Clone(l.observations), func(o observation) bool {
				return a.facts.records[i].pid.Is(o.pid)
			})
			a.take(l)
		}
	default:
		a.take(look{})
	}
}

func (a *auditor) observe(seen look) {
	old := a.look
	if a.on.Is("observe-forgets-the-rest") {
		old = look{}
	}
	observations := slices.DeleteFunc(slices.Clone(old.observations), func(o observation) bool {
		return !a.on.Is("observe-adds-only") && slices.ContainsFunc(seen.observations, func(n observation) bool {
			return n.pid == o.pid
		})
	})
	groups := slices.DeleteFunc(slices.Clone(old.groups), func(g group) bool {
		return !a.on.Is("observe-adds-groups-only") && slices.ContainsFunc(seen.groups, func(n group) bool {
			return n.pgid == g.pgid
		})
	})
	if a.on.Is("observe-ignored") {
		return
	}
	a.take(look{append(observations, seen.observations...), append(groups, seen.groups...)})
}

// event is the code of an event of the record at place i.
func (a *auditor) event(i int, word string, e strict.Object) string {
	switch word {
	case "verdict":
		return a.verdict(i, e.Text("verdict"))
	case "signal":
		return a.signal(i, e.Text("target"), true)
	case "update":
		member := e.Text("member")
		if member == "command" && !a.on.Is("update-of-command-refused") || member == "verdict" ||
			a.on.Is("updates-accepted") ||
			a.on.Is("update-of-token-only-refused") && member != "start_token" {
			return ""
		}
		return "TOKEN_BACKFILLED"
	}
	return a.receipt(i, e)
}

func (a *auditor) receipt(i int, e strict.Object) string {
	dead := shape.FlagAt(e, "dead")
	if dead.Is(true) {
		code := first(func() string { return a.processEnd(i) }, func() string {
			if a.on.Is("receipt-of-process-only") {
				return ""
			}
			return a.groupEnd(i)
		})
		if code != "" {
			return code
		}
	}
	if a.on.Is("receipt-of-living-judged") && dead.Is(false) && a.rows[i].ended.Is(true) {
		return "CONTRADICTS_FACTS"
	}
	sent := a.signals[e.Text("id")]
	if a.on.Is("receipt-counts-all-signals") {
		sent = 0
		for _, n := range a.signals {
			sent += n
		}
	}
	if !shape.WholeAt(e, "signals").Is(sent) && !a.on.Is("receipt-signals-uncounted") {
		return "CONTRADICTS_FACTS"
	}
	return ""
}
