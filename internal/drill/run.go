package drill

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/tspi-dev/harness/internal/stage"
)

// Options are those of a drill.
type Options struct {
	Scenarios []*Scenario
	Casting   Casting
	// Command, Env and Show are the reaper's, as in [stage.Spec].
	Command, Env, Show []string
	// Files are what ran, for the report.
	Files     []File
	Timeout   time.Duration
	KeepGoing bool // after a crash or a hang
	Harness   string

	// Generate is how many tables of the campaign's generator are staged, from Seed.
	Generate int
	Seed     uint64

	// Progress, where set, is called after each scenario, by one goroutine at a time.
	Progress func(done, total int)
	// Trouble, where set, gets the ends of what a reaper wrote where a scenario fails, or
	// where it ended with an exit status other than 0.
	Trouble func(scenario string, stdout, stderr []byte)
	// Program is another build of the actor.
	Program []byte
}

// atOnce is how many scenarios run side by side: a reaper sleeps more than it works.
func atOnce() int { return max(2, min(4, runtime.NumCPU())) }

// Run lets the reaper loose on each scenario. It stops at the first crash or hang,
// unless it is to keep going. The error is that of ctx, or says what a stage needs.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := o.Casting.Check(); err != nil {
		return nil, err
	}
	d := &drill{Options: o}
	report := &Report{Schema: ReportSchema, Harness: o.Harness, Files: o.Files, Results: []*Result{}}
	results := make([]*Result, len(o.Scenarios))
	err := d.each(ctx, len(results), func(ctx context.Context, i int) error {
		var err error
		results[i], err = d.scenario(ctx, o.Scenarios[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	report.Results = append(report.Results, results...)
	if o.Generate > 0 {
		report.Seed = &o.Seed
		generated, err := d.generated(ctx)
		if err != nil {
			return nil, err
		}
		report.Results = append(report.Results, generated...)
	}
	report.ownHelpers = len(o.Casting.Helpers) > 0
	report.conclude()
	return report, nil
}

// drill is one under way.
type drill struct {
	Options
	mu      sync.Mutex
	done    int
	stopped bool // a reaper has crashed or hung
}

// each calls f for every number below n, some at once, and returns the first error.
func (d *drill) each(ctx context.Context, n int, f func(context.Context, int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var workers sync.WaitGroup
	for range atOnce() {
		workers.Go(func() {
			for i := range next {
				if err := f(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// scenario stages one.
func (d *drill) scenario(ctx context.Context, s *Scenario) (*Result, error) {
	if d.isStopped() {
		return notTested(s, "an earlier scenario ended in a crash or a hang; --keep-going goes on"), nil
	}
	r, err := d.stage(ctx, s, d.Casting.Roles(s.ID))
	var missing *MissingRoleError
	if errors.As(err, &missing) {
		r, err = notTested(s, missing.Error()), nil
	}
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.ID, err)
	}
	d.finished(r)
	return r, nil
}

func notTested(s *Scenario, why string) *Result {
	return &Result{Scenario: s.ID, Title: s.Title, Why: s.Why, Verdict: NotTested, Note: why}
}

func (d *drill) isStopped() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stopped && !d.KeepGoing
}

func (d *drill) finished(r *Result) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = d.stopped || r.Verdict == Crash || r.Verdict == Hang
	d.done++
	if d.Progress != nil {
		d.Progress(d.done, len(d.Scenarios)+d.Generate)
	}
}

// stage runs the reaper on one scenario and judges it.
func (d *drill) stage(ctx context.Context, s *Scenario, roles Roles) (*Result, error) {
	spec, err := s.Spec(roles)
	if err != nil {
		return nil, err
	}
	spec.Command, spec.Env, spec.Show, spec.Timeout, spec.Program = d.Command, d.Env, d.Show, d.Timeout, d.Program
	start := time.Now()
	outcome, err := stage.Run(ctx, spec)
	if err != nil {
		return nil, err
	}
	r := s.judge(outcome)
	r.TimeNS = time.Since(start).Nanoseconds()
	r.optional = len(d.Casting.Helpers) > 0 && strings.Contains(s.Table, "{"+roleWrapper+"}")
	if d.Trouble != nil && (r.fails() || r.Exit != 0) && len(outcome.Stdout)+len(outcome.Stderr) > 0 {
		d.mu.Lock()
		d.Trouble(s.ID, outcome.Stdout, outcome.Stderr)
		d.mu.Unlock()
	}
	return r, nil
}
