package second

import "github.com/tspi-dev/harness/conformance/profile"

// tableMutants break section 2.
func tableMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "cr-kept", Clause: "2.lines", Level: core, Size: 1, Says: "leaves the CR of a CR LF in the command"},
		{Name: "cr-ends-lines", Clause: "2.lines", Level: core, Size: 1, Says: "ends a line at a lone CR"},
		{Name: "unicode-trim", Clause: "2.lines", Level: core, Size: 1, Says: "trims what Unicode calls a blank"},
		{Name: "command-blanks-squeezed", Clause: "2.lines", Level: core, Size: 1,
			Says: "squeezes the blanks inside a command"},
		{Name: "unicode-blank-lines", Clause: "2.lines", Level: hard, Size: 1,
			Says: "skips lines of what Unicode calls blanks"},
		{Name: "blank-lines-malformed", Clause: "2.lines", Level: hard, Size: 1,
			Says: "counts blank lines as malformed"},

		{Name: "pids-wrap", Clause: "2.pid", Level: core, Size: 1, Says: "wraps a pid that is too large"},
		{Name: "signed-pids", Clause: "2.pid", Level: hard, Says: "takes a pid with a sign"},

		{Name: "minutes-to-59", Clause: "2.etime", Level: core, Size: 1,
			Says: "takes 60 minutes, which macOS prints, for malformed"},
		{Name: "hours-to-23", Clause: "2.etime", Level: core, Size: 1,
			Says: "takes 24 hours, which macOS prints, for malformed"},
		{Name: "bare-seconds-are-minutes", Clause: "2.etime", Level: core, Size: 1,
			Says: "takes a bare number for minutes"},
		{Name: "seconds-to-60", Clause: "2.etime", Level: hard, Size: 1, Says: "takes 60 seconds"},
		{Name: "parts-of-any-length", Clause: "2.etime", Level: hard, Says: "takes parts of one digit or three"},
		{Name: "ages-wrap", Clause: "2.etime", Level: hard, Size: 1, Says: "wraps a huge age round to a plausible one"},

		{Name: "no-decimal-comma", Clause: "2.pcpu", Level: core, Size: 1, Says: "knows no comma in a pcpu"},
		{Name: "trailing-point", Clause: "2.pcpu", Level: hard, Size: 1,
			Says: "takes a point without digits behind it"},
		{Name: "cpu-of-any-length", Clause: "2.pcpu", Level: hard, Says: "has no bound on the digits of a pcpu"},

		{Name: "header-in-capitals-only", Clause: "2.header", Level: core, Size: 1,
			Says: "knows a header in capitals only"},
		{Name: "headers-unread", Clause: "2.header", Level: hard, Size: 1,
			Says: "skips every header, whatever its columns are"},
		{Name: "pid-first-only", Clause: "2.header", Level: hard, Size: 1,
			Says: "looks for PID in the first column only, and misses ps aux"},
		{Name: "columns-behind", Clause: "2.header", Level: hard, Size: 1,
			Says: "compares the first six words of a header only"},
		{Name: "time-for-etime", Clause: "2.header", Level: hard, Says: "takes processor time for age"},
		{Name: "first-header-only", Clause: "2.header", Level: hard, Size: 1,
			Says: "checks and counts the first header only"},

		{Name: "five-columns-a-row", Clause: "2.malformed", Level: hard, Size: 1,
			Says: "makes a row of a line without a command"},

		{Name: "rss-ignored", Clause: "2.unreadable", Level: hard, Size: 1,
			Says: "never looks at rss, which tells that the columns are others"},
		{Name: "unreadable-rows-dropped", Clause: "2.unreadable", Level: hard, Size: 1,
			Says: "drops rows that it cannot read"},
		{Name: "older-than-init", Clause: "2.unreadable", Level: hard, Size: 2,
			Says: "believes an age above that of pid 1"},
	}
}

// kindMutants break section 3.
func kindMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "last-kind", Clause: "3.match", Level: core, Size: 1, Says: "takes the last entry that matches"},
		{Name: "substrings-stripped", Clause: "3.match", Level: core, Says: "strips the blanks of a substring"},
		{Name: "first-substring-only", Clause: "3.match", Level: core, Size: 1,
			Says: "looks at the first substring of an entry only"},
		{Name: "kinds-in-any-case", Clause: "3.match", Level: core, Size: 1, Says: "folds letter case"},
		{Name: "parents-are-helpers", Clause: "3.match", Level: core, Size: 2,
			Says: "builds its table of parents from helpers only"},

		{Name: "match-at-ignored", Clause: "3.match", Level: hard, Size: 1,
			Says: "looks for a match anywhere in the command, whatever match_at says"},

		{Name: "launchers-built-in", Clause: "3.lists", Level: hard, Size: 1, Says: "has the launchers built in"},
		{Name: "value-options-built-in", Clause: "3.lists", Level: hard, Size: 1,
			Says: "has the value options built in"},
		{Name: "generic-names-built-in", Clause: "3.lists", Level: hard, Size: 1,
			Says: "has the generic names built in"},
		{Name: "no-launchers-is-absent", Clause: "3.lists", Level: hard, Size: 1,
			Says: "takes an empty list of launchers for an absent one"},
		{Name: "no-value-options-is-absent", Clause: "3.lists", Level: hard, Size: 1,
			Says: "takes an empty list of value options for an absent one"},
		{Name: "no-generic-names-is-absent", Clause: "3.lists", Level: hard, Size: 1,
			Says: "takes an empty list of generic names for an absent one"},
		{Name: "lists-added", Clause: "3.lists", Level: hard, Size: 1,
			Says: "adds launchers, value options and generic names to those of the contract"},

		{Name: "no-requires-hold-never", Clause: "3.require", Level: hard,
			Says: "finds nothing that an empty list of require substrings allows"},
		{Name: "requires-ignored", Clause: "3.require", Level: hard, Size: 1,
			Says: "never looks at require substrings"},
		{Name: "requires-all", Clause: "3.require", Level: hard, Size: 1,
			Says: "wants every require substring in a command"},
		{Name: "first-require-only", Clause: "3.require", Level: hard, Size: 1,
			Says: "asks the first require substring only"},
		{Name: "requires-where-matched", Clause: "3.require", Level: hard, Size: 1,
			Says: "looks for require substrings in the program"},
		{Name: "requires-in-any-case", Clause: "3.require", Level: hard,
			Says: "folds letter case in require substrings"},
		{Name: "requires-end-the-search", Clause: "3.require", Level: hard, Size: 1,
			Says: "stops at the first entry that matches, whatever it requires"},

		{Name: "excludes-ignored", Clause: "3.exclude", Level: hard, Size: 1,
			Says: "never looks at exclude substrings"},
		{Name: "excludes-end-the-search", Clause: "3.exclude", Level: hard, Size: 1,
			Says: "stops at the first entry that matches, excluded or not"},
		{Name: "excludes-where-matched", Clause: "3.exclude", Level: hard, Size: 1,
			Says: "looks for exclude substrings in the program"},
		{Name: "two-excludes", Clause: "3.exclude", Level: hard, Size: 1,
			Says: "asks the first two exclude substrings only"},

		{Name: "zombies-are-helpers", Clause: "3.title", Level: hard, Size: 1, Says: "offers a zombie for closing"},
		{Name: "defunct-anywhere", Clause: "3.title", Level: hard, Size: 1,
			Says: "looks for the mark of a zombie anywhere in a command"},
		{Name: "defunct-behind-a-space", Clause: "3.title", Level: hard,
			Says: "knows the mark of a zombie behind a space only"},
		{Name: "brackets-only", Clause: "3.title", Level: hard, Size: 1,
			Says: "knows the brackets of Linux and not the parentheses of macOS"},
		{Name: "one-bracket", Clause: "3.title", Level: hard, Size: 1,
			Says: "looks at the first character of a title only"},
		{Name: "init-as-helper", Clause: "3.title", Level: hard, Says: "makes a helper of pid 1"},
	}
}
