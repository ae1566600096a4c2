package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers ident.audit (section 5).
func Audit(v, claim strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	found := shape.NewFindings("IDENT_")
	if on.Is("claim-null-honest") && claim == nil {
		return found.Answer(), nil
	}
	fits, refusal := shape.Claim(profile, claimType(on), claim, on)
	if refusal != nil {
		if !on.Is("claim-missing-malformed") {
			return nil, refusal
		}
		fits = false
	}
	if !fits {
		found.Raise("CLAIM_MALFORMED", "claim")
		return found.Answer(), nil
	}
	a := auditor{facts: readFacts(v), on: on, found: found}
	a.take(a.facts.look)
	said, _ := claim.(strict.Object)
	a.claimedRows(said)
	if given, there := said.Get("summary"); there && !on.Is("summary-unjudged") {
		a.summary(given)
	}
	a.actor = said.Text("actor")
	a.events(shape.ObjectsAt(said, "events"))
	return found.Answer(), nil
}

type auditor struct {
	facts facts
	on    On
	found *shape.Findings
	actor string

	look     look
	rows     []row // by look
	signals  map[string]int64
	signaled bool
}

// take makes a look the present one.
func (a *auditor) take(l look) {
	a.look, a.rows = l, a.facts.rows(l, a.on)
}

// of returns the place of the record with an id, -1 where none has it.
func (a *auditor) of(id string) int {
	return slices.IndexFunc(a.facts.records, func(r record) bool { return r.id == id })
}

// eperm reports whether the one observation of a record's pid was refused.
func (a *auditor) eperm(r record) bool {
	seen, one := a.look.one(r.pid, a.on)
	return one && seen.probe.Is("eperm")
}

// verdict is V1 to V7, for a verdict that is said of the record at place i.
func (a *auditor) verdict(i int, said string) string {
	r, d := a.facts.records[i], a.rows[i]
	switch {
	case said == unverifiable && d.verdict == unverifiable && a.on.Is("honest-doubt-raised"):
		return "UNVERIFIABLE_COLLAPSED"
	case said == d.verdict:
		return ""
	case d.reason == "other_boot" && !a.on.Is("verdict-boot-unnamed"):
		return "BOOT_IGNORED"
	case said == owned && d.reason == "token_later" && !a.on.Is("verdict-later-unnamed"):
		return "TOKEN_BACKFILLED"
	case said == owned && d.reason == "command_match" && !a.on.Is("verdict-command-unnamed"):
		return "CMDLINE_OWNERSHIP"
	case said == gone && !d.ended.Is(true) && a.eperm(r) && !a.on.Is("verdict-eperm-unnamed"):
		return "EPERM_AS_DEAD"
	case d.verdict == unverifiable && a.on.Is("verdict-unverifiable-collapsed"):
		return ""
	case d.verdict == unverifiable:
		return "UNVERIFIABLE_COLLAPSED"
	case said == owned && d.verdict == foreign && !a.on.Is("verdict-foreign-unnamed"):
		return "FOREIGN_AS_OWNED"
	}
	return "CONTRADICTS_FACTS"
}

// signal is S1 to S10, for a signal to the pid or the group of the record at place i.
func (a *auditor) signal(i int, target string, event bool) string {
	r, d, h := a.facts.records[i], a.rows[i], a.facts.host
	self := r.pid.Is(1) || r.pid.Is(h.pid)
	if target == "group" {
		self = r.pgid.Is(1) || r.pgid.Is(h.pid) && !a.on.Is("self-by-group-forgets-observer") ||
			r.pgid.Meets(h.pgid) || a.on.Is("self-by-unknown-group") && r.pgid == h.pgid
	}
	switch {
	case self && !a.on.Is("self-signal-unnamed"):
		return "SELF_SIGNALLED"
	case d.reason == "other_boot" && !a.on.Is("signal-boot-unnamed"):
		return "BOOT_IGNORED"
	case d.reason == "token_later" && !a.on.Is("signal-later-unnamed"):
		return "TOKEN_BACKFILLED"
	case d.reason == "command_match" && !a.on.Is("signal-command-unnamed"):
		return "CMDLINE_OWNERSHIP"
	case event && d.reason == "not_observed" && a.regate(r) && !a.on.Is("regate-unnamed"):
		return "NO_REGATE"
	case d.verdict == unverifiable:
		return "UNVERIFIABLE_COLLAPSED"
	case d.verdict == foreign && !a.on.Is("signal-foreign-unnamed"):
		return "FOREIGN_AS_OWNED"
	case target == "group" && !d.groupSignal && !a.on.Is("signal-group-unproven"):
		return "GROUP_UNPROVEN"
	case target == "pid" && d.ended.Is(true) && !a.on.Is("signal-to-ended"):
		return "GONE_SIGNALLED"
	case event && (a.actor == "reaper" || a.on.Is("holder-bound-by-disposition")) && d.disposition != "tear_down" &&
		!a.on.Is("reaper-unbound"):
		return "DISPOSITION_EXCEEDED"
	}
	return ""
}

func (a *auditor) regate(r record) bool {
	if a.on.Is("regate-by-id") {
		return a.signals[r.id] > 0
	}
	return a.signaled
}

// processEnd is E1 and E2, groupEnd is E3 and E4.
func (a *auditor) processEnd(i int) string {
	r, d := a.facts.records[i], a.rows[i]
	switch {
	case d.ended.Is(true):
		return ""
	case a.eperm(r) && !a.on.Is("end-eperm-unnamed"):
		return "EPERM_AS_DEAD"
	case a.on.Is("end-of-unknown-accepted") && !d.ended.Known:
		return ""
	}
	return "DEATH_OVERCLAIMED"
}

func (a *auditor) groupEnd(i int) string {
	r, d := a.facts.records[i], a.rows[i]
	if d.group == "none" || d.group == "empty" || a.on.Is("end-of-unknown-group-accepted") && d.group == "unknown" {
		return ""
	}
	entry, one := a.look.entry(r.pgid, a.on)
	if one && entry.probe.Is("eperm") && !a.on.Is("end-group-eperm-unnamed") {
		return "EPERM_AS_DEAD"
	}
	return "DEATH_OVERCLAIMED"
}

// first is the first code that is one.
func first(codes ...func() string) string {
	for _, code := range codes {
		if c := code(); c != "" {
			return c
		}
	}
	return ""
}

// claimedRows judges the rows of a claim against the facts.
func (a *auditor) claimedRows(said strict.Object) {
	if _, there := said.Get("rows"); !there {
		return
	}
	claimed := map[string]bool{}
	for _, r := range shape.ObjectsAt(said, "rows") {
		id := r.Text("id")
		i := a.of(id)
		switch {
		case i < 0 && a.on.Is("rows-of-strangers-accepted"):
		case claimed[id] && a.on.Is("rows-twice-accepted"):
		case i < 0 || claimed[id], i != len(claimed) && a.on.Is("rows-order-judged"):
			a.found.Raise("CONTRADICTS_FACTS", id)
		default:
			a.found.Raise(a.claimedRow(i, r), id)
		}
		claimed[id] = true
	}
	for _, r := range a.facts.records {
		if !claimed[r.id] && !a.on.Is("rows-left-out-accepted") {
			a.found.Raise("CONTRADICTS_FACTS", r.id)
		}
	}
}

func (a *auditor) claimedRow(i int, r strict.Object) string {
	d := a.rows[i]
	permits := func(member string, derived bool, target string) string {
		if r.At(member) == true && !derived && !a.on.Is("rows-permissions-unnamed") {
			return a.signal(i, target, false)
		}
		return ""
	}
	return first(
		func() string {
			if said := r.Text("verdict"); said != d.verdict {
				return a.verdict(i, said)
			}
			return ""
		},
		func() string { return permits("signal_permitted", d.signal, "pid") },
		func() string { return permits("group_signal_permitted", d.groupSignal, "group") },
		func() string {
			if r.At("ended") == true && !a.on.Is("rows-end-unnamed") {
				return a.processEnd(i)
			}
			return ""
		},
		func() string {
			if r.Text("group_state") == "empty" && !a.on.Is("rows-group-end-unnamed") {
				return a.groupEnd(i)
			}
			return ""
		},
		func() string {
			if r.Text("disposition") == "tear_down" && d.disposition != "tear_down" &&
				!a.on.Is("rows-tear-down-unnamed") {
				return "DISPOSITION_EXCEEDED"
			}
			return ""
		},
		func() string {
			for _, m := range d.value() {
				if m.Name == "reason" && a.on.Is("rows-reason-unjudged") {
					continue
				}
				if r.At(m.Name) != m.Value {
					return "CONTRADICTS_FACTS"
				}
			}
			return ""
		},
	)
}

func (a *auditor) summary(given strict.Value) {
	said, _ := given.(strict.Object)
	for _, m := range summary(a.rows, a.on) {
		v, there := said.Get(m.Name)
		if m.Name == "gaps" && a.on.Is("summary-gaps-unjudged") {
			continue
		}
		if there && !strict.Equal(v, m.Value) || !there && a.on.Is("summary-must-be-whole") {
			a.found.Raise("CONTRADICTS_FACTS", "summary")
		}
	}
}

var verdicts = []string{owned, gone, foreign, unverifiable}

var reasons = []string{
	"other_scope", "other_boot", "no_pid", "no_token", "token_source_unknown", "token_later", "command_match",
	"boot_unknown", "not_observed", "ambiguous", "unreadable", "absence_unproven", "absent", "probe_contradicts",
	"token_unread", "token_incomparable", "token_differs", "zombie", "token_equal",
}

// recordMembers are the members of a record, which an update may name.
var recordMembers = []string{
	"id", "kind", "origin", "scope", "boot_id", "pid", "start_token", "token_from", "pgid", "command",
}

// claimType is section 5's table. Every object of a claim takes further members.
func claimType(on On) shape.Type {
	k := kinds{shape.Open, on}
	if on.Is("claim-further-members-refused") {
		k.object = shape.Object
	}
	verdict := shape.Word(verdicts...)
	row := k.object(
		shape.Required("id", shape.ID()),
		shape.Required("verdict", verdict),
		shape.Required("reason", shape.Word(reasons...)),
		shape.Required("ended", shape.OrNull(shape.Bool())),
		shape.Required("signal_permitted", shape.Bool()),
		shape.Required("group_state", shape.Word("none", "unknown", "empty", "present")),
		shape.Required("group_signal_permitted", shape.Bool()),
		shape.Required("disposition", shape.Word("leave_to_holder", "report", "correct", "keep", "tear_down")),
	)
	event := func(name string, members ...shape.Member) shape.Type {
		return k.object(append(members, shape.Required("event", shape.Word(name)))...)
	}
	id := shape.Required("id", shape.ID())
	events := shape.Array(shape.Choice("event", map[string]shape.Type{
		"observe": event("observe", shape.Required("observations", k.observations()),
			shape.Required("groups", k.groups())),
		"verdict": event("verdict", id, shape.Required("verdict", verdict)),
		"signal":  event("signal", id, shape.Required("target", shape.Word("pid", "group"))),
		"update":  event("update", id, shape.Required("member", shape.Word(append(recordMembers, "verdict")...))),
		"receipt": event("receipt", id, shape.Required("dead", shape.OrNull(shape.Bool())),
			shape.Required("signals", shape.Integer())),
	}))
	rows := shape.Optional("rows", shape.Array(row))
	summary := shape.Optional("summary", shape.Open())
	actor := shape.Word("reaper", "holder")
	withEvents := k.object(rows, summary, shape.Required("actor", actor), shape.Required("events", events))
	if on.Is("actor-not-required") {
		withEvents = k.object(rows, summary, shape.Optional("actor", actor), shape.Required("events", events))
	}
	return shape.Either("events", withEvents, k.object(rows, summary, shape.Optional("actor", actor)))
}
