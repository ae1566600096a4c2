package effect

// Row is the answer about one effect (section 3).
type Row struct {
	ID             string  `json:"id"`
	Execution      string  `json:"execution"`
	Verification   string  `json:"verification"`
	Reason         string  `json:"reason"`
	PossibleImpact bool    `json:"possible_impact"`
	Evidence       *int64  `json:"evidence"` // seq of the readback that decided
	Append         *string `json:"append"`   // the outcome that a recovery has to append
}

// Reasons of section 3.
const (
	notSettled          = "not_settled"
	refused             = "refused"
	noExpectation       = "no_expectation"
	stale               = "stale"
	acknowledgementOnly = "acknowledgement_only"
	noReadback          = "no_readback"
	replaced            = "replaced"
	inFlight            = "in_flight"
	partial             = "partial"
	undecided           = "undecided"
	contradictedReason  = contradicted
	executionFailed     = "execution_failed"
	causationUnknown    = "causation_unknown"
	readbackMatches     = "readback_matches"
)

var appendInterrupted = interrupted

// judgement is a history whose end is known.
type judgement struct {
	*history
	writerGone bool
	touches    []touched
}

func (j *judgement) row(e *effect) Row {
	row := Row{ID: e.id, Verification: unverified, PossibleImpact: true}
	switch {
	case !e.hasOutcome && j.writerGone:
		row.Execution, row.Reason, row.Append = interrupted, notSettled, &appendInterrupted
		return row
	case !e.hasOutcome:
		row.Execution, row.Reason = pending, notSettled
		return row
	}
	row.Execution = executions[e.lastExecution]
	switch {
	case e.settled < 0:
		row.Reason = notSettled
	case e.isNoop():
		row.Verification, row.Reason, row.PossibleImpact = knownNoop, refused, false
	case e.expects.from == e.expects.to:
		row.Reason = noExpectation
	default:
		row.Verification, row.Reason, row.Evidence = j.worst(e)
	}
	return row
}

// worst is what is known of the expectation with the worst verification, of several the
// first.
func (j *judgement) worst(e *effect) (verification, reason string, evidence *int64) {
	rank := func(verification string) int {
		switch verification {
		case contradicted:
			return 0
		case unverified:
			return 1
		}
		return 2
	}
	for _, expected := range j.expectsOf(e) {
		v, why, seq := j.expectation(e, &expected)
		if verification == "" || rank(v) < rank(verification) {
			verification, reason, evidence = v, why, nil
			if v != unverified {
				evidence = &seq
			}
		}
	}
	return verification, reason, evidence
}

// expectation judges one of a settled effect's; seq is that of the readback which decides.
func (j *judgement) expectation(e *effect, expected *expectation) (verification, reason string, seq int64) {
	s := seen{seq: -1, looked: -1, acknowledged: -1}
	if n := j.places[expected.place].seen; n > 0 {
		s = j.seen[n-1]
	}
	if s.seq < e.settled {
		switch {
		case s.looked > e.claimed:
			return unverified, stale, 0
		case e.lastExecution == isCompleted, s.acknowledged > e.claimed:
			return unverified, acknowledgementOnly, 0
		}
		return unverified, noReadback, 0
	}
	touched := j.touches[expected.place]
	switch {
	case s.readback.generation == 0 || s.readback.generation != expected.generation:
		return unverified, replaced, 0
	case touched.claimed > s.seq:
		return unverified, stale, 0
	case touched.settled > s.seq:
		return unverified, inFlight, 0
	case !s.complete:
		return unverified, partial, 0
	}
	holds, decides := s.decide(expected)
	switch {
	case !decides:
		return unverified, undecided, 0
	case !holds:
		return contradicted, contradictedReason, s.seq
	case e.lastExecution == isFailed:
		return unverified, executionFailed, 0
	case e.lastExecution != isCompleted:
		return withoutCausation, causationUnknown, s.seq
	}
	return verified, readbackMatches, s.seq
}

// decide tells whether a readback's state makes a predicate true, and whether it decides it.
func (s *seen) decide(expected *expectation) (holds, decides bool) {
	if s.state == stateUnknown {
		return false, false
	}
	switch expected.predicate {
	case wantSettled:
		return s.state == stateSettled, true
	case wantExists:
		return s.state == statePresent, true
	case wantAbsent:
		return s.state == stateAbsent, true
	}
	if s.state == stateAbsent {
		return false, true
	}
	same := s.digest.sum == expected.digest.sum
	return same == (expected.predicate == wantDigest), s.digest.known
}
