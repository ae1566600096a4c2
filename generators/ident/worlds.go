// Package ident draws the worlds of profile ident: records, looks and groups around a few
// numbers, so that they meet at every row of the contract's tables, traces of what somebody
// did about them, a planted fault for each code, and the profile's own properties.
//
// The package is pure: it may import package generators, internal/strict and the data
// packages of the standard library. The law comes in by the profile.
package ident

import (
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Worlds are those of ident. The profile puts its law into them.
func Worlds() *generators.FactWorlds {
	w := &generators.FactWorlds{
		Draw: facts, Claims: claim, Plants: plants(),
		Clauses: generators.FactClauses{Input: "1.frame", Decision: "2.order", Audit: "5.rows", Order: "4.rows",
			Untrusted: "1.untrusted"},
	}
	w.Own = properties(w)
	return w
}

type draw = generators.Draw

func object(members ...any) strict.Object { return generators.Object(members...) }
func number(n int) strict.Value           { return generators.Int(n) }

func pidOf(d draw) strict.Value { return number(generators.Mostly(d, 70, 500, 507, 1, 100, 77)) }

func token(d draw) strict.Value {
	return generators.Mostly[strict.Value](d, 75, "procfs:7001", nil, "procfs:7002", "ps:7001", "procfs:07001",
		"procfs:7001 ",
		"procfs:a", "procfs:A", "ps:a:b", "procfs:x:y", edge(d))
}

// edge is a token at an edge of section 1. Few are no token: those are what damage is for.
func edge(d draw) string {
	return generators.Mostly(d, 90, generators.Pick(d, "procfs:a", "procfs:A", "procfs: ", strings.Repeat("m", 16)+":1",
		"ps:"+strings.Repeat("v", 128)),
		"procfs:", "Procfs:1", strings.Repeat("m", 17)+":1", "ps:"+strings.Repeat("v", 129), ":1", "7001", "ps:\u00e9",
		"ps:\t")
}

func command(d draw) strict.Value { return generators.Pick[strict.Value](d, nil, "", "node server.js") }

func facts(d draw) strict.Object {
	host := object("platform", generators.Mostly[strict.Value](d, 60, "linux", "macos", "bsd", "windows", "other"),
		"scope", "h1",
		"boot_id", generators.Mostly[strict.Value](d, 85, "b1", nil, "b2"), "own_pid",
		number(generators.Mostly(d, 90, 100, 500)),
		"own_pgid", generators.Mostly(d, 80, number(100), nil, number(500), number(77)))
	if d.Chance(30) {
		records, observations, groups := family(d)
		return object("host", host, "records", records, "observations", observations, "groups", groups)
	}
	records := strict.Array{}
	for i := range generators.Pick(d, 0, 1, 1, 1, 2, 2, 3, 4) {
		pid := pidOf(d)
		if d.Chance(4) {
			pid = nil
		}
		pgid := generators.Mostly(d, 60, pid, number(500), nil, number(1), number(100), number(507))
		records = append(records, object("id", generators.Pick(d, "g", "a", "z")+strconv.Itoa(i), "kind",
			generators.Pick(d, "grant", "grant", "job"),
			"origin", generators.Mostly(d, 75, "durable", "in_process"), "scope",
			generators.Mostly[strict.Value](d, 93, "h1", nil, "h2"),
			"boot_id", generators.Mostly[strict.Value](d, 90, "b1", nil, "b0"), "pid", pid, "start_token", token(d),
			"token_from", generators.Mostly[strict.Value](d, 80, "spawn", nil, "snapshot", "later", "command_match"),
			"pgid", pgid,
			"command", command(d)))
	}
	observations, groups := looks(d)
	return object("host", host, "records", records, "observations", observations, "groups", groups)
}

// family is a group whose leader has ended or not, with the processes that it holds: a few
// facts of it drawn otherwise.
func family(d draw) (records, observations, groups strict.Array) {
	pgid := number(generators.Mostly(d, 80, 500, 1, 100, 77))
	token := generators.Mostly(d, 80, "procfs:7001", "procfs:a")
	records, observations, groups = strict.Array{}, strict.Array{}, strict.Array{}
	for i := range 2 + d.IntN(2) {
		pid, origin, kind := strict.Value(number(507+i)), "durable", "grant"
		if i == 0 {
			pid = generators.Mostly[strict.Value](d, 85, pgid, number(506))
		} else if d.Chance(25) {
			origin, kind = generators.Pick(d, "in_process", "durable"), generators.Pick(d, "job", "grant")
		}
		records = append(records, object("id", "f"+strconv.Itoa(i), "kind", kind, "origin", origin, "scope", "h1",
			"boot_id", "b1",
			"pid", pid, "start_token", token, "token_from", "spawn", "pgid",
			generators.Mostly[strict.Value](d, 75, pgid, number(77), nil),
			"command", nil))
		state := generators.Mostly(d, 75, "running", "zombie", "absent")
		if i == 0 {
			state = generators.Mostly(d, 70, "absent", "zombie", "running")
		}
		probe := strict.Value("ok")
		if state == "absent" {
			probe = generators.Mostly[strict.Value](d, 90, "esrch", nil)
		}
		observations = append(observations, object("pid", pid, "state", state, "start_token",
			generators.Mostly[strict.Value](d, 85, token, "procfs:7002", "procfs:A", nil), "pgid",
			generators.Mostly[strict.Value](d, 75, pgid, number(77), nil),
			"probe", probe, "command", nil))
	}
	if d.Chance(90) {
		groups = append(groups,
			object("pgid", pgid, "probe", generators.Mostly[strict.Value](d, 40, "ok", "eperm", "esrch", nil)))
	}
	if d.Chance(5) {
		groups = append(groups, groups...)
	}
	return records, observations, groups
}

func looks(d draw) (observations, groups strict.Array) {
	observations, groups = strict.Array{}, strict.Array{}
	for range generators.Pick(d, 0, 1, 1, 1, 2, 2, 3) {
		state := generators.Mostly(d, 45, "running", "absent", "absent", "zombie", "unreadable")
		probe := generators.Mostly[strict.Value](d, 60, "ok", nil, "esrch", "eperm")
		if state == "absent" {
			probe = generators.Mostly[strict.Value](d, 60, "esrch", nil, "ok", "eperm")
		}
		observations = append(observations, object("pid", pidOf(d), "state", state, "start_token", token(d),
			"pgid", generators.Mostly(d, 60, number(500), nil, number(507), number(77), number(1), number(100)),
			"probe", probe, "command", command(d)))
		if d.Chance(8) {
			observations = append(observations, observations[len(observations)-1])
		}
	}
	for range generators.Pick(d, 0, 1, 1, 1, 2, 3) {
		groups = append(groups, object("pgid", number(generators.Mostly(d, 60, 500, 507, 1, 100, 77)),
			"probe", generators.Mostly[strict.Value](d, 40, "ok", nil, "esrch", "eperm")))
	}
	return observations, groups
}
