package mutant

import (
	"context"
	"io/fs"
	"slices"
	"sync"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// Options say what a matrix is made of. The zero value is every mutant and control
// against the current suite.
type Options struct {
	// Profile is the contract whose suite is measured; nil means [conformance.DefaultProfile].
	Profile *profile.Profile
	// Levels are the laws whose mutants are run; nil means all of the profile.
	Levels []law.Level
	// Cases is the tree of cases; nil means the embedded one.
	Cases fs.FS
	// Suite is the suite version; 0 means the current one.
	Suite int
	// Process says how a mutant is started that breaks the protocol itself; nil
	// leaves those out, and Matrix.NotRun names them.
	Process func(name string, level law.Level) adapter.Config
	// Progress, where set, is called behind each mutant and control, by one goroutine at
	// a time.
	Progress func(done, total int)
	// Jobs is how many mutants are run at once; 0 means one per CPU. Those that
	// are processes are run beside them.
	Jobs int
}

// Matrix is which mutants the suite rejects, by what.
type Matrix struct {
	Profile  *profile.Profile
	Suite    conformance.SuiteRef
	Fates    []Fate    // in the order of [All]
	Controls []Verdict // in the order of the profile, for each level
	Cases    []Role    // by id
	NotRun   []string  // mutants that only a process can show, where none was given
}

// Fate is what became of a mutant at its level.
type Fate struct {
	profile.Mutant
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
	profile.Control
	Level law.Level
	// Rejected are the cases that reject it: none of a control that is certified.
	Rejected []string
}

// Run runs every mutant and control through the published suite. Its error means
// that there is no matrix: the suite is unusable, a process could not be started, or
// ctx has ended.
func Run(ctx context.Context, options Options) (*Matrix, error) {
	o := options.withDefaults()
	suite, err := o.suite()
	if err != nil {
		return nil, err
	}
	if o.Profile.HasLevel(law.Hardened) && !slices.Contains(o.Levels, law.Hardened) {
		suite.Cases = slices.DeleteFunc(suite.Cases, func(c *conformance.Case) bool { return c.Level() != law.Core })
	}
	m := &Matrix{Profile: o.Profile, Suite: conformance.SuiteRef{Version: suite.Version, Digest: suite.Digest,
		Cases: len(suite.Cases)}}
	p := &pass{Options: o, suite: suite}
	defer p.layouts.Remove()
	if p.asked, err = p.traceAll(ctx); err != nil {
		return nil, err
	}
	var jobs, waiting []func() error
	m.Fates = o.fates()
	for i := range m.Fates {
		f := &m.Fates[i]
		switch {
		case !f.OnTheWire:
			jobs = append(jobs, func() error { return p.try(ctx, f) })
		case o.Process == nil:
			m.NotRun = append(m.NotRun, f.Name)
		default:
			waiting = append(waiting, func() error { return p.tryWire(ctx, f) })
		}
	}
	m.Fates = slices.DeleteFunc(m.Fates, func(f Fate) bool { return slices.Contains(m.NotRun, f.Name) })
	for _, level := range o.Levels {
		for _, c := range o.Profile.Controls {
			m.Controls = append(m.Controls, Verdict{Control: c, Level: level})
		}
	}
	for i := range m.Controls {
		jobs = append(jobs, func() error { return p.certify(ctx, &m.Controls[i]) })
	}
	o.tell(jobs, waiting)
	// Processes are mostly waited for, so they take no mutant's turn.
	beside := func() error { return parallel(ctx, 1, waiting) }
	within := func() error { return parallel(ctx, o.Jobs, jobs) }
	if err := parallel(ctx, 2, []func() error{beside, within}); err != nil {
		return nil, err
	}
	m.Cases = roles(suite, m.Fates)
	return m, nil
}

func (o Options) withDefaults() Options {
	if o.Profile == nil {
		o.Profile = conformance.DefaultProfile()
	}
	if o.Levels == nil {
		o.Levels = o.Profile.Levels
	}
	if o.Suite == 0 {
		o.Suite = o.Profile.Suite
	}
	o.Jobs = workers(o.Jobs)
	return o
}

// tell has each of some jobs tell that it is done.
func (o *Options) tell(lists ...[]func() error) {
	if o.Progress == nil {
		return
	}
	var mu sync.Mutex
	done, total := 0, 0
	for _, jobs := range lists {
		total += len(jobs)
		for i, job := range jobs {
			jobs[i] = func() error {
				err := job()
				mu.Lock()
				defer mu.Unlock()
				done++
				o.Progress(done, total)
				return err
			}
		}
	}
}

func (o *Options) suite() (*conformance.Suite, error) {
	if o.Cases == nil {
		return conformance.EmbeddedSuite(o.Profile, o.Suite)
	}
	return conformance.LoadSuite(o.Profile, o.Cases, o.Suite)
}

func (o *Options) fates() []Fate {
	var fates []Fate
	for _, m := range All(o.Profile) {
		if slices.Contains(o.Levels, m.Level) {
			fates = append(fates, Fate{Mutant: m})
		}
	}
	return fates
}
