package campaign

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
)

// Run asks an implementation about the cases of a shard until one fails, and
// shrinks that one. The summary is the outcome, whatever the implementation did,
// and also where ctx ended: it then tells what was judged until then.
//
// An error means that there is none: the options cannot be meant, the
// implementation could not be started (a *[adapter.StartError]), or the model
// failed.
func Run(ctx context.Context, impl conformance.Implementation, options Options) (*Summary, error) {
	o := options.withDefaults()
	w, err := worldsOf(o.Profile)
	if err != nil {
		return nil, err
	}
	if err := o.check(w); err != nil {
		return nil, err
	}
	r := &run{impl: impl, worlds: w, options: &o, began: time.Now(), muted: mutedBy(o.Skip)}
	if err := r.describe(ctx); err != nil {
		return nil, err
	}
	if len(conformance.Undeclared(r.options.Profile, r.described.Ops)) > 0 {
		return r.summary(false), nil
	}
	for {
		err := r.ask(ctx)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		suspect := r.ledger.suspect
		if suspect == nil {
			return r.summary(ctx.Err() != nil), nil
		}
		guilty, err := r.examine(ctx, suspect)
		if err != nil {
			return nil, err
		}
		switch {
		case guilty && r.goesOn():
			r.ledger.reopen() // the same table again, for what else is wrong there
			continue
		case guilty:
			r.settle(suspect.k)
		}
		if guilty || ctx.Err() != nil {
			return r.summary(ctx.Err() != nil), nil
		}
		r.slow++
		r.ledger.acquit()
	}
}

// run is one campaign, or a shard of it.
type run struct {
	impl      conformance.Implementation
	worlds    worlds
	options   *Options
	began     time.Time
	described conformance.Description // made fit for a summary
	first     conformance.Description // as the first session said it
	rules     []generators.Property
	ledger    *ledger
	stats     stats
	// shortcomings are faults that no table shows.
	shortcomings []string
	aborted      string
	slow         int // cases that were answered in time only when asked again, alone
	// found are the counterexamples, in the order in which they were found; muted are
	// the rules that are looked for no more.
	found []*Counterexample
	muted muted

	mu      sync.Mutex
	differs bool // a session described itself otherwise than the first
}

func (o *Options) check(w worlds) error {
	switch {
	case !o.Shard.valid():
		return errors.New("shard: want I/N, with I from 1 to N")
	case o.Cases == 0 && o.Duration <= 0:
		return errors.New("want a number of cases, or a duration")
	case unknownRule(w, o) != "":
		return fmt.Errorf("property %s: there is none that it matches; docs/campaigns.md lists them", unknownRule(w, o))
	case o.Cases > 0 && o.Shard.size(o.Cases) == 0:
		return fmt.Errorf("shard %s: has none of %d cases; want at least as many cases as shards", o.Shard, o.Cases)
	}
	return nil
}

// describe asks the implementation what it is and prepares what follows from it.
func (r *run) describe(ctx context.Context) error {
	session, err := r.impl.Open()
	if err != nil {
		return err
	}
	defer session.Close()
	if r.described, err = session.Start(ctx); err != nil {
		return err
	}
	r.first = r.described
	r.shortcomings = append(conformance.WithoutPaths(&r.described),
		conformance.Undeclared(r.options.Profile, r.described.Ops)...)
	r.rules = rulesFor(r.worlds, r.described.Ops)
	r.ledger = &ledger{pending: map[uint64]entry{}, progress: r.tell}
	if r.options.Cases > 0 {
		r.ledger.limit = r.options.Shard.size(r.options.Cases)
	}
	if r.options.Duration > 0 {
		r.ledger.deadline = r.began.Add(r.options.Duration)
	}
	return nil
}

func (r *run) tell(t *tally) {
	r.options.Progress(Progress{Cases: t.cases, Total: r.ledger.limit, Shapes: t.seen()})
}

// ask judges cases through several sessions until there are none, one fails, or
// ctx ends.
func (r *run) ask(ctx context.Context) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wait sync.WaitGroup
	for range r.options.Jobs {
		wait.Go(func() {
			if err := r.work(inner); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	return context.Cause(inner)
}

func (r *run) work(ctx context.Context) (err error) {
	s, err := r.open(ctx)
	if err != nil {
		return err
	}
	defer func() { r.charge(s, s.session.Close()) }()
	own := r.worlds.isOwn(conformance.JudgeOf(r.impl))
	values, _ := s.session.(conformance.ValueSession)
	if !own || r.options.OverTheWire || values != nil && !values.CanAskValues() {
		values = nil
	}
	modelValues := r.modelValues()
	for {
		k, ok := r.ledger.take()
		if !ok || ctx.Err() != nil {
			return nil
		}
		i := r.options.Shard.at(k)
		table := r.worlds.Case(r.options.Seed, i)
		wired := i%wiredIn == 0
		m := model{ctx, r.options.Model, modelValues}
		if wired {
			m.values = nil
		}
		trial := generators.NewTrial(table, r.options.Level, s, m)
		held := heldAgainst(r.rules, trial.Seed, r.options.Skip)
		s.about(k, table)
		s.quick = !own
		if s.values = values; wired {
			s.values = nil
		}
		f, err := s.judge(trial, r.muted.without(applying(r.rules, held)))
		r.charge(s, nil)
		if err != nil {
			return err
		}
		input := s.first.text
		r.ledger.deliver(k, newEntry(i, table, len(r.worlds.Shapes()), input, held), f)
	}
}

// wiredIn: one case in so many goes by its texts where the others do not, both the questions
// and the answers, which are held against the standing checks there: the built-in
// implementation's own, too, though the checks are of the same code.
const wiredIn = 64

// modelValues is the model where it answers by values; where it is asked in texts, nil.
func (r *run) modelValues() profile.ValueAnswerer {
	if judge, ok := r.options.Model.(profile.ValueJudge); ok && !r.options.OverTheWire {
		return judge.Values()
	}
	return nil
}

func (r *run) trial(ctx context.Context, table generators.World, s *subject) *generators.Trial {
	return generators.NewTrial(table, r.options.Level, s, model{ctx: ctx, answerer: r.options.Model})
}

// open makes a session ready. One that describes itself otherwise than the first
// is another implementation.
func (r *run) open(ctx context.Context) (*subject, error) {
	session, err := r.impl.Open()
	if err != nil {
		return nil, err
	}
	description, err := session.Start(ctx)
	if err == nil && !reflect.DeepEqual(description, r.first) {
		r.mu.Lock()
		r.differs = true
		r.mu.Unlock()
	}
	if ctx.Err() != nil {
		session.Close()
		return nil, context.Cause(ctx)
	}
	return &subject{ctx: ctx, session: session, worlds: r.worlds, level: r.options.Level, timeout: r.options.Timeout,
		stats: &r.stats, muted: r.muted}, nil
}

// charge accuses the cases of calls whose answer was revoked.
func (r *run) charge(s *subject, last []adapter.Revocation) {
	for _, revoked := range append(s.revoked, last...) {
		f := garbage(revoked)
		if k, ok := s.chargedTo(revoked.Call); ok && !r.muted.has(f) {
			r.ledger.accuse(k, f)
		}
	}
	s.revoked = nil
}

func garbage(revoked adapter.Revocation) *failure {
	return &failure{rule: RuleAnswers, clause: "protocol", verdict: conformance.Garbage, detail: revoked.Detail,
		wrote: revoked.Received}
}

// settle makes the total that of the cases up to the one that failed, and with
// it. Where that was found out late, they are drawn again.
func (r *run) settle(k uint64) {
	if r.ledger.committed == k {
		r.ledger.commit()
	}
	if r.ledger.committed > k+1 {
		r.ledger.total = drawTally(r.worlds, r.rules, r.options.Skip, r.options.Seed, r.options.Shard,
			r.options.Shard.at(k))
		r.ledger.committed = k + 1
	}
}
