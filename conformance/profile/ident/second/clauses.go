package second

import "github.com/tspi-dev/harness/conformance/profile/switches"

// Clause is a rule of the contract.
type Clause = switches.Clause

// Clauses returns the rules of docs/contracts/ident.md, in the order of the contract.
func Clauses() []Clause { return append([]Clause(nil), clauses...) }

var clauses = []Clause{
	{ID: "1.facts", Rule: `Every member of the facts is required and of its type; null stands only where the ` +
		`contract says so; pids begin at 1`,
		Codes: []string{"IDENT_INPUT_INVALID"}},
	{ID: "1.frame", Rule: `Members that are not listed are refused; $schema, schema, description and x_ names ` +
		`are ignored anywhere; integers, ids and depth as in profiles.md`,
		Codes: []string{"IDENT_INPUT_INVALID"}},
	{ID: "1.token", Rule: `A token is mechanism:value: 1 to 16 of lower-case letters, digits and hyphen, then 1 ` +
		`to 128 characters from space to tilde`,
		Codes: []string{"IDENT_INPUT_INVALID"}},
	{ID: "1.unique", Rule: `The ids of the records are unique; of two the later one is the offending value`,
		Codes: []string{"IDENT_INPUT_INVALID"}},
	{ID: "1.untrusted", Rule: `A command is any text or null, decides nothing and never comes back`},
	{ID: "2.scope", Rule: `Another or an unknown scope: unverifiable, other_scope`},
	{ID: "2.boot", Rule: `Two known boots that differ: gone, other_boot, without any look`},
	{ID: "2.pid", Rule: `No recorded pid: unverifiable, no_pid`},
	{ID: "2.token", Rule: `No recorded token: unverifiable, no_token`},
	{ID: "2.source", Rule: `No source of the token: unverifiable, token_source_unknown`},
	{ID: "2.later", Rule: `A token read later from whoever had the pid: unverifiable, token_later`},
	{ID: "2.command", Rule: `A token found by the command line: unverifiable, command_match`},
	{ID: "2.boot_unknown", Rule: `An unknown boot on linux or other: unverifiable, boot_unknown; on macos, bsd and ` +
		`windows the tokens decide`},
	{ID: "2.observed", Rule: `No observation has the pid: unverifiable, not_observed`},
	{ID: "2.ambiguous", Rule: `Two or more observations have the pid, even equal ones: unverifiable, ambiguous`},
	{ID: "2.unreadable", Rule: `A look that failed: unverifiable, unreadable`},
	{ID: "2.absence", Rule: `Absent with another probe than esrch, null too: unverifiable, absence_unproven`},
	{ID: "2.absent", Rule: `Absent with esrch: gone, absent`},
	{ID: "2.probe", Rule: `A process that is seen but answers esrch: unverifiable, probe_contradicts; eperm is ` +
		`the answer of something alive`},
	{ID: "2.unread", Rule: `No observed token: unverifiable, token_unread`},
	{ID: "2.mechanism", Rule: `Tokens of two mechanisms: unverifiable, token_incomparable`},
	{ID: "2.differs", Rule: `Two tokens that differ by bytes: foreign, token_differs`},
	{ID: "2.zombie", Rule: `A zombie with the recorded token: owned, zombie`},
	{ID: "2.equal", Rule: `Equal tokens: owned, token_equal`},
	{ID: "2.order", Rule: `The first row that holds decides`},
	{ID: "3.ended", Rule: `Ended is true for gone, foreign and zombie, false for token_equal, null for ` +
		`unverifiable`},
	{ID: "3.signal", Rule: `A signal to the pid is permitted for token_equal only, and neither to pid 1 nor to ` +
		`the observer; eperm takes nothing away`},
	{ID: "3.group_windows", Rule: `Windows has no groups: none`},
	{ID: "3.group_unverifiable", Rule: `The group of an unverifiable record is unknown`},
	{ID: "3.group_boot", Rule: `The group of another boot is empty`},
	{ID: "3.group_led", Rule: `No recorded group: unknown; a record that led no group: none`},
	{ID: "3.group_foreign", Rule: `The group of a foreign pid is empty, whoever answers its probe`},
	{ID: "3.group_own", Rule: `The observer's group, an unknown group of the observer, and group 1 are unknown`},
	{ID: "3.group_probe",
		Rule: `esrch is empty only beside an absent leader; ok and eperm are present; anything else ` +
			`is unknown; of two entries neither counts`},
	{ID: "3.group_signal", Rule: `A signal to the group needs a led group that is neither the observer's nor 1, an ` +
		`owned leader that is still in it, or an absent one with a present group and a ` +
		`witness`},
	{ID: "3.witness", Rule: `A witness is another owned record that was in the group when it was recorded and is ` +
		`in it now`},
	{ID: "3.others", Rule: `No other owned job or handle holder is in the group now`},
	{ID: "3.holder", Rule: `A record whose holder is alive, or that may be the same process as one of a holder, ` +
		`is left to the holder`},
	{ID: "3.disposition", Rule: `report, correct, keep, tear_down: the first that holds`},
	{ID: "4.rows", Rule: `One row a record, in the order of the records`},
	{ID: "4.summary", Rule: `The counts, the coverage and the gaps`},
	{ID: "5.shape", Rule: `A claim of another shape is malformed, whatever else is in it; further members are ` +
		`ignored`,
		Codes: []string{"IDENT_CLAIM_MALFORMED"}},
	{ID: "5.missing", Rule: `A missing claim, and a claim that no JSON of ours may be, is invalid input`,
		Codes: []string{"IDENT_INPUT_INVALID"}},
	{ID: "5.verdict", Rule: `A verdict other than the facts' raises one of V1 to V7, the first that holds`,
		Codes: []string{
			"IDENT_BOOT_IGNORED", "IDENT_TOKEN_BACKFILLED", "IDENT_CMDLINE_OWNERSHIP",
			"IDENT_EPERM_AS_DEAD", "IDENT_UNVERIFIABLE_COLLAPSED", "IDENT_FOREIGN_AS_OWNED",
			"IDENT_CONTRADICTS_FACTS",
		}},
	{ID: "5.signal", Rule: `A signal raises one of S1 to S10, the first that holds`,
		Codes: []string{
			"IDENT_SELF_SIGNALLED", "IDENT_BOOT_IGNORED", "IDENT_TOKEN_BACKFILLED",
			"IDENT_CMDLINE_OWNERSHIP", "IDENT_NO_REGATE", "IDENT_UNVERIFIABLE_COLLAPSED",
			"IDENT_FOREIGN_AS_OWNED", "IDENT_GROUP_UNPROVEN", "IDENT_GONE_SIGNALLED",
			"IDENT_DISPOSITION_EXCEEDED",
		}},
	{ID: "5.end", Rule: `An end that is said of a process or a group raises one of E1 to E4, the first that ` +
		`holds`,
		Codes: []string{"IDENT_EPERM_AS_DEAD", "IDENT_DEATH_OVERCLAIMED"}},
	{ID: "5.rows", Rule: `Claimed rows against the facts: one code a row, the first of the list; records ` +
		`without a row`,
		Codes: []string{"IDENT_CONTRADICTS_FACTS", "IDENT_DISPOSITION_EXCEEDED"}},
	{ID: "5.summary", Rule: `A claimed member of the summary that differs from decide's for the facts`,
		Codes: []string{"IDENT_CONTRADICTS_FACTS"}},
	{ID: "5.observe", Rule: `An observe replaces what it looked at, and nothing else`},
	{ID: "5.regate", Rule: `After a signal the look is empty`,
		Codes: []string{"IDENT_NO_REGATE"}},
	{ID: "5.update", Rule: `An identity that was not written down cannot be added: only command and verdict may ` +
		`be updated`,
		Codes: []string{"IDENT_TOKEN_BACKFILLED"}},
	{ID: "5.receipt", Rule: `A receipt says no end that was not seen, and counts the signals before it with its ` +
		`id`,
		Codes: []string{"IDENT_EPERM_AS_DEAD", "IDENT_DEATH_OVERCLAIMED", "IDENT_CONTRADICTS_FACTS"}},
	{ID: "5.stranger", Rule: `A row or an event of an id that no record has`,
		Codes: []string{"IDENT_CONTRADICTS_FACTS", "IDENT_FOREIGN_AS_OWNED"}},
	{ID: "5.honest", Rule: `What decide itself says raises nothing`},
}
