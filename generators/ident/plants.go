package ident

import (
	"strconv"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// scene is an owned grant that leads its group, among strangers that share no number with it:
// the base of section 6.
type scene struct {
	id                            string
	pid                           int
	host, record, look, group     strict.Object
	records, observations, groups strict.Array
	actor                         string
	events                        strict.Array
	withoutActor                  bool
	coin                          bool // where a fault has two forms
}

func base(d draw) *scene {
	pid := 500 + d.IntN(40)
	s := &scene{id: generators.Pick(d, "g1", "grant", "a"), pid: pid, actor: "holder", coin: d.Chance(50)}
	token := "procfs:" + strconv.Itoa(7000+d.IntN(100))
	s.host = object("platform", generators.Pick(d, "linux", "macos", "bsd", "other"), "scope", "h1", "boot_id", "b1",
		"own_pid", number(100), "own_pgid", number(100))
	s.record = object("id", s.id, "kind", "grant", "origin", "durable", "scope", "h1", "boot_id", "b1", "pid",
		number(pid),
		"start_token", token, "token_from", generators.Pick(d, "spawn", "snapshot"), "pgid", number(pid), "command",
		command(d))
	s.look = object("pid", number(pid), "state", "running", "start_token", token, "pgid", number(pid), "probe",
		generators.Pick(d, "ok", "eperm"), "command", command(d))
	s.group = object("pgid", number(pid), "probe", "ok")
	for i := range d.IntN(3) {
		other := 9000 + 10*i
		s.records = append(s.records, object("id", "x"+strconv.Itoa(i), "kind", generators.Pick(d, "grant", "job"),
			"origin", generators.Pick(d, "durable", "in_process"),
			"scope", "h1", "boot_id", generators.Pick[strict.Value](d, "b1", "b0", nil), "pid", number(other),
			"start_token", generators.Pick[strict.Value](d, token, nil),
			"token_from", "spawn", "pgid", number(other+d.IntN(2)), "command", command(d)))
		if d.Chance(70) {
			s.observations = append(s.observations,
				object("pid", number(other), "state", generators.Pick(d, "running", "zombie", "absent"),
					"start_token", generators.Pick[strict.Value](d, token, "ps:1", nil), "pgid", number(other), "probe",
					"ok", "command", nil))
		}
	}
	return s
}

// said is the scene as facts and a claim.
func (s *scene) said() generators.Said {
	claim := object("events", s.events)
	if !s.withoutActor {
		claim = claim.With("actor", s.actor)
	}
	return generators.Said{Claim: claim,
		Facts: object("host", s.host, "records", append(strict.Array{s.record}, s.records...),
			"observations", append(append(strict.Array{}, s.observations...), s.look), "groups",
			append(append(strict.Array{}, s.groups...), s.group))}
}

func (s *scene) signal(target string) strict.Object {
	return object("event", "signal", "id", s.id, "target", target)
}

func (s *scene) verdict(word string) strict.Object {
	return object("event", "verdict", "id", s.id, "verdict", word)
}

func (s *scene) receipt(dead bool, signals int) strict.Object {
	return object("event", "receipt", "id", s.id, "dead", dead, "signals", number(signals))
}

// ended makes the look one that sees the end, with that answer to the probe.
func (s *scene) ended(probe string) {
	s.look = s.look.With("state", "absent").With("start_token", nil).With("probe", probe)
}

// plants are the negative cases of section 6, each beside its sibling. what makes the scene:
// right as the sibling, else with the one fact that is a fault.
func plants() []generators.Plant {
	plant := func(code string, what func(s *scene, right bool)) generators.Plant {
		return generators.Plant{Code: "IDENT_" + code,
			Draw: func(d draw) (fault, sibling generators.Said, subject string) {
				s := base(d)
				wrong, right := *s, *s
				what(&wrong, false)
				what(&right, true)
				subject = s.id
				if code == "CLAIM_MALFORMED" {
					subject = "claim"
				}
				return wrong.said(), right.said(), subject
			}}
	}
	// either is a fact of the scene: the sibling's, or the fault's.
	either := func(right bool, sibling, fault strict.Value) strict.Value {
		if right {
			return sibling
		}
		return fault
	}
	signals := func(s *scene, targets ...string) {
		for _, target := range targets {
			s.events = append(s.events, s.signal(target))
		}
	}
	return []generators.Plant{
		plant("CLAIM_MALFORMED", func(s *scene, right bool) {
			signals(s, "pid")
			s.withoutActor = !right
		}),
		plant("BOOT_IGNORED", func(s *scene, right bool) {
			s.record = s.record.With("boot_id", either(right, "b1", "b0"))
			signals(s, "pid")
		}),
		plant("TOKEN_BACKFILLED", func(s *scene, right bool) {
			if s.coin {
				s.events = strict.Array{object("event", "update", "id", s.id, "member",
					either(right, "verdict", "start_token"))}
				return
			}
			s.record = s.record.With("token_from", either(right, "spawn", "later"))
			signals(s, "pid")
		}),
		plant("CMDLINE_OWNERSHIP", func(s *scene, right bool) {
			s.record = s.record.With("token_from", either(right, "snapshot", "command_match"))
			signals(s, "pid")
		}),
		plant("EPERM_AS_DEAD", func(s *scene, right bool) {
			s.ended("esrch")
			s.look = s.look.With("probe", either(right, "esrch", "eperm"))
			s.events = strict.Array{s.verdict("gone")}
		}),
		plant("UNVERIFIABLE_COLLAPSED", func(s *scene, right bool) {
			s.look = s.look.With("start_token", either(right, s.record.At("start_token"), nil))
			s.events = strict.Array{s.verdict("owned")}
		}),
		plant("FOREIGN_AS_OWNED", func(s *scene, right bool) {
			s.look = s.look.With("start_token",
				either(right, s.record.At("start_token"), s.record.Text("start_token")+"2"))
			signals(s, "pid")
		}),
		plant("SELF_SIGNALLED", func(s *scene, right bool) {
			s.host = s.host.With("own_pgid", either(right, number(100), number(s.pid)))
			signals(s, "group")
		}),
		plant("GROUP_UNPROVEN", func(s *scene, right bool) {
			s.look = s.look.With("pgid", either(right, number(s.pid), number(77)))
			signals(s, "group")
		}),
		plant("GONE_SIGNALLED", func(s *scene, right bool) {
			s.look = s.look.With("state", either(right, "running", "zombie"))
			signals(s, "pid")
		}),
		plant("NO_REGATE", func(s *scene, right bool) {
			s.events = strict.Array{s.signal("pid"), s.signal("pid")}
			if right {
				look := object("event", "observe", "observations", strict.Array{s.look}, "groups",
					strict.Array{s.group})
				s.events = strict.Array{s.signal("pid"), look, s.signal("pid")}
			}
		}),
		plant("DEATH_OVERCLAIMED", func(s *scene, right bool) {
			s.ended("esrch")
			s.group = s.group.With("probe", either(right, "esrch", "ok"))
			s.events = strict.Array{s.receipt(true, 0)}
		}),
		plant("DISPOSITION_EXCEEDED", func(s *scene, right bool) {
			s.actor = "reaper"
			s.record = s.record.With("kind", either(right, "grant", "job"))
			signals(s, "pid")
		}),
		plant("CONTRADICTS_FACTS", func(s *scene, right bool) {
			signals(s, "pid")
			s.events = append(s.events, s.receipt(false, 0))
			if right {
				s.events[1] = s.receipt(false, 1)
			}
		}),
	}
}
