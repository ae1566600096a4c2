package second

import "github.com/tspi-dev/harness/conformance/profile/switches"

// Clause is a rule of the contract.
type Clause = switches.Clause

// Clauses returns the rules of docs/contracts/cover.md, in the order of the contract.
func Clauses() []Clause { return append([]Clause(nil), clauses...) }

var clauses = []Clause{
	{ID: "1.facts", Rule: `Every member of the facts that is not optional is required and of its type and ` +
		`bounds`,
		Codes: []string{"COVER_INPUT_INVALID"}},
	{ID: "1.frame", Rule: `Members that are not listed are refused; $schema, schema, description and x_ names ` +
		`are ignored anywhere; integers, ids and depth as in profiles.md`,
		Codes: []string{"COVER_INPUT_INVALID"}},
	{ID: "1.unique", Rule: `The ids of spans stand once, pids once in a walk; the later is the offending value`,
		Codes: []string{"COVER_INPUT_INVALID"}},
	{ID: "1.order", Rule: `seq rises from walk to walk, at_ms does not fall, end_ms is not below begin_ms`,
		Codes: []string{"COVER_INPUT_INVALID"}},
	{ID: "1.sum", Rule: `The known counters of a walk add up to at most 2^53 - 1`,
		Codes: []string{"COVER_INPUT_INVALID"}},
	{ID: "1.untrusted", Rule: `A label is optional text or null, decides nothing and never comes back`},
	{ID: "1.unit", Rule: `The unit of the figure, its divisor, and whether accelerators are judged`},
	{ID: "2.root", Rule: `Members hang below the row of the root's incarnation: pid, token and boot; without ` +
		`it there are none`},
	{ID: "2.members", Rule: `With each member every row whose ppid is its pid, however deep`},
	{ID: "2.stale_link", Rule: `Not a row that started before its parent, both known`},
	{ID: "2.live", Rule: `An exited member is a member, and its children are`},
	{ID: "3.busy", Rule: `A live member with running threads other than 0, null too, makes a walk busy`},
	{ID: "3.alone", Rule: `A walk without one of the seq one below is alone`},
	{ID: "3.changed", Rule: `Members, ppid, reaped or exited that differ from the walk before make a walk ` +
		`changed; counters do not`},
	{ID: "3.start", Rule: `The start is the last candidate, settled or not, at most settle_ms before the begin`},
	{ID: "3.stop", Rule: `The stop is the first settled candidate, else the last, at most settle_ms after the ` +
		`end and after the start`},
	{ID: "3.unsettled", Rule: `No candidate, busy or alone: unsettled_at_start, unsettled_at_stop`},
	{ID: "3.changing", Rule: `A changed walk: tree_changing`},
	{ID: "3.seqs", Rule: `start_seq is null when the start is not settled; stop_seq is the walk taken`},
	{ID: "4.read", Rule: `The other gaps are looked for only where both ends are read`},
	{ID: "4.reaped", Rule: `reaped_descendant: reaped of a term differs from its base's, or from 0`},
	{ID: "4.gone", Rule: `gone: a member of the window is neither spent nor in the stop walk, or the root is ` +
		`not live there`},
	{ID: "4.exited", Rule: `exited: an exited member of the stop walk that is not spent`},
	{ID: "4.predates", Rule: `predates_span: a term without base that began before the call, at a time unknown, or ` +
		`as a stranger of the start walk`},
	{ID: "4.backwards", Rule: `counter_backwards: a term's counter below its base's`},
	{ID: "4.unreadable", Rule: `unreadable: a counter or reaped of a term or base is null`},
	{ID: "4.unlisted", Rule: `unlisted: a live member of the window whose children were not all listed`},
	{ID: "4.gpu", Rule: `gpu and gpu_unknown, of a live member of the window, where accelerators are judged`},
	{ID: "4.neural", Rule: `neural_engine, used or unknown, where accelerators are judged`},
	{ID: "4.shared", Rule: `shared: a term of another span whose ends are read and whose time overlaps`},
	{ID: "5.null", Rule: `The figure is null when the ends are not read, a counter is unreadable or the root ` +
		`is not live`},
	{ID: "5.terms", Rule: `A term adds its growth, 0 where negative, 0 where it predates the span, else its ` +
		`whole counter`},
	{ID: "5.rounding", Rule: `The sum is divided and rounded up, once`},
	{ID: "5.reaped", Rule: `reaped is never added`},
	{ID: "5.coverage", Rule: `whole needs no gap and the operator's declaration`},
	{ID: "5.rows", Rule: `Rows by begin_ms, then id; gaps once each in text order`},
	{ID: "5.summary", Rule: `The counts and the gap counts`},
	{ID: "6.shape", Rule: `A claim of another shape is malformed, and nothing else is judged; members that are ` +
		`not named make another shape`,
		Codes: []string{"COVER_CLAIM_MALFORMED"}},
	{ID: "6.missing", Rule: `A missing claim, and a claim that no JSON of ours may be, is invalid input`,
		Codes: []string{"COVER_INPUT_INVALID"}},
	{ID: "6.unmatched", Rule: `Ids without a receipt, with several, or of no span`,
		Codes: []string{"COVER_RECEIPT_UNMATCHED"}},
	{ID: "6.unit", Rule: `Another unit`,
		Codes: []string{"COVER_UNIT_MISMATCH"}},
	{ID: "6.whole_gap", Rule: `Whole with gaps of its own`,
		Codes: []string{"COVER_WHOLE_WITH_GAP"}},
	{ID: "6.undeclared", Rule: `Whole without a declaration`,
		Codes: []string{"COVER_WHOLE_UNDECLARED"}},
	{ID: "6.unsettled", Rule: `A figure or a gap left out where the ends are not settled`,
		Codes: []string{"COVER_UNSETTLED_ACCEPTED"}},
	{ID: "6.unreadable", Rule: `A figure where the row has unreadable, or unreadable, unlisted or counter_backwards ` +
		`left out`,
		Codes: []string{"COVER_UNREADABLE_AS_ZERO"}},
	{ID: "6.round_down", Rule: `A wrong figure that is rounded down`,
		Codes: []string{"COVER_ROUND_DOWN"}},
	{ID: "6.merged", Rule: `A wrong figure that merges incarnations of one pid, or a figure of another ` +
		`incarnation of the root`,
		Codes: []string{"COVER_PID_REUSE_MERGED"}},
	{ID: "6.predates", Rule: `predates_span left out, or the work of before counted`,
		Codes: []string{"COVER_PREDATES_COUNTED"}},
	{ID: "6.reaped", Rule: `A figure without a live root, or reaped_descendant, gone or exited left out`,
		Codes: []string{"COVER_REAPED_IGNORED"}},
	{ID: "6.accelerator", Rule: `gpu, gpu_unknown or neural_engine left out`,
		Codes: []string{"COVER_ACCELERATOR_IGNORED"}},
	{ID: "6.double", Rule: `shared left out`,
		Codes: []string{"COVER_DOUBLE_COUNTED"}},
	{ID: "6.mismatch", Rule: `Any other difference of figure, coverage, gaps or declared`,
		Codes: []string{"COVER_RECEIPT_MISMATCH"}},
	{ID: "6.first", Rule: `One finding a receipt, the first that holds`},
	{ID: "6.honest", Rule: `What decide itself says raises nothing`},
}
