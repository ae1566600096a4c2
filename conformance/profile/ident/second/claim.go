package second

import "github.com/tspi-dev/harness/conformance/profile/shape"

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
		"observe": event("observe", shape.Required("observations", k.observations()), shape.Required("groups", k.groups())),
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
