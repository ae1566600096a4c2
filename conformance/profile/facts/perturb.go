package facts

import (
	"strconv"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// Perturb makes a variant of a case whose right answer is known: the answer of the case, with
// whatever was renamed in the question renamed in it too. Identifiers are renamed in their
// order, members reordered, remarks added, arrays whose order means nothing shuffled, and
// untrusted texts replaced by unguessable ones, where there were none too. A pointer names the
// places of elements, so that nothing is shuffled where a refusal is demanded. Of the second variants, half are
// made unusable in one place.
func (f *format) Perturb(c *profile.Case, seed string, variant int) profile.Question {
	rng := profile.Random(seed, c.ID, strconv.Itoa(variant))
	problem, expect := *c.Problem.(*Problem), *c.Expect.(*Expectation)
	declared := &f.spec.Facts
	if problem.RawFacts != nil || problem.RawClaim != nil {
		return profile.Question{Case: c, Variant: variant, Problem: &problem, Expect: &expect}
	}

	renaming := declared.Rename(rng, problem.Facts, problem.Claim)
	problem.Facts = renaming.Apply(problem.Facts)
	problem.Claim = renaming.Apply(problem.Claim)
	if expect.Rows != nil {
		expect.Rows = renaming.Apply(expect.Rows).(strict.Array)
	}
	if expect.Summary != nil {
		expect.Summary = renaming.Apply(expect.Summary).(strict.Object)
	}
	if expect.Findings != nil {
		findings := make([]Finding, len(expect.Findings))
		for i, finding := range expect.Findings {
			findings[i] = Finding{finding.ErrorCode, renaming.Subject(finding.SubjectID)}
		}
		expect.Findings = findings
	}
	if expect.Refused == nil {
		problem.Facts = declared.Shuffle(problem.Facts, rng)
	}
	told := f.teller(rng, expect.Refused)
	problem.Facts = told.retell("facts", problem.Facts)
	problem.Claim = told.retell("claim", problem.Claim)
	problem.Facts = generators.Reorder(generators.Note(problem.Facts, rng), rng)
	problem.Claim = generators.Reorder(problem.Claim, rng)
	if expect.Refused == nil {
		problem.Facts = stretch(rng, problem.Facts)
	}
	if variant%2 == 1 && expect.Refused == nil && rng.IntN(8) == 0 {
		f.crowd(rng, c.Op, &problem, &expect)
	}
	if variant%2 == 0 && expect.Refused == nil && rng.IntN(2) == 0 {
		usable, answered := problem, expect
		if !f.spoil(rng, c.Op, &problem, &expect) {
			problem, expect = usable, answered
		}
	}
	return profile.Question{Case: c, Variant: variant, Problem: &problem, Expect: &expect, Canaries: told.tokens}
}
