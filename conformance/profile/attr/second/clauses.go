package second

import "github.com/tspi-dev/harness/conformance/profile/switches"

// Clause is a rule of the contract.
type Clause = switches.Clause

// Clauses returns the rules of docs/contracts/attr.md, in the order of the contract.
func Clauses() []Clause { return append([]Clause(nil), clauses...) }

var clauses = []Clause{
	{ID: "1.facts", Rule: `Every member of the facts that is not optional is required and of its type and ` +
		`bounds`,
		Codes: []string{"ATTR_INPUT_INVALID"}},
	{ID: "1.frame", Rule: `Members that are not listed are refused; $schema, schema, description and x_ names ` +
		`are ignored anywhere; integers, ids and depth as in profiles.md`,
		Codes: []string{"ATTR_INPUT_INVALID"}},
	{ID: "1.unique", Rule: `Ids, pids and referenced threads stand once in their arrays, and at most one backend ` +
		`is current; the later is the offending value`,
		Codes: []string{"ATTR_INPUT_INVALID"}},
	{ID: "1.corrupt", Rule: `A corrupt session has seven members null; one that is not null is the offending ` +
		`value; of any other, status, stopped and archived are not null`,
		Codes: []string{"ATTR_INPUT_INVALID"}},
	{ID: "1.untrusted", Rule: `error and command are optional text or null, decide nothing and never come back`},
	{ID: "2.root", Rule: `A root is live by pid and token, stale by its pid with another token; a stale one ` +
		`owns nothing`},
	{ID: "2.way_up", Rule: `The way up is the process, its parent, and so on, until there is none or it was ` +
		`there already`},
	{ID: "2.nearest", Rule: `The nearest of each array is the first live root on the way up; of two or more ` +
		`entries it is ambiguous`},
	{ID: "2.runtime_root", Rule: `The live root of a runtime is the runtime's, whatever it declares; of two runtimes ` +
		`unattributed`},
	{ID: "2.thread", Rule: `A declared thread of exactly one session charges the session`},
	{ID: "2.thread_two", Rule: `A declared thread of two or more sessions: unattributed`},
	{ID: "2.runtime", Rule: `A nearest runtime owns what is below it, whatever session was inherited; ambiguous: ` +
		`unattributed`},
	{ID: "2.session_declared", Rule: `A declared session_id of a session that stands charges the session`},
	{ID: "2.session_nearest", Rule: `A nearest session; ambiguous: unattributed`},
	{ID: "2.backend", Rule: `The current backend's live root is on the way up`},
	{ID: "2.backend_old", Rule: `A nearest backend among those that are not current: orphan:backend; ambiguous: ` +
		`unattributed`},
	{ID: "2.outside", Rule: `What declares nothing or another project is in no row`},
	{ID: "2.orphan_session", Rule: `A declared session that no record has: orphan:session`},
	{ID: "2.orphan_backend", Rule: `A declared backend that is not the current one: orphan:backend`},
	{ID: "2.unattributed", Rule: `Otherwise: unattributed`},
	{ID: "3.rows", Rule: `A row for each runtime, each corrupt session and every other owner of a process; ` +
		`kinds by the beginning of the id; pids ascending`},
	{ID: "3.memory", Rule: `rss_kib and pss_kib are sums, null when one is null or there is no process`},
	{ID: "3.sampled", Rule: `A process is sampled when its second sample has the same token and no fewer ticks; ` +
		`one that is not makes the row's figure null`},
	{ID: "3.cpu", Rule: `cpu_permille: rounded up once, bounded by the CPUs, null when the total is null or 0 ` +
		`or the row has no process`},
	{ID: "3.ref_count", Rule: `Only a runtime has ref_count, null when its references are null`},
	{ID: "3.record_corrupt", Rule: `record_corrupt of a corrupt session`},
	{ID: "3.archived", Rule: `archived_resident of an archived session`},
	{ID: "3.runtime_unknown", Rule: `runtime_unknown: no runtime has the session's runtime_id`},
	{ID: "3.root_stale", Rule: `root_stale of a session, runtime or orphan backend with a stale root`},
	{ID: "3.rss_over", Rule: `rss_over_budget: over, not at, the budget of the kind`},
	{ID: "3.cpu_over", Rule: `idle_cpu_over_budget: over, not at, the budget, of what is idle`},
	{ID: "3.no_process", Rule: `no_process of a runtime without pids`},
	{ID: "3.references", Rule: `references_unknown of null, no_references of empty references; null hides the next ` +
		`six`},
	{ID: "3.reference_threads", Rule: `unowned_thread, ambiguous_thread, archived_thread of a referenced thread`},
	{ID: "3.turn_unknown", Rule: `turn_unknown of a reference with turn null`},
	{ID: "3.record_without",
		Rule: `record_without_thread: a session that is not stopped names the runtime, which does ` +
			`not reference its thread`},
	{ID: "3.identity_leak", Rule: `identity_leak: a process of a runtime or backend declares a thread or a session`},
	{ID: "3.orphan", Rule: `owner_absent of every orphan`},
	{ID: "3.unattributed", Rule: `ambiguous_owner and no_owner of the unattributed row, by the rule that charged`},
	{ID: "4.runtime", Rule: `A runtime is protected: references_unknown, referenced, adapter_only`},
	{ID: "4.backend", Rule: `The current backend is protected, an old one ineligible`},
	{ID: "4.unattributed", Rule: `Unattributed is ineligible, no_owner`},
	{ID: "4.record", Rule: `A corrupt, archived or thread-ambiguous session is ineligible`},
	{ID: "4.runtime_of", Rule: `A session whose runtime is stale, unproven or not answering is ineligible`},
	{ID: "4.turn", Rule: `A thread with an active or unknown turn at any runtime is ineligible`},
	{ID: "4.terminal", Rule: `Only awaiting with nothing or close is terminal`},
	{ID: "4.unlisted", Rule: `Without a full list of records no session is absent`},
	{ID: "4.proven", Rule: `Each process must be proven for its session`},
	{ID: "4.holds_others", Rule: `A row whose pid is on the way up of a process of another row holds others`},
	{ID: "4.cpu", Rule: `An unknown or too high CPU figure is ineligible, orphans too`},
	{ID: "4.eligible", Rule: `Otherwise eligible: terminal, owner_absent`},
	{ID: "4.order", Rule: `The first that holds; rows by rss_kib, largest first, null last, then by id`},
	{ID: "4.summary", Rule: `The counts and the sums over the rows with pids`},
	{ID: "5.shape", Rule: `A claim of another shape is malformed, and nothing else is judged; further members ` +
		`are ignored`,
		Codes: []string{"ATTR_CLAIM_MALFORMED"}},
	{ID: "5.missing", Rule: `A missing claim, and a claim that no JSON of ours may be, is invalid input`,
		Codes: []string{"ATTR_INPUT_INVALID"}},
	{ID: "5.read_as", Rule: `orphan:session:S is read as session:S where decide has that row`},
	{ID: "5.misfiled", Rule: `A misfiled row`,
		Codes: []string{"ATTR_CORRUPT_IGNORED", "ATTR_ARCHIVED_AS_ABSENT", "ATTR_WRONG_OWNER"}},
	{ID: "5.stale", Rule: `A wrong pid below the stale root of what the row names`,
		Codes: []string{"ATTR_STALE_ROOT_PID"}},
	{ID: "5.wrong", Rule: `A wrong pid, by its owner`,
		Codes: []string{"ATTR_OWNERSHIP_UNPROVEN", "ATTR_SHARED_ROOT_STOLEN", "ATTR_WRONG_OWNER"}},
	{ID: "5.incomplete", Rule: `A row that decide has not, or a pid in no row of the claim; a pid in another row is ` +
		`raised there`,
		Codes: []string{"ATTR_REPORT_MISMATCH"}},
	{ID: "5.eligible", Rule: `A row that is said to be eligible and is not`,
		Codes: []string{
			"ATTR_CORRUPT_IGNORED", "ATTR_ARCHIVED_AS_ABSENT", "ATTR_OWNERSHIP_UNPROVEN",
			"ATTR_STALE_ROOT_PID", "ATTR_UNKNOWN_REFS_ZERO", "ATTR_NONTERMINAL_RECLAIM",
			"ATTR_UNKNOWN_TURN_IDLE", "ATTR_PROTECTED_RECLAIM", "ATTR_UNKNOWN_MEASURED",
		}},
	{ID: "5.finding", Rule: `A row that leaves out a finding with a code, the uppermost`,
		Codes: []string{
			"ATTR_CORRUPT_IGNORED", "ATTR_ARCHIVED_AS_ABSENT", "ATTR_STALE_ROOT_PID",
			"ATTR_UNKNOWN_REFS_ZERO", "ATTR_OWNERSHIP_UNPROVEN", "ATTR_UNKNOWN_TURN_IDLE",
		}},
	{ID: "5.unknown", Rule: `A number where decide has null`,
		Codes: []string{"ATTR_UNKNOWN_REFS_ZERO", "ATTR_UNKNOWN_MEASURED"}},
	{ID: "5.differs", Rule: `Any member that differs`,
		Codes: []string{"ATTR_REPORT_MISMATCH"}},
	{ID: "5.absent", Rule: `A missing row`,
		Codes: []string{"ATTR_CORRUPT_IGNORED", "ATTR_ARCHIVED_AS_ABSENT", "ATTR_SWEEP_ABORTED"}},
	{ID: "5.summary", Rule: `A member of the summary that differs, only if nothing was raised so far`,
		Codes: []string{"ATTR_REPORT_MISMATCH"}},
	{ID: "5.stop", Rule: `A stop of a row that is not eligible`,
		Codes: []string{
			"ATTR_STALE_ROOT_PID", "ATTR_WRONG_OWNER", "ATTR_CORRUPT_IGNORED",
			"ATTR_ARCHIVED_AS_ABSENT", "ATTR_OWNERSHIP_UNPROVEN", "ATTR_UNKNOWN_REFS_ZERO",
			"ATTR_NONTERMINAL_RECLAIM", "ATTR_UNKNOWN_TURN_IDLE", "ATTR_PROTECTED_RECLAIM",
			"ATTR_UNKNOWN_MEASURED",
		}},
	{ID: "5.signal", Rule: `A signal to a pid whose row is not eligible`,
		Codes: []string{
			"ATTR_STALE_ROOT_PID", "ATTR_WRONG_OWNER", "ATTR_CORRUPT_IGNORED",
			"ATTR_ARCHIVED_AS_ABSENT", "ATTR_OWNERSHIP_UNPROVEN", "ATTR_UNKNOWN_REFS_ZERO",
			"ATTR_NONTERMINAL_RECLAIM", "ATTR_UNKNOWN_TURN_IDLE", "ATTR_PROTECTED_RECLAIM",
			"ATTR_UNKNOWN_MEASURED",
		}},
	{ID: "5.honest", Rule: `What decide itself says raises nothing`},
}
