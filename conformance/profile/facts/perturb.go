package facts

import (
	"math/rand/v2"
	"strconv"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Perturb makes a variant of a case whose right answer is known: the answer of the case, with
// whatever was renamed in the question renamed in it too. Identifiers are renamed in their
// order, members reordered, remarks added, arrays whose order means nothing shuffled, and
// untrusted texts replaced by unguessable ones. A pointer names the places of elements, so
// that nothing is shuffled where a refusal is demanded.
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
	var canaries []string
	if expect.Refused == nil {
		problem.Facts = declared.Shuffle(problem.Facts, rng)
		problem.Facts, canaries = f.retell(problem.Facts, rng)
	}
	problem.Facts = generators.Reorder(generators.Note(problem.Facts, rng), rng)
	problem.Claim = generators.Reorder(problem.Claim, rng)
	return profile.Question{Case: c, Variant: variant, Problem: &problem, Expect: &expect, Canaries: canaries}
}

// retell puts other texts in the place of untrusted ones, with tokens at their ends and in
// the middle, and returns the tokens.
func (f *format) retell(v strict.Value, rng *rand.Rand) (strict.Value, []string) {
	var tokens []string
	var walk func(name string, v strict.Value) strict.Value
	walk = func(name string, v strict.Value) strict.Value {
		switch v := v.(type) {
		case strict.Array:
			out := make(strict.Array, len(v))
			for i := range v {
				out[i] = walk(name, v[i])
			}
			return out
		case strict.Object:
			out := make(strict.Object, len(v))
			for i, m := range v {
				out[i] = strict.Member{Name: m.Name, Value: m.Value}
				if !law.IsAnnotation(m.Name) {
					out[i].Value = walk(m.Name, m.Value)
				}
			}
			return out
		case string:
			if f.spec.isUntrusted(name) {
				token := generators.Token(rng)
				tokens = append(tokens, token)
				return token + " --" + token + "=/home/" + token
			}
		}
		return v
	}
	return walk("", v), tokens
}
