package mutant

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// pass is what the runs of one matrix share: the suite, the folders of its cases,
// and what came of the right implementation.
type pass struct {
	Options
	suite   *conformance.Suite
	layouts conformance.Layouts
	asked   map[law.Level]asking
}

// near are the cases that a mutant is asked: of its own clause all, and of the others
// those in which a standing check could find it out. Folders of other clauses take
// most of the time and find nothing that their own clause does not ask for.
func (p *pass) near(m profile.Mutant) []*conformance.Case {
	folders := strings.HasPrefix(m.Clause, "9.") || strings.HasPrefix(m.Clause, "10.") ||
		strings.HasPrefix(m.Clause, "11.")
	return slices.DeleteFunc(slices.Clone(p.asked[m.Level][m.Name]), func(c *conformance.Case) bool {
		return c.Problem.Folder() != nil && c.Clause != m.Clause && !folders
	})
}

// answerTimeout is far more than any answer takes: no mutant in this process waits.
const answerTimeout = time.Minute

// try runs one mutant through the cases in which its switch is asked for.
func (p *pass) try(ctx context.Context, f *Fate) error {
	session, err := conformance.InProcess(Judge(p.Profile, f.Mutant, f.Level)).Open()
	if err != nil {
		return err
	}
	defer session.Close()
	for _, c := range p.near(f.Mutant) {
		r, _, err := conformance.AskCase(ctx, p.Profile, session, c, f.Level, answerTimeout, &p.layouts)
		if err != nil {
			return err
		}
		if r.Green() {
			continue
		}
		f.Rejected = append(f.Rejected, r.Case)
		switch {
		case !blames(&r, f.Clause):
		case r.Clause == f.Clause:
			f.Cases = append(f.Cases, r.Case)
		default:
			f.Standing = append(f.Standing, r.Case)
		}
	}
	return nil
}

// blames reports whether a result rejects for a breach of that clause.
func blames(r *conformance.Result, clause string) bool {
	if r.Verdict != conformance.Fail {
		return r.Clause == clause
	}
	return slices.ContainsFunc(r.Differences, func(d conformance.Difference) bool { return d.Clause == clause })
}

// wireTimeout is how long a mutant that breaks the protocol has for an answer: one
// of them never gives any.
const wireTimeout = 2 * time.Second

// tryWire runs a mutant that breaks the protocol, as a process. One case that must
// be refused and one that must not are all that there is to ask it: what it does is
// the same in every case.
func (p *pass) tryWire(ctx context.Context, f *Fate) error {
	report, err := conformance.Run(ctx, conformance.Process(p.Process(f.Name, f.Level)),
		conformance.Options{Profile: p.Profile, Level: f.Level,
			Cases: p.Cases, Suite: p.Suite, Only: p.wireCases(), ChallengeMode: conformance.ChallengeOff, Jobs: 1,
			Timeout: wireTimeout})
	if err != nil {
		return err
	}
	for i := range report.Results {
		switch v := report.Results[i].Verdict; v {
		case conformance.Crash, conformance.Hang, conformance.Garbage:
			f.Wire = v
			return nil
		}
	}
	return nil
}

// wireCases are the first of core that must be refused, and the first other.
func (p *pass) wireCases() []string {
	var only []string
	for _, refused := range []bool{true, false} {
		i := slices.IndexFunc(p.suite.Cases, func(c *conformance.Case) bool {
			return c.Level() == p.Profile.Levels[0] && c.Problem.Folder() == nil &&
				(c.Expect.Refusals() != nil) == refused
		})
		if i >= 0 {
			only = append(only, p.suite.Cases[i].ID)
		}
	}
	return only
}

// run runs an implementation through the whole published suite.
func (p *pass) run(ctx context.Context, impl conformance.Implementation, level law.Level) (*conformance.Report, error) {
	return conformance.Run(ctx, impl, conformance.Options{Profile: p.Profile, Level: level, Cases: p.Cases,
		Suite:         p.Suite,
		ChallengeMode: conformance.ChallengeOff, Jobs: 1, Layouts: &p.layouts})
}

// certify runs one control through the whole published suite.
func (p *pass) certify(ctx context.Context, v *Verdict) error {
	report, err := p.run(ctx, conformance.InProcess(p.Profile.Control(v.Control, v.Level)), v.Level)
	if err != nil {
		return err
	}
	for i := range report.Results {
		if r := &report.Results[i]; !r.Green() {
			v.Rejected = append(v.Rejected, r.Case)
		}
	}
	return nil
}
