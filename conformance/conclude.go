package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// conclude sorts and counts the results, applies the known failures, and says
// what keeps the report from being ground for a certificate.
func (r *Report) conclude(o *Options) {
	slices.SortFunc(r.Results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Repeat, b.Repeat))
	})
	r.Problems = append(r.Problems, applyKnown(r.Results, o.Known)...)
	r.count()
	r.Group()
	r.Features = exercised(r.Results)
	for _, op := range o.Profile.Required() {
		declared := slices.Contains(r.Implementation.Ops, op)
		if len(o.Only) == 0 && declared && !slices.Contains(r.Features, op) {
			r.Problems = append(r.Problems, "operation "+op+": is required and was never exercised")
		}
	}
	r.reserve(o)
}

func (r *Report) count() {
	r.Counts = Counts{Total: len(r.Results), ByVerdict: map[Verdict]int{}}
	for i := range r.Results {
		result := &r.Results[i]
		r.Counts.ByVerdict[result.Verdict]++
		if result.Known != "" {
			r.Counts.Known++
		}
		if !result.Provisional && result.Verdict != Unsupported {
			r.Counts.RequiredTotal++
			if result.Green() {
				r.Counts.RequiredGreen++
			}
		}
	}
}

func exercised(results []Result) []string {
	ops := []string{}
	for i := range results {
		if v := results[i].Verdict; v != Skipped && v != Unsupported && !slices.Contains(ops, results[i].Op) {
			ops = append(ops, results[i].Op)
		}
	}
	slices.Sort(ops)
	return ops
}

// reserve lists what keeps even a run that holds from being certified.
func (r *Report) reserve(o *Options) {
	add := func(holds bool, reason string) {
		if holds {
			r.Reservations = append(r.Reservations, reason)
		}
	}
	add(r.Challenge.Mode == ChallengeOff, "there were no challenges (--challenge off)")
	add(r.Challenge.Mode == ChallengeSeed, "the challenge seed was given, not drawn in this run")
	add(len(o.Only) > 0, "only a part of the suite was run (--only)")
	add(r.Counts.ByVerdict[Skipped] > 0, "cases were skipped (--skip)")
	add(len(o.Known) > 0, "failures were declared to be known")
	add(!slices.Contains(r.Implementation.Levels, r.Level), "the implementation does not declare the level "+r.Level)
	add(r.Counts.RequiredGreen != r.Counts.RequiredTotal, "not every required case and challenge passed")
}

// Inconsistent says where a report that was read back contradicts itself, ""
// where it does not, and completes what is not saved of it. It is no proof of origin: whoever can edit a report can
// edit all of it.
func (r *Report) Inconsistent() string {
	counts := r.Counts
	again := *r
	again.count()
	if again.Counts.Total != counts.Total || again.Counts.Known != counts.Known ||
		again.Counts.RequiredTotal != counts.RequiredTotal || again.Counts.RequiredGreen != counts.RequiredGreen ||
		!maps.Equal(again.Counts.ByVerdict, counts.ByVerdict) {
		return "/counts: are not the counts of /results"
	}
	if !slices.Equal(r.Features, exercised(r.Results)) {
		return "/features: are not the operations of /results"
	}
	for i := range r.Results {
		if !slices.Contains(Verdicts(), r.Results[i].Verdict) {
			return fmt.Sprintf("/results/%d/verdict: there is no such verdict", i)
		}
	}
	r.Group() // they are saved for other readers, without the results
	return ""
}
