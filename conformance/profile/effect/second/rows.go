package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

const (
	verified     = "verified"
	contradicted = "contradicted"
	observed     = "observed_state_without_causation"
	unverified   = "unverified"
	knownNoop    = "known_noop"
)

// row is section 3's row.
type row struct {
	effect                          *effect
	execution, verification, reason string
	impact                          bool
	evidence                        whole
	append                          text
}

func (e *effect) isNoop(on On) bool {
	return e.outcome == "not_invoked" || e.outcome == "failed" && on.Is("failed-is-noop")
}

// touches reports whether an effect may have touched a resource.
func (e *effect) touches(r resource, on On) bool {
	if e.isNoop(on) && !on.Is("noop-touches") {
		return false
	}
	if !e.scopeKnown {
		return !on.Is("unknown-scope-touches-nothing")
	}
	return slices.ContainsFunc(e.scope, func(s resource) bool { return s.overlaps(r, on) })
}

func (l *log) rows(writer text, on On) []row {
	var rows []row
	if !l.trusted() {
		return nil
	}
	for _, e := range l.effects {
		rows = append(rows, l.row(e, writer, on))
	}
	return rows
}

func (l *log) row(e *effect, writer text, on On) row {
	d := row{effect: e, execution: e.outcome, verification: unverified, reason: "not_settled", impact: true}
	gone := writer.Is("gone") || !writer.Known && on.Is("unknown-writer-gone")
	switch {
	case e.outcome == "" && gone && !on.Is("unsettled-never-interrupted"):
		d.execution, d.append = "interrupted", shape.Some("interrupted")
	case e.outcome == "" && on.Is("unsettled-noop"):
		d.execution, d.verification, d.reason, d.impact = "not_invoked", knownNoop, "refused", false
	case e.outcome == "":
		d.execution = "pending"
	case e.outcome == "running":
		if gone && on.Is("running-interrupted") {
			d.append = shape.Some("interrupted")
		}
	case e.isNoop(on):
		d.verification, d.reason, d.impact = knownNoop, "refused", on.Is("noop-has-impact")
	case len(e.expect) == 0:
		d.reason = "no_expectation"
		if on.Is("no-expectation-verified") && e.outcome == "completed" {
			d.verification = verified
		}
	default:
		l.verify(e, &d, on)
	}
	if on.Is("verified-without-impact") && d.verification == verified {
		d.impact = false
	}
	return d
}

// rank orders verifications from the worst on.
func rank(verification string, on On) int {
	switch verification {
	case contradicted:
		if on.Is("unverified-is-worse") {
			return 2
		}
		return 0
	case unverified:
		return 1
	}
	return 3
}

// verify takes the worst of an effect's expectations, of several the first.
func (l *log) verify(e *effect, d *row, on On) {
	for i, x := range e.expect {
		verification, reason, evidence := l.expectation(e, x, on)
		better := rank(verification, on) < rank(d.verification, on)
		if on.Is("best-expectation-decides") {
			better = rank(verification, on) > rank(d.verification, on)
		}
		if on.Is("last-worst-decides") {
			better = rank(verification, on) <= rank(d.verification, on)
		}
		if i == 0 || better && !on.Is("first-expectation-decides") {
			d.verification, d.reason, d.evidence = verification, reason, evidence
		}
	}
}

// expectation is section 3's verdict on one expectation.
func (l *log) expectation(e *effect, x expectation, on On) (verification, reason string, evidence whole) {
	last := -1
	stale, acknowledged := false, false
	for i, o := range l.observations {
		if !o.resource.samePlace(x.resource, on) {
			continue
		}
		read := o.source == "readback" || o.source == "cache" && on.Is("cache-is-readback") ||
			o.source == "acknowledgement" && on.Is("acknowledgement-is-readback")
		after := o.seq > e.settlement
		if on.Is("readback-after-claim") {
			after = o.seq > e.seq
		}
		if read && after && (last < 0 || !on.Is("first-readback-decides")) &&
			!(on.Is("partial-falls-back") && last >= 0 && o.coverage == "partial") {
			last = i
		}
		if o.seq > e.seq || on.Is("stale-of-any-time") {
			stale = stale || o.source == "readback" || o.source == "cache" && !on.Is("cache-is-nothing")
			acknowledged = acknowledged || o.source == "acknowledgement"
		}
	}
	if last < 0 {
		switch {
		case stale && !on.Is("stale-unnamed"):
			return unverified, "stale", evidence
		case e.outcome == "completed" && !on.Is("completed-is-no-acknowledgement") || acknowledged &&
			!on.Is("acknowledgements-unseen"):
			return unverified, "acknowledgement_only", evidence
		}
		return unverified, "no_readback", evidence
	}
	r := l.observations[last]
	if reason := l.disturbed(x, r, on); reason != "" {
		return unverified, reason, evidence
	}
	holds, decided := x.holds(r, on)
	seq := shape.Some(r.seq)
	if on.Is("evidence-of-settlement") {
		seq = shape.Some(e.settlement)
	}
	switch {
	case !decided:
		return unverified, "undecided", evidence
	case !holds:
		return contradicted, "contradicted", seq
	case e.outcome == "failed" && !on.Is("failed-observed"):
		return unverified, "execution_failed", evidence
	case e.outcome == "timed_out" && on.Is("timed-out-verified"), e.outcome == "interrupted" &&
		on.Is("interrupted-verified"),
		e.outcome == "completed":
		return verified, "readback_matches", seq
	}
	return observed, "causation_unknown", seq
}

// disturbed is the reason why a readback proves nothing, "" for none.
func (l *log) disturbed(x expectation, r observation, on On) string {
	if !x.resource.generation.Meets(r.resource.generation) && !on.Is("replaced-unseen") &&
		!(on.Is("unknown-generations-equal") && x.resource.generation == r.resource.generation) {
		return "replaced"
	}
	for _, other := range l.effects {
		if other.seq > r.seq && other.touches(x.resource, on) && !on.Is("later-effects-unseen") {
			return "stale"
		}
	}
	for _, other := range l.effects {
		open := other.settlement < 0 || other.settlement > r.seq
		if on.Is("settled-later-is-settled") {
			open = other.settlement < 0
		}
		if other.seq < r.seq && open && other.touches(x.resource, on) && !on.Is("effects-in-flight-unseen") {
			return "in_flight"
		}
	}
	if r.coverage == "partial" && !on.Is("partial-is-complete") {
		return "partial"
	}
	return ""
}

// holds is section 3's predicates.
func (x expectation) holds(r observation, on On) (holds, decided bool) {
	if !r.state.Known {
		return false, on.Is("unseen-state-is-absent")
	}
	switch x.predicate {
	case "exists":
		return r.state.Is("present"), true
	case "absent":
		return r.state.Is("absent") || on.Is("absent-always-holds"), true
	case "settled":
		return r.state.Is("settled") || on.Is("running-is-settled"), true
	}
	switch {
	case r.state.Is("absent"):
		return x.predicate == "changed" && on.Is("absent-is-changed"), !on.Is("absent-decides-no-digest")
	case !r.digest.Known:
		return on.Is("unread-digest-changed") && x.predicate == "changed", on.Is("unread-digest-differs") ||
			on.Is("unread-digest-changed") && x.predicate == "changed"
	case x.predicate == "digest":
		return x.digest.Meets(r.digest), true
	}
	return !x.digest.Meets(r.digest) || on.Is("changed-always-holds"), true
}

func (d row) value() strict.Object {
	return strict.Object{
		{Name: "id", Value: d.effect.id}, {Name: "execution", Value: d.execution},
		{Name: "verification", Value: d.verification},
		{Name: "reason", Value: d.reason}, {Name: "possible_impact", Value: d.impact},
		{Name: "evidence", Value: d.evidence.Value()},
		{Name: "append", Value: d.append.Value()},
	}
}
