package mutant

import (
	"context"
	"io/fs"
	"slices"
	"strings"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// Options say what a matrix is made of. The zero value is every mutant and control
// against the current suite.
type Options struct {
	// Levels are the laws whose mutants are run; nil means both.
	Levels []tspi.Level
	// Cases is the tree of cases; nil means the embedded one.
	Cases fs.FS
	// Suite is the suite version; 0 means the current one.
	Suite int
	// Process says how a mutant is started that breaks the protocol itself; nil
	// leaves those out, and Matrix.NotRun names them.
	Process func(name string, level tspi.Level) adapter.Config
	// Jobs is how many mutants are run at once; 0 means one a processor.
	Jobs int
}

// Matrix is which mutants the suite rejects, by what.
type Matrix struct {
	Suite    conformance.SuiteRef
	Fates    []Fate    // in the order of [All]
	Controls []Verdict // in the order of [Controls], for each level
	Cases    []Role    // by id
	NotRun   []string  // mutants that only a process can show, where none was given
}

// Fate is what became of a mutant at its level.
type Fate struct {
	Mutant
	// Cases are those of its clause that reject it, by id.
	Cases []string
	// Standing are the cases of other clauses in which a standing check of its
	// clause rejects it, by id.
	Standing []string
	// Rejected are all cases that reject it, for whatever reason, by id.
	Rejected []string
	// Wire is how a mutant that breaks the protocol is found out: crash, hang or
	// garbage. "" for all others.
	Wire conformance.Verdict
	// Hunt is what a campaign made of it; nil where there was none.
	Hunt *Hunt
}

// Killed reports whether the mutant was rejected by a case or a standing check of
// the clause that it breaks. Anything else might be luck.
func (f *Fate) Killed() bool { return len(f.Cases) > 0 || len(f.Standing) > 0 || f.Wire != "" }

// Verdict is what became of a control.
type Verdict struct {
	Control
	Level tspi.Level
	// Rejected are the cases that reject it: none of a control that is certified.
	Rejected []string
}

// Run runs every mutant and control through the published suite. Its error means
// that there is no matrix: the suite is unusable, a process could not be started, or
// ctx has ended.
func Run(ctx context.Context, options Options) (*Matrix, error) {
	o := options.withDefaults()
	suite, err := conformance.LoadSuite(o.Cases, o.Suite)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(o.Levels, tspi.Hardened) {
		suite.Cases = slices.DeleteFunc(suite.Cases, func(c *conformance.Case) bool { return c.Level() != tspi.Core })
	}
	m := &Matrix{Suite: conformance.SuiteRef{Version: suite.Version, Digest: suite.Digest, Cases: len(suite.Cases)}}
	asked := map[tspi.Level]asking{}
	for _, level := range o.Levels {
		if asked[level], err = o.trace(ctx, level); err != nil {
			return nil, err
		}
	}
	var jobs []func() error
	m.Fates = o.fates()
	for i := range m.Fates {
		f := &m.Fates[i]
		switch {
		case !f.OnTheWire():
			jobs = append(jobs, func() error { return o.try(ctx, f, near(f.Mutant, asked[f.Level][f.Name], suite)) })
		case o.Process == nil:
			m.NotRun = append(m.NotRun, f.Name)
		default:
			jobs = append(jobs, func() error { return o.tryWire(ctx, f, suite) })
		}
	}
	m.Fates = slices.DeleteFunc(m.Fates, func(f Fate) bool { return slices.Contains(m.NotRun, f.Name) })
	for _, level := range o.Levels {
		for _, c := range Controls() {
			m.Controls = append(m.Controls, Verdict{Control: c, Level: level})
		}
	}
	for i := range m.Controls {
		jobs = append(jobs, func() error { return o.certify(ctx, &m.Controls[i]) })
	}
	if err := parallel(ctx, o.Jobs, jobs); err != nil {
		return nil, err
	}
	m.Cases = roles(suite, m.Fates)
	return m, nil
}

func (o Options) withDefaults() Options {
	if o.Levels == nil {
		o.Levels = []tspi.Level{tspi.Core, tspi.Hardened}
	}
	if o.Cases == nil {
		o.Cases = harness.Cases()
	}
	if o.Suite == 0 {
		o.Suite = conformance.CurrentSuite
	}
	o.Jobs = workers(o.Jobs)
	return o
}

func (o *Options) fates() []Fate {
	var fates []Fate
	for _, m := range All() {
		if slices.Contains(o.Levels, m.Level) {
			fates = append(fates, Fate{Mutant: m})
		}
	}
	return fates
}

// near are the cases that a mutant is asked: of its own clause all, and of the others
// those in which a standing check could find it out. Folders of other clauses take
// most of the time and find nothing that their own clause does not ask for.
func near(m Mutant, asked []string, suite *conformance.Suite) []string {
	folders := strings.HasPrefix(m.Clause, "9.") || strings.HasPrefix(m.Clause, "10.") || strings.HasPrefix(m.Clause, "11.")
	return slices.DeleteFunc(slices.Clone(asked), func(id string) bool {
		c, there := suite.Case(id)
		return !there || c.Problem.Folder != nil && c.Clause != m.Clause && !folders
	})
}

// run runs an implementation through some cases of the published suite, all where
// only is nil.
func (o *Options) run(ctx context.Context, impl conformance.Implementation, level tspi.Level, only []string) (*conformance.Report, error) {
	return conformance.Run(ctx, impl, conformance.Options{Level: level, Cases: o.Cases, Suite: o.Suite, Only: only,
		ChallengeMode: conformance.ChallengeOff, Jobs: 1})
}

// try runs one mutant through the cases in which its switch is asked for.
func (o *Options) try(ctx context.Context, f *Fate, cases []string) error {
	if len(cases) == 0 {
		return nil // no case comes near the rule
	}
	report, err := o.run(ctx, conformance.InProcess(f.Answerer(f.Level)), f.Level, cases)
	if err != nil {
		return err
	}
	for i := range report.Results {
		if r := &report.Results[i]; !r.Green() {
			f.Rejected = append(f.Rejected, r.Case)
			switch {
			case !blames(r, f.Clause):
			case r.Clause == f.Clause:
				f.Cases = append(f.Cases, r.Case)
			default:
				f.Standing = append(f.Standing, r.Case)
			}
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

// wireCases is how many cases a mutant of the protocol is asked: any do.
const wireCases = 16

// tryWire runs a mutant that breaks the protocol, as a process.
func (o *Options) tryWire(ctx context.Context, f *Fate, suite *conformance.Suite) error {
	var only []string
	for _, c := range suite.Cases {
		if c.Level() == tspi.Core && c.Problem.Folder == nil && len(only) < wireCases {
			only = append(only, c.ID)
		}
	}
	report, err := conformance.Run(ctx, conformance.Process(o.Process(f.Name, f.Level)), conformance.Options{Level: f.Level,
		Cases: o.Cases, Suite: o.Suite, Only: only, ChallengeMode: conformance.ChallengeOff, Jobs: 1, Timeout: wireTimeout})
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

// certify runs one control through the whole published suite.
func (o *Options) certify(ctx context.Context, v *Verdict) error {
	report, err := o.run(ctx, conformance.InProcess(v.Answerer(v.Level)), v.Level, nil)
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
