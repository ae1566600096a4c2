package second

import "github.com/tspi-dev/harness/conformance/profile/switches"

// Clause is a rule of the contract.
type Clause = switches.Clause

// Clauses returns the rules of docs/contracts/effect.md, in the order of the contract.
func Clauses() []Clause { return append([]Clause(nil), clauses...) }

var clauses = []Clause{
	{ID: "1.facts", Rule: `Every member of the facts is required and of its type`,
		Codes: []string{"EFFECT_INPUT_INVALID"}},
	{ID: "1.frame", Rule: `Members that are not listed are refused; $schema, schema, description and x_ names ` +
		`are ignored anywhere in the facts; integers, ids and depth as in profiles.md`,
		Codes: []string{"EFFECT_INPUT_INVALID"}},
	{ID: "1.unique", Rule: `The ids of the required artefacts stand once`,
		Codes: []string{"EFFECT_INPUT_INVALID"}},
	{ID: "1.absent", Rule: `A file that is absent has the text ""`,
		Codes: []string{"EFFECT_INPUT_INVALID"}},
	{ID: "1.place", Rule: `A place is 1 to 16 ids; the same place is equal in kind and place, overlapping ` +
		`places are of one kind and one begins with the other`},
	{ID: "1.lines", Rule: `A line ends with LF and nothing else; what follows the last LF is the torn tail`},
	{ID: "1.records", Rule: `A record has exactly the members of its type, in it too`},
	{ID: "1.claim", Rule: `A claim: scope, expectations whose resources are elements of the scope, predicates ` +
		`of the kind, digests where the predicate has one`},
	{ID: "1.outcome", Rule: `An outcome: its word, and possible_impact false with not_invoked only`},
	{ID: "1.observation", Rule: `An observation: states of the kind, a digest only of what is present`},
	{ID: "1.untrusted", Rule: `The text and its messages decide nothing and never come back`},
	{ID: "2.aliased", Rule: `Not one regular file with one link, nor absent: aliased; unknown counts as aliased`},
	{ID: "2.unreadable", Rule: `A text that is null: unreadable`},
	{ID: "2.bad_line", Rule: `A line that is no record: corrupt`},
	{ID: "2.seq", Rule: `A seq that is not greater than that of the line before: corrupt`},
	{ID: "2.reclaimed", Rule: `A claim of an effect that was claimed, or of another lineage: corrupt`},
	{ID: "2.unclaimed", Rule: `An outcome of an effect that no earlier line claims: corrupt`},
	{ID: "2.resettled", Rule: `An outcome of a settled effect, or not_invoked after running: corrupt`},
	{ID: "2.torn", Rule: `A torn tail is no record: torn_tail`},
	{ID: "2.order", Rule: `The first verdict that holds; rows only of a trusted log`},
	{ID: "3.pending", Rule: `No outcome: interrupted where the writer is gone, else pending`},
	{ID: "3.running", Rule: `running stays running and nobody appends to it, whatever the writer`},
	{ID: "3.refused", Rule: `not_invoked is a known no-op without impact; every other row has possible impact`},
	{ID: "3.no_expectation", Rule: `A settled effect without expectations: unverified, no_expectation`},
	{ID: "3.worst", Rule: `Of several expectations the worst decides, of several worst the first`},
	{ID: "3.evidence", Rule: `evidence is the seq of the readback that decided`},
	{ID: "3.readbacks", Rule: `Readbacks are of the same place, read back, after the settlement; the last decides ` +
		`alone`},
	{ID: "3.no_readback", Rule: `Without a readback: stale, acknowledgement_only, no_readback, the first that holds`},
	{ID: "3.replaced", Rule: `Generations that are not two equal ids: replaced`},
	{ID: "3.stale", Rule: `An effect claimed after the readback touches the place: stale`},
	{ID: "3.in_flight", Rule: `An effect claimed before and not settled before the readback touches the place: ` +
		`in_flight`},
	{ID: "3.partial", Rule: `A partial readback: partial`},
	{ID: "3.undecided", Rule: `A readback that does not decide: undecided`},
	{ID: "3.contradicted", Rule: `A predicate that is false: contradicted`},
	{ID: "3.causation", Rule: `True after failed, timed_out or interrupted is no verification; after completed it ` +
		`is verified`},
	{ID: "3.predicates", Rule: `exists, absent, settled, digest, changed`},
	{ID: "4.settled", Rule: `A required artefact is settled by the last effect that expects something of its ` +
		`place, not by absent`},
	{ID: "4.superseded", Rule: `An effect is superseded when later effects have expectations of all of its scope`},
	{ID: "4.decision", Rule: `blocked, failed, incomplete, unverified, done: the first that holds`},
	{ID: "5.rows", Rule: `One row an effect, in the order of the claims`},
	{ID: "5.bad_line", Rule: `The number of the first bad line, counted from 1`},
	{ID: "5.append_at", Rule: `The bytes up to and with the last LF`},
	{ID: "5.unsettled", Rule: `The required artefacts that are not settled, all of an untrusted log`},
	{ID: "6.shape", Rule: `A claim of another shape is malformed, and nothing else is judged; further members ` +
		`are ignored`,
		Codes: []string{"EFFECT_CLAIM_MALFORMED"}},
	{ID: "6.missing", Rule: `A missing claim, and a claim that no JSON of ours may be, is invalid input`,
		Codes: []string{"EFFECT_INPUT_INVALID"}},
	{ID: "6.accepts", Rule: `A log that is not trusted is accepted`,
		Codes: []string{"EFFECT_ALIAS_ACCEPTED", "EFFECT_CORRUPT_ACCEPTED"}},
	{ID: "6.rejected", Rule: `A log that is trusted is rejected`,
		Codes: []string{"EFFECT_LOG_REJECTED"}},
	{ID: "6.rows", Rule: `A row that only one of the two has, and members that differ`,
		Codes: []string{"EFFECT_CLAIM_MISMATCH"}},
	{ID: "6.noop", Rule: `An impact that is possible is denied`,
		Codes: []string{"EFFECT_FALSE_NOOP"}},
	{ID: "6.resettled", Rule: `An outcome is appended where none is to be`,
		Codes: []string{"EFFECT_RESETTLED"}},
	{ID: "6.hidden", Rule: `A contradiction is hidden`,
		Codes: []string{"EFFECT_CONTRADICTION_HIDDEN"}},
	{ID: "6.overstates", Rule: `A verification is overstated, by the derived reason`,
		Codes: []string{
			"EFFECT_ACK_VERIFIED", "EFFECT_STALE_VERIFIED", "EFFECT_PARTIAL_VERIFIED",
			"EFFECT_UNKNOWN_AS_SUCCESS",
		}},
	{ID: "6.completed", Rule: `completed is said of what is not known to be`,
		Codes: []string{"EFFECT_UNKNOWN_AS_SUCCESS"}},
	{ID: "6.append_at", Rule: `append_at differs`,
		Codes: []string{"EFFECT_APPEND_MISPLACED"}},
	{ID: "6.overclaimed", Rule: `The decision ranks above, or an unsettled artefact is left out`,
		Codes: []string{"EFFECT_DONE_OVERCLAIMED"}},
	{ID: "6.summary", Rule: `Another log word, a lower decision or a further unsettled artefact`,
		Codes: []string{"EFFECT_CLAIM_MISMATCH"}},
	{ID: "6.honest", Rule: `What decide itself says raises nothing`},
}
