package second

import "github.com/tspi-dev/harness/conformance/profile/switches"

// Clause is a rule of the contract.
type Clause = switches.Clause

// Clauses returns the rules of docs/contracts/auth.md, in the order of the contract.
func Clauses() []Clause { return append([]Clause(nil), clauses...) }

var clauses = []Clause{
	{ID: "1.facts", Rule: `Every member of every table is required and of its type and bounds`,
		Codes: []string{"AUTH_INPUT_INVALID"}},
	{ID: "1.frame", Rule: `Members that are not listed are refused; $schema, schema, description and x_ names ` +
		`are ignored anywhere; integers, ids and depth as in profiles.md`,
		Codes: []string{"AUTH_INPUT_INVALID"}},
	{ID: "1.unique", Rule: `Keys stand once in their arrays, and sets hold no two equal elements; of a repeat ` +
		`the pointer names the later one`,
		Codes: []string{"AUTH_INPUT_INVALID"}},
	{ID: "1.bounds", Rule: `root and required hold 1 to 16 ids, mounts 0 to 16; too few or too many name the ` +
		`array`,
		Codes: []string{"AUTH_INPUT_INVALID"}},
	{ID: "1.equal", Rule: `Identities, incarnations and scopes are equal member by member, required and mounts ` +
		`in any order`},
	{ID: "1.untrusted", Rule: `text decides nothing and never comes back`},
	{ID: "2.version", Rule: `Below version 4 a snapshot's jobs and launches count as empty; its operations count`},
	{ID: "2.operations", Rule: `Held operations: granted, and for a child the parent's too`},
	{ID: "2.jobs", Rule: `Held jobs: own jobs of granted, and for a child equal to one of the parent's`},
	{ID: "2.fresh", Rule: `A scope is fresh when every id of its root and mounts is live`},
	{ID: "2.launches", Rule: `Held launches: fresh, not external, and for a child covered by a fresh one of the ` +
		`parent's`},
	{ID: "2.covers", Rule: `A scope covers another: backend, root, required, mounts, network, runtime`},
	{ID: "2.ceiling", Rule: `The ceiling: held operations, held jobs that stand, held launches; what does not ` +
		`stand takes nothing else with it`},
	{ID: "3.malformed", Rule: `A launch without launch or with a target, a job request with launch or without a ` +
		`target: target_malformed`},
	{ID: "3.external", Rule: `A launch of an external backend: backend_external`},
	{ID: "3.selector", Rule: `A selector that is not the expected job's id: selector_mismatch`},
	{ID: "3.not_admitted", Rule: `A selector of no held job, or a target that is not held without an approval: ` +
		`not_admitted`},
	{ID: "3.ambiguous", Rule: `A selector of more than one held job: selector_ambiguous`},
	{ID: "3.store", Rule: `A target of another store: store_foreign`},
	{ID: "3.owner", Rule: `A target of another owner or thread: owner_mismatch, thread_mismatch`},
	{ID: "3.operation", Rule: `An operation that is not held, without an approval: operation_not_granted`},
	{ID: "3.inherited", Rule: `A child has no approval: approval_not_inherited`},
	{ID: "3.approval", Rule: `An approval that is absent, bound otherwise or used: approval_absent, ` +
		`approval_mismatch, approval_used`},
	{ID: "3.scope", Rule: `A launch that fits no held launch, without an approval: launch_exceeds_scope`},
	{ID: "3.stale", Rule: `A launch into a root or mount that is not live: root_stale`},
	{ID: "3.control", Rule: `A launch into a root with files of the stores: root_control`},
	{ID: "3.publications", Rule: `A launch while publications cannot be read: publication_unreadable`},
	{ID: "3.reserved", Rule: `A launch of a generation that is taken: reservation_used`},
	{ID: "3.stands", Rule: `A job request of a job that does not stand`},
	{ID: "3.completed", Rule: `ack and continue need a job that is completed: not_completed`},
	{ID: "3.acknowledged", Rule: `ack and continue need to know whether it is acknowledged: status_unknown`},
	{ID: "3.order", Rule: `The first rule that holds refuses; requests are judged in their order`},
	{ID: "3.fits", Rule: `A launch fits what was sealed: equal, with no longer runtime`},
	{ID: "3.binding", Rule: `The binding is the hash of the lines that the contract lists`},
	{ID: "3.noop", Rule: `A stop of a completed job, an ack or continue of an acknowledged one: ` +
		`noop_historical`},
	{ID: "3.admit", Rule: `read_output is admitted as a read, the others as mutations; granted or approved`},
	{ID: "4.record", Rule: `The record: record_absent, record_unreadable`},
	{ID: "4.identity", Rule: `The record's identity: generation_replaced, identity_changed`},
	{ID: "4.status", Rule: `An unknown status: status_unknown`},
	{ID: "4.publication", Rule: `The publication: absent, unreadable, mismatch`},
	{ID: "4.sidecar", Rule: `The sidecar: absent, unreadable, mismatch`},
	{ID: "4.receipt", Rule: `The receipt: unreadable, absent of a running job, external, mismatch`},
	{ID: "4.supervisor", Rule: `A running job needs an owned supervisor`},
	{ID: "5.rows", Rule: `One row a request, in order, with its ceiling, refused or not`},
	{ID: "5.signal", Rule: `Only a stop that is admitted permits a signal, to the supervisor`},
	{ID: "5.summary", Rule: `The counts of the verdicts`},
	{ID: "6.shape", Rule: `A claim of another shape, or with an entry that names no request, is malformed, and ` +
		`nothing else is judged`,
		Codes: []string{"AUTH_CLAIM_MALFORMED"}},
	{ID: "6.missing", Rule: `A missing claim, and a claim that no JSON of ours may be, is invalid input`,
		Codes: []string{"AUTH_INPUT_INVALID"}},
	{ID: "6.refused", Rule: `An entry of a refused request that acts, or says another verdict, raises the code of ` +
		`the reason`,
		Codes: []string{
			"AUTH_ALIAS_ACCEPTED", "AUTH_OWNER_SUBSTITUTED", "AUTH_SCOPE_BROADENED",
			"AUTH_APPROVAL_UNBOUND", "AUTH_RESERVATION_REPLAYED", "AUTH_EXTERNAL_CONTAINED",
			"AUTH_GENERATION_REPLACED", "AUTH_LINKAGE_BROKEN", "AUTH_STALE_MUTATION",
		}},
	{ID: "6.resource", Rule: `The job acted on is the target`,
		Codes: []string{
			"AUTH_SCOPE_BROADENED", "AUTH_ALIAS_ACCEPTED", "AUTH_OWNER_SUBSTITUTED",
			"AUTH_GENERATION_REPLACED",
		}},
	{ID: "6.launch", Rule: `What was launched is what was asked for`,
		Codes: []string{"AUTH_SCOPE_BROADENED", "AUTH_GENERATION_REPLACED"}},
	{ID: "6.approval", Rule: `What was spent is the request's approval, with its binding; an act under an approval ` +
		`spends it`,
		Codes: []string{"AUTH_APPROVAL_UNBOUND"}},
	{ID: "6.replayed", Rule: `An approval or a generation that an earlier entry of the log has`,
		Codes: []string{"AUTH_RESERVATION_REPLAYED"}},
	{ID: "6.signalled", Rule: `Only the permitted incarnation is signalled`,
		Codes: []string{"AUTH_HISTORY_SIGNALLED", "AUTH_SCOPE_BROADENED"}},
	{ID: "6.updated", Rule: `Only fields that may change were changed`,
		Codes: []string{"AUTH_FIELD_OVERWRITTEN"}},
	{ID: "6.verdict", Rule: `The verdict is the row's`,
		Codes: []string{"AUTH_DECISION_CONTRADICTED"}},
	{ID: "6.ceiling", Rule: `A claimed ceiling is the row's`,
		Codes: []string{"AUTH_PARENT_RENEWED", "AUTH_SCOPE_BROADENED", "AUTH_DECISION_CONTRADICTED"}},
	{ID: "6.honest", Rule: `What decide itself says raises nothing`},
}
