package mutant

// auditMutants break the rules of section 8 about inputs and rows.
func auditMutants() []Mutant {
	return []Mutant{
		{Name: "no-claim-is-good", Clause: "8.input", Level: core, Rows: 1, Says: "finds nothing where there is no claim"},
		{Name: "parts-of-a-fixture-ignored", Clause: "8.input", Level: core, Rows: 1, Says: "judges by the claim alone where a part of the fixture is missing"},
		{Name: "thresholds-beside-a-fixture", Clause: "8.input", Level: core, Rows: 1, Says: "chooses one of two thresholds"},
		{Name: "active-values-unread", Clause: "8.input", Level: core, Rows: 1, Says: "has the default active statuses whatever is given"},
		{Name: "audits-from-0", Clause: "8.input", Level: core, Rows: 1, Says: "takes a threshold of 0"},
		{Name: "lenient-fixtures", Clause: "8.input", Level: core, Rows: 1, Says: "reads the fixture of a claim as far as it can"},
		{Name: "empty-audit-list", Clause: "8.input", Level: core, Says: "takes an empty list of active statuses at its word"},
		{Name: "audit-names-unread", Clause: "8.input", Level: hard, Says: "takes any text for a status"},
		{Name: "misspelt-members-ignored", Clause: "8.input", Level: hard, Rows: 1, Says: "ignores a misspelt threshold"},

		{Name: "shape-unread", Clause: "8.shape", Level: hard, Rows: 1, Says: "takes a claim of whatever shape"},
		{Name: "summary-of-any-type", Clause: "8.shape", Level: hard, Rows: 1, Says: "takes a summary that is no object"},
		{Name: "groups-of-any-type", Clause: "8.shape", Level: hard, Says: "skips groups that are no objects"},
		{Name: "pids-as-text", Clause: "8.shape", Level: hard, Says: "reads a pid from a text"},

		{Name: "repeated-pids-pass", Clause: "8.identity", Level: hard, Rows: 1, Says: "judges each row for itself, though two name one pid"},
		{Name: "rows-without-a-pid-pass", Clause: "8.identity", Level: hard, Says: "judges a closing row by the rest of it where its pid is no integer"},
		{Name: "claimed-pids-wrap", Clause: "8.identity", Level: hard, Says: "cuts claimed pids to 32 bits"},
		{Name: "strangers-pass", Clause: "8.identity", Level: hard, Rows: 1, Says: "lets a row close what is no known helper"},
		{Name: "first-row-of-a-pid", Clause: "8.identity", Level: hard, Rows: 2, Says: "takes the first row of a pid that the table has twice"},

		{Name: "active-rows-pass", Clause: "8.active", Level: core, Rows: 2, Says: "never asks who owns what a row would close"},
		{Name: "sessions-only", Clause: "8.active", Level: core, Rows: 2, Says: "knows sessions as owners and no others"},
		{Name: "first-row-only", Clause: "8.active", Level: core, Rows: 3, Says: "looks at the first row only"},
		{Name: "claims-believed", Clause: "8.active", Level: hard, Rows: 1, Says: "judges a row's own word where there is a table"},

		{Name: "ppid-unasked", Clause: "8.unknown", Level: core, Says: "believes the owner status and does not look at ppid"},
		{Name: "status-unasked", Clause: "8.unknown", Level: core, Says: "looks at ppid and not at the owner status"},
		{Name: "allowlist-unasked", Clause: "8.unknown", Level: core, Rows: 1, Says: "leaves the allowlist to whoever made the claim"},
		{Name: "truthy-allowlist", Clause: "8.unknown", Level: core, Says: "takes any text for true"},
		{Name: "age-before-owner", Clause: "8.unknown", Level: core, Says: "looks at the age before the owner"},
		{Name: "lost-parents-are-gone", Clause: "8.unknown", Level: core, Says: "takes an owner that was not found for one that is gone"},
		{Name: "kept-rows-pass", Clause: "8.unknown", Level: hard, Says: "lets a row close what the policy keeps"},
		{Name: "reused-parents-believed", Clause: "8.unknown", Level: hard, Rows: 3, Says: "takes a reused pid for a live owner"},
		{Name: "claimed-allowlist-believed", Clause: "8.unknown", Level: hard, Says: "believes the claimed allowlist_matched where there is a policy"},
		{Name: "protected-rows-pass", Clause: "8.unknown", Level: hard, Says: "never asks the registry about a claimed row"},

		{Name: "fixture-threshold-unread", Clause: "8.premature", Level: core, Says: "judges by 300 s where the fixture asks for more"},
		{Name: "age-beyond-minimum", Clause: "8.premature", Level: core, Rows: 1, Says: "asks for more than the minimum age"},
		{Name: "ages-without-sign", Clause: "8.premature", Level: core, Says: "lets a negative age pass"},
		{Name: "unknown-age-passes", Clause: "8.premature", Level: hard, Rows: 1, Says: "lets an unknown age pass"},
		{Name: "claimed-ages-believed", Clause: "8.premature", Level: hard, Says: "believes the claimed age where there is a table"},
		{Name: "age-as-text", Clause: "8.premature", Level: hard, Rows: 1, Says: "reads an age from a text"},

		{Name: "tables-unread", Clause: "8.contradicts", Level: hard, Rows: 1, Says: "holds no row against the table"},
		{Name: "ages-unread", Clause: "8.contradicts", Level: hard, Rows: 1, Says: "does not compare ages"},
		{Name: "missing-age-is-null", Clause: "8.contradicts", Level: hard, Says: "takes a missing age for null"},
		{Name: "1-is-true", Clause: "8.contradicts", Level: hard, Says: "finds 1 and true equal"},
		{Name: "statuses-unread", Clause: "8.contradicts", Level: hard, Rows: 1, Says: "finds one owner status as good as another"},
		{Name: "hashes-uncompared", Clause: "8.contradicts", Level: hard, Rows: 1, Says: "does not compare command hashes"},
		{Name: "one-truth-for-all", Clause: "8.contradicts", Level: hard, Rows: 1, Says: "never asks whether a right row is claimed already"},
		{Name: "omissions-pass", Clause: "8.contradicts", Level: hard, Rows: 1, Says: "judges the rows that are claimed and not those that are hidden"},

		{Name: "any-decision", Clause: "8.vocabulary", Level: hard, Says: "takes any word for a decision"},
		{Name: "unknown-decisions-harmless", Clause: "8.vocabulary", Level: hard, Says: "takes a decision that it does not know for a harmless one"},
		{Name: "decisions-in-any-case", Clause: "8.vocabulary", Level: hard, Says: "reads decisions in any letter case"},
	}
}

// claimMutants break the rules of section 8 about groups, numbers and texts.
func claimMutants() []Mutant {
	return []Mutant{
		{Name: "recommendations-unread", Clause: "8.groups", Level: core, Rows: 2, Says: "reads the request and not what the group recommends"},
		{Name: "signals-by-name", Clause: "8.groups", Level: core, Says: "forbids names of signals and not force_close"},
		{Name: "nameless-groups-pass", Clause: "8.groups", Level: hard, Says: "skips groups that it cannot name"},
		{Name: "listed-actions-only", Clause: "8.groups", Level: hard, Rows: 2, Says: "lets every action pass that no list forbids"},
		{Name: "no-action-passes", Clause: "8.groups", Level: hard, Rows: 2, Says: "judges the recommended action only where there is one"},

		{Name: "results-unread", Clause: "8.overclaim", Level: core, Rows: 2, Says: "reads what was asked for and not what came of it"},
		{Name: "killed-only", Clause: "8.overclaim", Level: core, Rows: 2, Says: "forbids kill and killed, and no other end"},
		{Name: "results-with-case", Clause: "8.overclaim", Level: core, Says: "compares results with their letter case"},
		{Name: "requests-unread", Clause: "8.overclaim", Level: core, Says: "never reads what was requested"},
		{Name: "missing-promises-kept", Clause: "8.overclaim", Level: core, Says: "takes a missing promise for a kept one"},
		{Name: "promises-unread", Clause: "8.overclaim", Level: core, Says: "asks whether a promise is there and not what it says"},
		{Name: "nothing-requested-passes", Clause: "8.overclaim", Level: hard, Says: "judges the requested action only where there is one"},
		{Name: "listed-results-only", Clause: "8.overclaim", Level: hard, Rows: 2, Says: "lets every result pass that no list forbids"},
		{Name: "permission-unread", Clause: "8.overclaim", Level: hard, Rows: 1, Says: "reads what is requested and not what is permitted"},
		{Name: "first-promise-only", Clause: "8.overclaim", Level: hard, Says: "holds a request to its first promise only"},
		{Name: "no-request-passes", Clause: "8.overclaim", Level: hard, Rows: 1, Says: "judges the request only where there is one"},

		{Name: "summary-believed", Clause: "8.summary", Level: hard, Rows: 1, Says: "never counts the rows and groups"},
		{Name: "process-count-unread", Clause: "8.summary", Level: hard, Rows: 1, Says: "never compares process_count"},
		{Name: "good-rows-counted", Clause: "8.shape", Level: hard, Rows: 1, Says: "drops elements that are no rows and counts what remains"},
		{Name: "requests-are-groups", Clause: "8.summary", Level: hard, Rows: 3, Says: "takes the sum of all excess for the number of groups"},
		{Name: "missing-excess-is-0", Clause: "8.summary", Level: hard, Says: "takes a missing excess for 0"},
		{Name: "excess-believed", Clause: "8.summary", Level: hard, Says: "never checks an excess"},
		{Name: "excess-of-two-numbers", Clause: "8.summary", Level: hard, Says: "checks an excess only where count and budget are there"},
		{Name: "groups-believed", Clause: "8.summary", Level: hard, Rows: 2, Says: "holds no group against the fixture"},

		{Name: "claims-unguarded", Clause: "8.redaction", Level: core, Rows: 1, Says: "does not put the guard over claims"},

		{Name: "names-unguarded", Clause: "8.redaction", Level: hard, Says: "excepts from the guard what the search for commands excepts"},

		{Name: "leaks-unread", Clause: "8.leak", Level: hard, Rows: 1, Says: "never looks for commands in a claim"},
		{Name: "leaks-of-helpers", Clause: "8.leak", Level: hard, Rows: 1, Says: "looks for commands of helpers only"},
		{Name: "pieces-of-20-only", Clause: "8.leak", Level: hard, Rows: 1, Says: "misses whole commands that are short"},
		{Name: "keys-hold-no-piece", Clause: "8.leak", Level: hard, Says: "looks for commands in values and not in keys"},
		{Name: "owners-hold-anything", Clause: "8.leak", Level: hard, Says: "excepts every field whose name begins with owner"},
	}
}
