package campaign

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/generators"
)

// Votes on a table that failed: it is asked again, alone and by a fresh session,
// until it has failed enough times or was asked often enough.
const (
	mostAsks    = 5
	enoughFails = 3
)

// examination is the second look at a case that failed.
type examination struct {
	*run
	ctx     context.Context
	trial   *generators.Trial // of the table as it was drawn
	rules   []generators.Property
	failure *failure // that is looked for
	fails   int      // of the asks that showed it
	asks    int
	subject *subject // nil until it is needed, and after a session was closed
	until   time.Time
	tries   int
}

// examine asks a case again, alone, and shrinks it where it fails again. It
// returns false for a case that only was too slow beside others.
func (r *run) examine(ctx context.Context, suspect *suspicion) (guilty bool, err error) {
	i := r.options.Shard.at(suspect.k)
	table := r.worlds.Case(r.options.Seed, i)
	e := &examination{run: r, ctx: ctx, failure: suspect.failure}
	defer e.close()
	e.trial = r.trial(ctx, table, nil)
	e.rules = r.muted.without(applying(r.rules, heldAgainst(r.rules, e.trial.Seed, r.options.Skip)))
	if err := e.vote(table); err != nil && ctx.Err() == nil {
		return false, err
	}
	if suspect.failure.verdict == conformance.Hang && e.fails == 0 {
		return false, nil
	}
	smallest := table
	if e.fails > 0 && !e.hopeless() {
		if smallest, err = e.shrink(table); err != nil && ctx.Err() == nil {
			return false, err
		}
		if smallest, err = r.worlds.plausible(e, smallest); err != nil && ctx.Err() == nil {
			return false, err
		}
	}
	r.found = append(r.found, e.counterexample(i, table, smallest))
	if r.stats.silent() {
		r.aborted = fmt.Sprintf("the implementation gave no answer to any of %d questions", r.stats.unanswered.Load())
	}
	return true, nil
}

// hopeless reports whether there is no use in asking on: nothing was ever
// answered.
func (e *examination) hopeless() bool {
	return e.stats.silent() && (e.stats.hangs.Load() > 0 || e.stats.unanswered.Load() >= maxUnanswered)
}

// vote asks the table again as often as it takes: about everything until it has
// failed, and then, as smaller ones are, about that alone. One that hung is asked
// once: a machine that was too busy then is no fault of the implementation's.
func (e *examination) vote(table generators.World) error {
	most := mostAsks
	if e.failure.verdict == conformance.Hang {
		most = 1
	}
	for e.asks < most && e.fails < enoughFails && (e.asks == 0 || !e.hopeless()) {
		rules := e.rules
		if e.fails > 0 {
			rules = named(rules, e.failure.during)
		}
		f, err := e.again(table, rules)
		if err != nil {
			return err
		}
		e.asks++
		if f != nil && e.fails == 0 {
			e.failure = f // as a fresh session shows it, whatever was asked before
		}
		if e.failure.like(f) {
			e.fails++
		}
	}
	return nil
}

// again judges a table once more.
func (e *examination) again(table generators.World, rules []generators.Property) (*failure, error) {
	if e.subject == nil {
		var err error
		if e.subject, err = e.open(e.ctx); err != nil {
			return nil, err
		}
	}
	s := e.subject
	s.about(0, table)
	trial := e.trial.On(table)
	trial.Implementation = s
	f, err := s.judge(trial, rules)
	if e.failure.verdict != conformance.Garbage || err != nil {
		return f, err
	}
	// Garbage may show only when the output has ended.
	e.subject = nil
	if late := append(s.revoked, s.session.Close()...); f == nil && len(late) > 0 {
		f = garbage(late[0])
		f.asked = s.last
	}
	return f, nil
}

func (e *examination) close() {
	if e.subject != nil {
		e.subject.session.Close()
	}
}

// furtherShrinkTime is how long a counterexample behind the first is shrunk: there may
// be as many as there are properties.
const furtherShrinkTime = 10 * time.Second

// errEnough ends the shrinking before its time.
var errEnough = errors.New("enough")

// shrink returns the smallest table that was found to fail in the same way.
func (e *examination) shrink(table generators.World) (generators.World, error) {
	e.until = time.Now().Add(e.options.ShrinkTime)
	if len(e.found) > 0 {
		e.until = time.Now().Add(min(e.options.ShrinkTime, furtherShrinkTime))
	}
	rules := named(e.rules, e.failure.during)
	if e.failure.verdict == conformance.Hang {
		e.subject.timeout = e.stats.shortTimeout(e.options.Timeout)
	}
	smallest, _, err := e.worlds.Shrink(table, func(t generators.World) (bool, error) {
		return e.tryOne(t, rules)
	}, e.options.ShrinkTries)
	if err != nil && !errors.Is(err, errEnough) {
		return smallest, err
	}
	if e.subject != nil {
		e.subject.timeout = e.options.Timeout
	}
	// The last word has the usual time, and the differences of the smallest table.
	f, err := e.asOften(smallest, rules)
	if err != nil {
		return smallest, err
	}
	if f == nil {
		return table, nil
	}
	e.failure = f
	return smallest, nil
}

// tryOne reports whether a smaller table fails in the same way.
func (e *examination) tryOne(t generators.World, rules []generators.Property) (bool, error) {
	if e.tries++; time.Now().After(e.until) || e.hopeless() {
		return false, errEnough
	}
	e.options.Progress(Progress{Cases: e.ledger.total.cases, Total: e.ledger.limit, Shapes: e.ledger.total.seen(),
		Shrinking: true, Tries: e.tries})
	f, err := e.asOften(t, rules)
	return f != nil, err
}

// asOften asks a table once, or several times where not every ask had failed. One
// wrong answer is wrong, however seldom it comes.
func (e *examination) asOften(t generators.World, rules []generators.Property) (*failure, error) {
	asks := 1
	if e.fails < e.asks {
		asks = mostAsks
	}
	for range asks {
		f, err := e.again(t, rules)
		if err != nil {
			return nil, err
		}
		if e.failure.like(f) {
			return f, nil
		}
	}
	return nil, nil
}
