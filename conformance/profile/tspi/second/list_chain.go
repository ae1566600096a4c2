package second

import "github.com/tspi-dev/harness/conformance/profile"

// chainMutants break section 4.
func chainMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "kept-chains-walked", Clause: "4.keep", Level: core, Size: 1, Says: "walks the chain of a kept kind"},

		{Name: "ppid-0-is-orphan", Clause: "4.detached", Level: core, Size: 1, Says: "takes ppid 0 for an orphan"},
		{Name: "own-hints-of-orphans", Clause: "4.detached", Level: core, Size: 1, Says: "takes a hint in an orphan's own command for a live owner's"},
		{Name: "missing-parent-is-orphan", Clause: "4.missing", Level: core, Size: 1, Says: "takes a helper without a parent in the table for an orphan"},
		{Name: "missing-is-unknown", Clause: "4.missing", Level: core, Size: 2, Says: "forgets the live parent where the chain ends outside"},

		{Name: "entrypoint-is-init", Clause: "4.init", Level: hard, Size: 2, Says: "closes the helpers of a container whose pid 1 is their owner"},
		{Name: "init-by-rows", Clause: "4.init", Level: hard, Size: 1, Says: "counts rows where the law counts lines"},
		{Name: "last-init", Clause: "4.init", Level: hard, Size: 3, Says: "takes the last of two rows of pid 1 for init"},
		{Name: "init-with-folder", Clause: "4.init", Level: hard, Size: 1, Says: "compares the whole first word with the names of init"},
		{Name: "more-inits-known", Clause: "4.init", Level: hard, Says: "knows more inits than the contract lists"},
		{Name: "init-prefix", Clause: "4.init", Level: hard, Size: 2, Says: "compares the beginning of the program only"},
		{Name: "all-dashes-dropped", Clause: "4.init", Level: hard, Says: "drops every leading dash of a program"},
		{Name: "entrypoint-hints-ignored", Clause: "4.init", Level: hard, Size: 2, Says: "asks no hint of an entrypoint"},
		{Name: "two-inits-are-active", Clause: "4.init", Level: hard, Size: 3, Says: "finds a live owner where two lines are pid 1"},
		{Name: "ancestors-always-detached", Clause: "4.init", Level: hard, Size: 3, Says: "calls an ancestor under an entrypoint detached"},

		{Name: "started-unknown", Clause: "4.started", Level: hard, Size: 2, Says: "closes the main command of a container"},
		{Name: "helpers-never-started", Clause: "4.started", Level: hard, Size: 2, Says: "asks ancestors only whether init started them"},
		{Name: "ancestors-never-started", Clause: "4.started", Level: hard, Size: 3, Says: "asks helpers only whether init started them"},
		{Name: "ancestors-as-old-as-helpers", Clause: "4.started", Level: hard, Size: 3, Says: "compares the helper's age where the ancestor's decides"},
		{Name: "no-init-starts-all", Clause: "4.started", Level: hard, Size: 1, Says: "takes every orphan for started by an init that no row shows"},
		{Name: "unknown-init-starts-none", Clause: "4.started", Level: hard, Size: 2, Says: "closes orphans of an init whose age is not known"},
		{Name: "unknown-ages-are-started", Clause: "4.started", Level: hard, Size: 2, Says: "takes an orphan of unknown age for as old as init"},
		{Name: "started-to-the-second", Clause: "4.started", Level: hard, Size: 2, Says: "allows no slack between the starts of init and of its service"},
		{Name: "started-within-a-second", Clause: "4.started", Level: hard, Size: 2, Says: "closes what is 2 s younger than init"},
		{Name: "started-within-three-seconds", Clause: "4.started", Level: hard, Size: 2, Says: "takes what is 3 s younger than init for its service"},
		{Name: "never-started-before-init", Clause: "4.started", Level: hard, Size: 2, Says: "closes what seems to be a second older than init"},
		{Name: "started-before-init", Clause: "4.started", Level: hard, Size: 2, Says: "asks for the age before it asks whether init is recognised"},
		{Name: "started-by-a-hint", Clause: "4.started", Level: hard, Size: 2, Says: "asks the command of a recognised init for a hint"},
		{Name: "started-is-unresolved", Clause: "4.started", Level: hard, Size: 2, Says: "finds no owner of what init started"},
		{Name: "started-is-detached", Clause: "4.started", Level: hard, Size: 2, Says: "calls what init started detached, and spares it all the same"},
		{Name: "started-visits-nobody", Clause: "4.started", Level: hard, Size: 2, Says: "does not name init as the end of the chain"},
		{Name: "started-ends-detached", Clause: "4.started", Level: hard, Size: 2, Says: "has an active owner for what init started, and closes it"},

		{Name: "hop-limit-nine", Clause: "4.hops", Level: core, Size: 10, Says: "visits nine processes"},
		{Name: "hop-limit-seven", Clause: "4.hops", Level: core, Size: 9, Says: "visits seven processes"},
		{Name: "cycle-before-limit", Clause: "4.hops", Level: hard, Says: "asks for a cycle before the limit"},
		{Name: "missing-before-limit", Clause: "4.hops", Level: hard, Size: 9, Says: "asks for a missing parent before the limit"},

		{Name: "helper-visited", Clause: "4.cycle", Level: core, Size: 1, Says: "counts the helper as visited before the walk"},
		{Name: "own-hints-unread", Clause: "4.cycle", Level: core, Says: "asks no hint of a helper that its own chain visits"},
		{Name: "cycle-is-unknown", Clause: "4.cycle", Level: core, Size: 1, Says: "gives up all that it knows where a chain comes back"},

		{Name: "last-twin", Clause: "4.ambiguous", Level: hard, Size: 3, Says: "takes the last row of a pid that was reused"},
		{Name: "ambiguous-is-unknown", Clause: "4.ambiguous", Level: hard, Size: 3, Says: "forgets the live parent below a reused pid"},

		{Name: "stale-ignored", Clause: "4.stale", Level: hard, Size: 2, Says: "takes a parent that started after its child"},
		{Name: "no-slack", Clause: "4.stale", Level: hard, Size: 2, Says: "allows no slack between two readings of the clock"},
		{Name: "stale-by-helper", Clause: "4.stale", Level: hard, Size: 3, Says: "compares every ancestor with the helper"},
		{Name: "unknown-age-is-0", Clause: "4.stale", Level: hard, Size: 2, Says: "takes an unknown age for 0"},

		{Name: "hints-as-like", Clause: "4.hint", Level: core, Says: "takes an underscore or a percent sign in a hint for a pattern"},
		{Name: "hints-in-any-case", Clause: "4.hint", Level: core, Size: 2, Says: "folds letter case in hints"},
		{Name: "hints-as-words", Clause: "4.hint", Level: core, Size: 2, Says: "looks for hints among whole words"},
		{Name: "leftmost-hint", Clause: "4.hint", Level: core, Size: 2, Says: "takes the hint that comes first in the command"},
		{Name: "any-hint-ends", Clause: "4.hint", Level: core, Size: 3, Says: "ends the walk at a hint of active_parent_process too"},
		{Name: "hint-asked-last", Clause: "4.hint", Level: core, Size: 2, Says: "stops at an ancestor's ppid before it asks for the hint"},

		{Name: "hints-in-the-program", Clause: "4.hint", Level: hard, Size: 2, Says: "looks for hints in the program of an ancestor"},
		{Name: "own-hints-first", Clause: "4.hint", Level: core, Size: 1, Says: "takes a hint in the helper's own command for its owner's"},
		{Name: "own-hints-last", Clause: "4.hint", Level: core, Says: "asks the helper's own command where no ancestor has a hint"},
		{Name: "own-hints-at-an-entrypoint", Clause: "4.init", Level: hard, Size: 2, Says: "asks the helper's own command where pid 1 may be its owner"},

		{Name: "parent-only", Clause: "4.hint", Level: core, Size: 3, Says: "asks the parent and nobody above it"},
		{Name: "walks-past-wrappers", Clause: "4.ancestor", Level: core, Size: 3, Says: "walks on above an ancestor whose ppid is 1"},
		{Name: "chain-ends-at-the-parent", Clause: "4.ancestor", Level: hard, Size: 3, Says: "names the parent as the end of every chain"},
		{Name: "wrapper-is-detached", Clause: "4.ancestor", Level: core, Size: 2, Says: "calls whatever hangs from an orphan detached"},
	}
}
