package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

var decisions = []string{"blocked", "failed", "incomplete", "unverified", "done"}

// claimType is section 6's claim. Its objects take further members.
func claimType(on On) shape.Type {
	object := shape.Open
	if on.Is("claim-further-members-refused") {
		object = shape.Object
	}
	execution := shape.Word(append([]string{"pending"}, executions...)...)
	outcome := shape.Word(executions...)
	if on.Is("claim-append-pending") {
		outcome = execution
	}
	whole := shape.OrNull(shape.Integer())
	return object(
		shape.Required("rows", shape.Array(object(
			shape.Required("id", shape.ID()),
			shape.Required("execution", execution),
			shape.Required("verification", shape.Word(verified, contradicted, observed, unverified, knownNoop)),
			shape.Required("possible_impact", shape.Bool()),
			shape.Required("evidence", whole),
			shape.Required("append", shape.OrNull(outcome)),
		)).Keyed("id")),
		shape.Required("summary", object(
			shape.Required("log", shape.Word("aliased", "unreadable", "corrupt", "torn_tail", "ok")),
			shape.Required("append_at", whole),
			shape.Required("unsettled_required", shape.Array(shape.ID())),
			shape.Required("decision", shape.Word(decisions...)),
		)),
	)
}

// Audit answers effect.audit (section 6).
func Audit(v, claim strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	found := shape.NewFindings("EFFECT_")
	fits, refusal := shape.Claim(profile, claimType(on), claim, on)
	if refusal != nil {
		if !on.Is("claim-missing-malformed") {
			return nil, refusal
		}
		fits = false
	}
	if !fits {
		found.Raise("CLAIM_MALFORMED", "claim")
		return found.Answer(), nil
	}
	said, _ := claim.(strict.Object)
	auditor{derive(readFacts(v), on), found, on}.judge(said.Array("rows"), said.Object("summary"))
	return found.Answer(), nil
}

type auditor struct {
	report
	found *shape.Findings
	on    On
}

func (a auditor) judge(rows strict.Array, summary strict.Object) {
	on := a.on
	log := summary.Text("log")
	trusts := log == "ok" || log == "torn_tail"
	accepts := trusts && !on.Is("accepted-by-rows-only") || len(rows) > 0 && !on.Is("accepted-by-word-only") ||
		summary.Text("decision") != "blocked" && !on.Is("accepted-decisions-unseen")
	switch {
	case !a.log.trusted() && accepts && a.log.verdict == "aliased" && !on.Is("alias-is-corrupt"):
		a.found.Raise("ALIAS_ACCEPTED", "log")
		return
	case !a.log.trusted() && accepts:
		a.found.Raise("CORRUPT_ACCEPTED", "log")
		return
	case a.log.trusted() && !trusts && !(on.Is("torn-tail-may-be-rejected") && a.log.verdict == "torn_tail"):
		a.found.Raise("LOG_REJECTED", "log")
		if !on.Is("rejected-log-judged") {
			return
		}
	}
	a.claimedRows(rows)
	if shape.WholeAt(summary, "append_at") != a.appendAt() && !on.Is("append-at-unjudged") {
		a.found.Raise("APPEND_MISPLACED", "log")
	}
	said, derived := slices.Index(decisions, summary.Text("decision")), slices.Index(decisions, a.decision)
	if said > derived && !on.Is("higher-decision-accepted") {
		a.found.Raise("DONE_OVERCLAIMED", "decision")
	}
	unsettled := shape.TextsAt(summary, "unsettled_required")
	for _, id := range a.unsettled {
		if !slices.Contains(unsettled, id) && !on.Is("unsettled-left-out-accepted") {
			a.found.Raise("DONE_OVERCLAIMED", id)
		}
	}
	further := slices.ContainsFunc(unsettled, func(id string) bool { return !slices.Contains(a.unsettled, id) })
	if log != a.log.verdict && !on.Is("log-word-unjudged") || said < derived && !on.Is("lower-decision-accepted") ||
		further && !on.Is("further-unsettled-accepted") || on.Is("unsettled-in-order") &&
		!slices.Equal(unsettled, a.unsettled) && len(unsettled) == len(a.unsettled) {
		a.found.Raise("CLAIM_MISMATCH", "summary")
	}
}

func (a auditor) appendAt() whole {
	if !a.log.trusted() {
		return whole{}
	}
	return shape.Some(a.log.appendAt)
}

func (a auditor) claimedRows(rows strict.Array) {
	claimed := map[string]bool{}
	for _, v := range rows {
		given, _ := v.(strict.Object)
		id := given.Text("id")
		claimed[id] = true
		i := slices.IndexFunc(a.rows, func(d row) bool { return d.effect.id == id })
		switch {
		case i >= 0:
			a.found.Raise(a.row(given, a.rows[i]), id)
		case !a.on.Is("rows-of-nothing-accepted"):
			a.found.Raise("CLAIM_MISMATCH", id)
		}
	}
	for _, d := range a.rows {
		if !claimed[d.effect.id] && !a.on.Is("rows-left-out-accepted") {
			a.found.Raise("CLAIM_MISMATCH", d.effect.id)
		}
	}
}

// row is point 4's table.
func (a auditor) row(said strict.Object, d row) string {
	on := a.on
	execution, verification, appended := said.Text("execution"), said.Text("verification"), shape.TextAt(said, "append")
	overstates := verification == verified && d.verification != verified ||
		verification == observed && d.verification != observed && d.verification != verified &&
			!on.Is("state-never-overstates")
	if on.Is("state-of-verified-overstates") && verification == observed && d.verification != observed {
		overstates = true
	}
	denies := said.At("possible_impact") == false && !on.Is("noop-by-words-only") || verification == knownNoop &&
		!on.Is("noop-by-impact-only") ||
		(execution == "not_invoked" || appended.Is("not_invoked")) && !on.Is("noop-by-execution-unseen")
	completes := (execution == "completed" || appended.Is("completed") && !on.Is("append-completed-unseen")) &&
		d.execution != "completed"
	differs := execution != d.execution || verification != d.verification ||
		(said.At("possible_impact") == true) != d.impact ||
		shape.WholeAt(said, "evidence") != d.evidence && !on.Is("evidence-unjudged") || appended != d.append
	if on.Is("reasons-judged") && said.At("reason") != nil && said.Text("reason") != d.reason {
		differs = true
	}
	switch {
	case d.impact && denies && !on.Is("false-noop-unnamed"):
		return "FALSE_NOOP"
	case !d.append.Known && appended.Known && !on.Is("resettled-unnamed"):
		return "RESETTLED"
	case d.verification == contradicted && verification != contradicted && !on.Is("contradiction-hidden-unnamed"):
		return "CONTRADICTION_HIDDEN"
	case overstates && d.reason == "acknowledgement_only" && !on.Is("acknowledgement-unnamed"):
		return "ACK_VERIFIED"
	case overstates && (d.reason == "stale" || d.reason == "in_flight" && !on.Is("in-flight-unnamed") ||
		d.reason == "replaced" && !on.Is("replaced-unnamed")):
		return "STALE_VERIFIED"
	case overstates && d.reason == "partial" && !on.Is("partial-unnamed"):
		return "PARTIAL_VERIFIED"
	case overstates && !on.Is("overstated-unnamed"), completes && !on.Is("completed-unnamed"):
		return "UNKNOWN_AS_SUCCESS"
	case differs:
		return "CLAIM_MISMATCH"
	}
	return ""
}
