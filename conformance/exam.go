package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// exam asks questions through several sessions at once.
type exam struct {
	impl      Implementation
	options   *Options
	questions []Question
	sessions  int // asked at once
	results   []Result
	aborted   string
	described Description // what the first session said of itself
	differs   bool        // another one said something else

	mu       sync.Mutex
	done     int
	notGreen int
	inARow   int // not answered, over all sessions
	hangs    int
}

func newExam(impl Implementation, described Description, o *Options, qs []Question, sessions int) *exam {
	return &exam{impl: impl, described: described, options: o, questions: qs, sessions: sessions,
		results: make([]Result, len(qs))}
}

// sessionsOf is how many sessions of an implementation are asked at once. With challenges an adapter has two at
// least, whatever was asked for: processes that share a file, or a lock that is never let go, are right as long as
// each has the machine for itself.
func sessionsOf(impl Implementation, o *Options, challenge Challenge) int {
	if _, isProcess := impl.(process); isProcess && challenge.Mode != ChallengeOff {
		return max(2, o.Jobs)
	}
	return o.Jobs
}

// isOneShot reports whether each request to an implementation has a process of its own.
func isOneShot(impl Implementation) bool {
	p, isProcess := impl.(process)
	return isProcess && p.cfg.OneShot
}

// errGivenUp ends a run of an adapter that does not answer at all.
var errGivenUp = errors.New("given up")

// sit asks everything, and then once more, alone, what hung: a slow machine is
// no fault of the adapter's.
func (e *exam) sit(ctx context.Context) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range e.questions {
			select {
			case next <- i:
			case <-inner.Done():
				return
			}
		}
	}()
	var wait sync.WaitGroup
	for range min(e.sessions, max(1, len(e.questions))) {
		wait.Go(func() {
			if err := e.work(inner, next); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	// The first error is the cause; the others only followed from it.
	if err := context.Cause(inner); err != nil && !errors.Is(err, errGivenUp) {
		return err
	}
	if e.aborted != "" {
		e.markUnasked()
		return nil
	}
	return e.retryHangs(ctx)
}

// work asks questions until there are none.
func (e *exam) work(ctx context.Context, next <-chan int) error {
	session, err := e.impl.Open()
	if err != nil {
		return err
	}
	asked := map[int]int{} // call to question
	defer func() { e.revoke(session.Close(), asked) }()
	if err := e.recognise(ctx, session); err != nil {
		return err
	}
	for i := range next {
		result, err := e.ask(ctx, session, i, asked)
		if err != nil {
			return err
		}
		if err := e.note(i, result); err != nil {
			return err
		}
	}
	return nil
}

// recognise holds what a session says of itself against what the report says of
// the implementation: several processes of one command are one implementation,
// or none. A session that does not start says so at its first question.
func (e *exam) recognise(ctx context.Context, session Session) error {
	description, err := session.Start(ctx)
	if err != nil {
		return context.Cause(ctx)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !reflect.DeepEqual(description, e.described) {
		e.differs = true
	}
	return nil
}

// ask asks one question and judges the answer.
func (e *exam) ask(ctx context.Context, session Session, i int, asked map[int]int) (Result, error) {
	q := withVariant(e.options.Profile, e.questions[i])
	result, answer, err := askQuestion(ctx, e.options.Profile, session, &q, e.options.Level, e.options.Timeout,
		e.options.Layouts)
	if err != nil {
		return Result{}, err
	}
	asked[answer.Call] = i
	e.revoke(answer.Revoked, asked)
	return result, nil
}

// revoke takes verdicts back whose answer turned out to be garbage.
func (e *exam) revoke(revoked []adapter.Revocation, asked map[int]int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range revoked {
		if i, ok := asked[r.Call]; ok {
			q := withVariant(e.options.Profile, e.questions[i])
			e.results[i].Verdict, e.results[i].Detail, e.results[i].Wrote = Garbage, r.Detail, Quoted(r.Received)
			e.results[i].Why, e.results[i].Sent = q.Case.Why, q.Problem.Text()
		}
	}
}

// Limits after which an adapter is given up.
const (
	maxInARow = 40 // questions without an answer, one after the other
	maxHangs  = 20 // questions without an answer in time, in all
)

func (e *exam) note(i int, result Result) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.results[i] = result
	e.done++
	if !result.Green() {
		e.notGreen++
	}
	switch result.Verdict {
	case Pass, Fail:
		e.inARow = 0
	case Hang:
		e.hangs++
		e.inARow++
	default: // garbage is no answer either
		e.inARow++
	}
	switch {
	case e.aborted != "": // another session was first
	case e.inARow >= maxInARow:
		e.aborted = fmt.Sprintf("the adapter gave no answer to %d questions in a row", e.inARow)
	case e.hangs >= maxHangs:
		e.aborted = fmt.Sprintf("the adapter hung on %d questions", e.hangs)
	}
	if e.options.Progress != nil {
		e.options.Progress(e.done, len(e.questions), e.notGreen)
	}
	if e.aborted != "" {
		return errGivenUp
	}
	return nil
}

// NeverAsked is the detail of the results that a run which was given up still
// owed.
const NeverAsked = "never asked: the run was given up"

// markUnasked gives the questions that were never asked a verdict that is not
// green.
func (e *exam) markUnasked() {
	for i := range e.results {
		if e.results[i].Verdict == "" {
			e.results[i] = resultOf(&e.questions[i])
			e.results[i].Verdict, e.results[i].Detail = Crash, NeverAsked
		}
	}
}

func (e *exam) retryHangs(ctx context.Context) error {
	var session Session
	asked := map[int]int{}
	for i := range e.results {
		if e.results[i].Verdict != Hang {
			continue
		}
		if session == nil {
			var err error
			if session, err = e.impl.Open(); err != nil {
				return err
			}
			defer func() { e.revoke(session.Close(), asked) }()
		}
		result, err := e.ask(ctx, session, i, asked)
		if err != nil {
			return err
		}
		result.Retried = true
		e.results[i] = result
	}
	return nil
}
