package second

import "github.com/tspi-dev/harness/conformance/profile"

// decisionMutants break section 5.
func decisionMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "kept-not-kept", Clause: "5.keep", Level: core, Size: 1, Says: "decides a kept kind like any other"},
		{Name: "kept-in-any-case", Clause: "5.keep", Level: core, Says: "folds letter case in keep_kinds"},
		{Name: "registered-before-kept", Clause: "5.keep", Level: hard, Size: 1,
			Says: "asks the registry before keep_kinds"},

		{Name: "reuse-ignored", Clause: "5.reuse", Level: hard, Size: 2,
			Says: "closes a pid that was reused while ps ran"},
		{Name: "equal-rows-once", Clause: "5.reuse", Level: hard, Says: "reads a line that stands there twice once"},
		{Name: "reuse-among-kinds", Clause: "5.reuse", Level: hard, Size: 2,
			Says: "looks for reuse among helpers only"},

		{Name: "unreadable-closable", Clause: "5.unreadable", Level: hard, Size: 1,
			Says: "decides an unreadable row by what it could read"},

		{Name: "registry-ignored", Clause: "5.registered", Level: hard, Size: 1, Says: "never asks the registry"},
		{Name: "registry-by-pid", Clause: "5.registered", Level: hard, Size: 1,
			Says: "ignores the hash of the registry"},
		{Name: "registry-by-hash", Clause: "5.registered", Level: hard, Size: 1,
			Says: "asks for a hash where the registry gives none"},
		{Name: "first-registry-entry", Clause: "5.registered", Level: hard, Size: 1,
			Says: "reads the first entry of the registry only"},
		{Name: "registry-of-32-bits", Clause: "5.registered", Level: hard, Says: "wraps the pids of the registry"},

		{Name: "older-than-minimum", Clause: "5.orphan", Level: core, Size: 1,
			Says: "asks for more than the minimum age"},
		{Name: "minimum-built-in", Clause: "5.orphan", Level: core, Size: 1, Says: "has 300 seconds built in"},
		{Name: "busy-spared", Clause: "5.orphan", Level: core, Size: 1, Says: "spares an orphan that is busy"},

		{Name: "allowlist-ignored", Clause: "5.detached", Level: core, Size: 1, Says: "closes every old orphan"},
		{Name: "one-second-early", Clause: "5.detached", Level: core, Size: 1,
			Says: "closes an orphan one second before its time"},
		{Name: "young-orphans-kept", Clause: "5.detached", Level: core, Size: 1,
			Says: "decides to keep what it does not close"},

		{Name: "active-built-in", Clause: "5.active", Level: hard, Size: 1, Says: "has the active statuses built in"},
		{Name: "old-helpers-closed", Clause: "5.active", Level: core, Size: 2,
			Says: "closes what is a day old, whoever owns it"},

		{Name: "unresolved-closed", Clause: "5.unresolved", Level: core, Size: 1,
			Says: "closes what has no owner that it could find"},
	}
}

// inventoryMutants break section 6, and what holds for every answer.
func inventoryMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "rows-by-pid", Clause: "6.rows", Level: core, Size: 2, Says: "sorts the rows by pid"},
		{Name: "hash-of-the-program", Clause: "6.rows", Level: core, Size: 1,
			Says: "hashes the program and not the command"},
		{Name: "cpu-with-the-age", Clause: "6.rows", Level: hard, Size: 1,
			Says: "drops a cpu_pct that is right with the age that is not"},

		{Name: "counts-of-zero", Clause: "6.summary", Level: core, Size: 1, Says: "lists decisions that do not occur"},
		{Name: "all-processes-counted", Clause: "6.summary", Level: core, Size: 1,
			Says: "counts every process as a helper"},
		{Name: "requests-counted", Clause: "6.summary", Level: core, Size: 2,
			Says: "counts the release requests and not what they ask for"},
		{Name: "causes-added-up", Clause: "6.summary", Level: hard, Size: 1,
			Says: "counts every skipped line as malformed"},

		{Name: "groups-at-budget", Clause: "6.groups", Level: core, Size: 2,
			Says: "emits a group that is at its budget"},
		{Name: "groups-by-kind", Clause: "6.groups", Level: core, Size: 3, Says: "groups by kind alone"},
		{Name: "budget-0-is-none", Clause: "6.groups", Level: core, Size: 2, Says: "takes a budget of 0 for none"},
		{Name: "kept-in-groups", Clause: "6.groups", Level: core, Says: "counts kept helpers in groups"},
		{Name: "groups-by-name", Clause: "6.groups", Level: core, Size: 4, Says: "orders groups by name"},
		{Name: "registered-in-no-group", Clause: "6.groups", Level: hard, Size: 2,
			Says: "leaves registered helpers out of groups"},
		{Name: "unknown-ages-are-0", Clause: "6.groups", Level: hard, Size: 2,
			Says: "takes an unknown age in a group for 0"},
		{Name: "started-ancestors-counted", Clause: "6.groups", Level: hard, Size: 3,
			Says: "counts members under what init started as under a detached ancestor"},
		{Name: "all-ancestors-counted", Clause: "6.groups", Level: hard, Size: 2,
			Says: "counts every member of a group as under a detached ancestor"},

		{Name: "target-is-the-status", Clause: "6.request", Level: core, Size: 2,
			Says: "makes a target up where none is given"},
		{Name: "request-for-the-excess", Clause: "6.request", Level: core, Size: 2,
			Says: "tells the excess where the count belongs"},

		{Name: "owners-first", Clause: "6.relief", Level: core, Size: 3,
			Says: "asks owners before it offers candidates"},
		{Name: "kept-need-checks", Clause: "6.relief", Level: core, Size: 1,
			Says: "counts kept helpers as owner checks"},
		{Name: "always-a-check", Clause: "6.relief", Level: core, Size: 1,
			Says: "asks for owner checks where there is nothing to check"},
		{Name: "relief-acted", Clause: "standing", Level: core, Size: 1, Says: "reports candidates as closed"},

		{Name: "no-promise", Clause: "standing", Level: core, Size: 1,
			Says: "leaves out that an inventory is no kill list"},
		{Name: "text-of-pid", Clause: "standing", Level: hard, Size: 1,
			Says: "has a text where the schema has a number"},
	}
}
