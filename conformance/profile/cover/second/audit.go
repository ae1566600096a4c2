package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

var allGaps = []string{
	"unsettled_at_start", "unsettled_at_stop", "tree_changing", "reaped_descendant", "gone", "exited", "predates_span",
	"counter_backwards", "unreadable", "unlisted", "gpu", "gpu_unknown", "neural_engine", "shared",
}

// claimType is section 6's claim. Its objects take no further members but annotations.
func claimType(on On) shape.Type {
	object := shape.Object
	if on.Is("claim-further-members-accepted") {
		object = shape.Open
	}
	gaps := shape.Array(shape.Word(allGaps...)).Distinct(shape.Encoded)
	return object(shape.Required("receipts", shape.Array(object(
		shape.Required("id", shape.ID()),
		shape.Required("unit", shape.Word("nanojoule", "microjoule", "nanosecond", "microsecond", "byte", "kibibyte")),
		shape.Required("figure", shape.OrNull(shape.Integer())),
		shape.Required("coverage", shape.Word("whole", "partial")),
		shape.Required("gaps", gaps),
		shape.Required("declared", shape.Bool()),
	))))
}

// Audit answers cover.audit (section 6).
func Audit(v, claim strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	found := shape.NewFindings("COVER_")
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
	f := readFacts(v, on)
	readings := derive(f, on)
	said, _ := claim.(strict.Object)
	receipts := shape.ObjectsAt(said, "receipts")
	count := map[string]int{}
	for _, r := range receipts {
		count[r.Text("id")]++
	}
	for _, r := range readings {
		if count[r.span.id] == 0 && !on.Is("spans-without-receipt-accepted") {
			found.Raise("RECEIPT_UNMATCHED", r.span.id)
		}
	}
	for _, receipt := range receipts {
		id := receipt.Text("id")
		at := slices.IndexFunc(readings, func(r *reading) bool { return r.span.id == id })
		switch {
		case at < 0 && on.Is("receipts-of-nothing-accepted"):
		case at < 0, count[id] > 1 && !on.Is("receipts-twice-accepted"):
			found.Raise("RECEIPT_UNMATCHED", id)
		default:
			a := auditor{f, readings[at], on}
			found.Raise(a.judge(receipt), id)
		}
	}
	return found.Answer(), nil
}

type auditor struct {
	facts *facts
	row   *reading
	on    On
}

// judge is section 6's table for a receipt, "" where it raises nothing.
func (a auditor) judge(receipt strict.Object) string {
	r, on := a.row, a.on
	figure, derived := shape.WholeAt(receipt, "figure"), a.facts.figure(r, on)
	gaps := shape.TextsAt(receipt, "gaps")
	isWhole := receipt.Text("coverage") == "whole"
	declared := receipt.At("declared") == true
	leavesOut := func(words ...string) bool {
		return slices.ContainsFunc(words, func(gap string) bool { return r.gaps[gap] && !slices.Contains(gaps, gap) })
	}
	wrong := figure.Parts(derived)
	is := func(comesOut whole) bool { return wrong && figure.Meets(comesOut) }
	dead := r.read() && !r.rootLive
	switch {
	case receipt.Text("unit") != a.facts.unitOf(on) && !on.Is("units-unjudged"):
		return "UNIT_MISMATCH"
	case isWhole && !r.declared(on) && on.Is("undeclared-before-gap"):
		return "WHOLE_UNDECLARED"
	case isWhole && len(gaps) > 0 && !on.Is("whole-with-gap-unnamed"):
		return "WHOLE_WITH_GAP"
	case isWhole && (!r.declared(on) || !declared && !on.Is("own-declaration-unseen")) && !on.Is("undeclared-unnamed"):
		return "WHOLE_UNDECLARED"
	case figure.Known && !r.read() && !on.Is("figure-of-unsettled-unnamed"),
		leavesOut("unsettled_at_start", "unsettled_at_stop") && !on.Is("unsettled-left-out-unnamed"),
		leavesOut("tree_changing") && !on.Is("changing-left-out-unnamed"):
		return "UNSETTLED_ACCEPTED"
	case figure.Known && r.gaps["unreadable"] && !on.Is("figure-of-unreadable-unnamed"),
		leavesOut("unreadable", "unlisted", "counter_backwards") && !on.Is("unreadable-left-out-unnamed"):
		return "UNREADABLE_AS_ZERO"
	case is(a.down()) && !on.Is("round-down-unnamed"):
		return "ROUND_DOWN"
	case is(a.merged()) && !on.Is("merged-figure-unnamed"), figure.Known && dead && a.stranger() &&
		!on.Is("stranger-root-unnamed"):
		return "PID_REUSE_MERGED"
	case leavesOut("predates_span") && !on.Is("predates-left-out-unnamed"), is(a.counted(false)) &&
		!on.Is("predating-figure-unnamed"),
		is(a.counted(true)) && !on.Is("lifetime-figure-unnamed"):
		return "PREDATES_COUNTED"
	case figure.Known && dead && !on.Is("figure-of-dead-root-unnamed"),
		leavesOut("reaped_descendant", "gone", "exited") && !on.Is("reaped-left-out-unnamed"):
		return "REAPED_IGNORED"
	case leavesOut("gpu", "gpu_unknown", "neural_engine") && !on.Is("accelerators-left-out-unnamed"):
		return "ACCELERATOR_IGNORED"
	case leavesOut("shared") && !on.Is("shared-left-out-unnamed"):
		return "DOUBLE_COUNTED"
	}
	differs := figure != derived && !on.Is("figures-unjudged") || receipt.Text("coverage") != r.coverage(on) ||
		declared != r.declared(on) ||
		len(gaps) != len(r.gaps) && !on.Is("further-gaps-accepted") || leavesOut(allGaps...)
	if on.Is("gaps-in-order") && !slices.Equal(gaps, r.gapList()) {
		differs = true
	}
	if differs && !on.Is("other-differences-accepted") {
		return "RECEIPT_MISMATCH"
	}
	return ""
}

// down is the row's sum divided and rounded down.
func (a auditor) down() whole {
	total := sum(a.row.terms, func(t term) whole { return t.adds(a.on) })
	if !total.Known {
		return whole{}
	}
	return whole{Known: true, V: max(0, total.V) / a.facts.divisor(a.on)}
}

// merged is the figure that takes the incarnations of one pid for one process.
func (a auditor) merged() whole {
	return a.facts.figureOf(sum(a.row.terms, func(t term) whole {
		if t.hasBase {
			return t.adds(a.on)
		}
		for _, b := range a.row.before {
			if b.incarnation.pid == t.process.incarnation.pid {
				t.base, t.hasBase = b, true
			}
		}
		return t.adds(a.on)
	}), a.on)
}

// counted is the figure that adds the whole counters of the terms that predate the span, or of
// all terms.
func (a auditor) counted(all bool) whole {
	return a.facts.figureOf(sum(a.row.terms, func(t term) whole {
		if all || t.predates {
			return t.process.counter
		}
		return t.adds(a.on)
	}), a.on)
}

// stranger reports whether the stop walk has the root's pid under another incarnation.
func (a auditor) stranger() bool {
	return slices.ContainsFunc(a.facts.walks[a.row.stop].rows, func(p process) bool {
		return p.incarnation.pid == a.row.span.root.pid && p.incarnation != a.row.span.root
	})
}
