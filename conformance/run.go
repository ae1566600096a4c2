package conformance

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
)

// Run judges an implementation by the suite. The report is its outcome,
// whatever the implementation did. An error means that there is none: the
// implementation could not be started (a *[adapter.StartError]), the suite is
// unusable, or ctx has ended.
func Run(ctx context.Context, impl Implementation, options Options) (*Report, error) {
	o := options.withDefaults()
	suite, err := o.suite()
	if err != nil {
		return nil, err
	}
	description, err := describe(ctx, impl)
	if err != nil {
		return nil, err
	}
	report := &Report{
		SchemaVersion: ReportSchema, Harness: o.Harness, CreatedAt: o.CreatedAt.UTC(),
		Implementation: description, Profile: o.Profile.Name, Level: o.Level.String(),
		Suite:     SuiteRef{Version: suite.Version, Digest: suite.Digest, Cases: suite.required(o.Level)},
		Challenge: o.challenge(), OneShot: isOneShot(impl),
		Features: []string{}, Problems: []string{}, Shortcomings: []string{}, Reservations: []string{},
	}
	report.Shortcomings = append(report.Shortcomings, WithoutPaths(&report.Implementation)...)
	report.Shortcomings = append(report.Shortcomings, Undeclared(o.Profile, description.Ops)...)
	chosen, problems := choose(suite, &o, description.Ops)
	if !servesAny(o.Profile, description.Ops) {
		problems = []string{"profile " + o.Profile.Name + ": the implementation declares no operation of it"}
	}
	report.Problems = append(report.Problems, problems...)

	report.Jobs = sessionsOf(impl, &o, report.Challenge)
	exam := newExam(impl, description, &o, questions(chosen.run, report.Challenge), report.Jobs)
	if err := exam.sit(ctx); err != nil {
		return nil, err
	}
	report.Results = append(exam.results, leftOut(chosen)...)
	report.Aborted = exam.aborted
	if exam.differs {
		report.Shortcomings = append(report.Shortcomings,
			"describe: differs from one process of the adapter to another")
	}
	report.conclude(&o)
	return report, nil
}

func (o *Options) suite() (*Suite, error) {
	if o.Cases == nil {
		return EmbeddedSuite(o.Profile, o.Suite)
	}
	return LoadSuite(o.Profile, o.Cases, o.Suite)
}

func describe(ctx context.Context, impl Implementation) (Description, error) {
	session, err := impl.Open()
	if err != nil {
		return Description{}, err
	}
	defer session.Close()
	return session.Start(ctx)
}

func (o *Options) challenge() Challenge {
	switch o.ChallengeMode {
	case ChallengeOff:
		return Challenge{Mode: ChallengeOff}
	case ChallengeSeed:
		return Challenge{Mode: ChallengeSeed, Seed: o.Seed}
	}
	return Challenge{Mode: ChallengeFresh, Seed: drawSeed()}
}

// Undeclared says, a sentence each, which required operations an implementation
// does not declare. They were then never exercised, which is no success.
func Undeclared(p *profile.Profile, declared []string) []string {
	var missing []string
	for _, op := range p.Required() {
		if !slices.Contains(declared, op) {
			missing = append(missing,
				fmt.Sprintf("operation %s: is required, and the implementation does not declare it", op))
		}
	}
	return missing
}

// servesAny reports whether an implementation declares an operation of a profile.
func servesAny(p *profile.Profile, declared []string) bool {
	return slices.ContainsFunc(p.OpNames(), func(op string) bool { return slices.Contains(declared, op) })
}

// WithoutPaths takes the texts that hold an absolute path out of a description,
// which stands in every report and certificate, and says which they were.
func WithoutPaths(d *Description) []string {
	var named []string
	for _, text := range []struct {
		name  string
		value *string
	}{
		{"name", &d.Name}, {"version", &d.Version}, {"language", &d.Language},
		{"organization", &d.Organization}, {"url", &d.URL}, {"contact", &d.Contact},
	} {
		if guard.HoldsPath(*text.value, law.Hardened) {
			*text.value = "…"
			named = append(named, "describe: "+text.name+" holds an absolute path")
		}
	}
	return named
}

// required counts the cases that the suite requires at a level.
func (s *Suite) required(level law.Level) int {
	n := 0
	for _, c := range s.Cases {
		if !c.Provisional && (level != law.Core || c.Level() == law.Core) {
			n++
		}
	}
	return n
}

func leftOut(chosen selection) []Result {
	var results []Result
	for _, group := range []struct {
		cases   []*Case
		verdict Verdict
	}{{chosen.skipped, Skipped}, {chosen.unsupported, Unsupported}} {
		for _, c := range group.cases {
			results = append(results, Result{Case: c.ID, Title: c.Title, Clause: c.Clause, Level: c.Level().String(),
				Op: c.Op, Verdict: group.verdict, Provisional: c.Provisional, Pair: c.Pair})
		}
	}
	return results
}

// drawSeed returns a seed that nobody could guess before.
func drawSeed() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// selection is the cases of a run, and those that were left out.
type selection struct {
	run     []*Case
	skipped []*Case
	// unsupported cases ask for an operation that the implementation does not
	// declare.
	unsupported []*Case
}

// choose selects the cases of a level by the options. Patterns that match
// nothing are problems.
func choose(s *Suite, o *Options, declared []string) (selection, []string) {
	var sel selection
	matched := map[string]bool{}
	for _, c := range s.Cases {
		if o.Level == law.Core && c.Level() != law.Core {
			continue
		}
		for _, pattern := range slices.Concat(o.Only, o.Skip) {
			if matchPattern(pattern, c.ID) {
				matched[pattern] = true
			}
		}
		switch {
		case len(o.Only) > 0 && !matchesAny(o.Only, c.ID):
		case matchesAny(o.Skip, c.ID):
			sel.skipped = append(sel.skipped, c)
		case !slices.Contains(declared, c.Op):
			sel.unsupported = append(sel.unsupported, c)
		default:
			sel.run = append(sel.run, c)
		}
	}
	var problems []string
	for _, pattern := range slices.Concat(o.Only, o.Skip) {
		if !matched[pattern] {
			problems = append(problems, fmt.Sprintf("pattern %s: matches no case at level %s", showPattern(pattern),
				o.Level))
		}
	}
	// An implementation that declares nothing of the suite falls short; that is no
	// fault of the call.
	if len(sel.run) == 0 && (len(o.Only)+len(o.Skip) > 0 || len(sel.unsupported) == 0) {
		problems = append(problems, "no case was run")
	}
	return sel, problems
}
