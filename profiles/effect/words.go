package effect

// Words of the records (section 1.2). In the records they are kept as their places in these
// lists.
var (
	kinds      = []string{"file", "record", "external", kindJob}
	executions = []string{notInvoked, running, completed, failed, timedOut, interrupted}
	predicates = []string{predicateSettled, "exists", "absent", "digest", "changed"}
	coverages  = []string{"complete", "partial"}
	sources    = []string{"readback", "acknowledgement", "cache"}
	states     = []string{"settled", "running", "present", "absent"}
)

const (
	kindJob = "job"

	notInvoked  = "not_invoked"
	running     = "running"
	completed   = "completed"
	failed      = "failed"
	timedOut    = "timed_out"
	interrupted = "interrupted"
	pending     = "pending" // of a row only

	predicateSettled = "settled"
)

// What stands at a place of the lists.
const (
	isNotInvoked = iota
	isRunning
	isCompleted
	isFailed
)

const isJob = 3

const (
	wantSettled = iota
	wantExists
	wantAbsent
	wantDigest
	wantChanged
)

const (
	byReadback = iota
	byAcknowledgement
)

const (
	stateSettled = iota
	stateRunning
	statePresent
	stateAbsent
	stateUnknown
)

// Verifications of section 3.
const (
	verified         = "verified"
	contradicted     = "contradicted"
	withoutCausation = "observed_state_without_causation"
	unverified       = "unverified"
	knownNoop        = "known_noop"
)

// Verdicts on a log (section 2).
const (
	logAliased    = "aliased"
	logUnreadable = "unreadable"
	logCorrupt    = "corrupt"
	logTornTail   = "torn_tail"
	logOK         = "ok"
)

// decisions are those of section 4, the least first.
var decisions = []string{blocked, decisionFailed, incomplete, decisionUnverified, done}

const (
	blocked            = "blocked"
	decisionFailed     = "failed"
	incomplete         = "incomplete"
	decisionUnverified = "unverified"
	done               = "done"
)
