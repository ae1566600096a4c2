package conformance

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// errorAnswer is the refusal that an error stands for.
func errorAnswer(err error) *ErrorAnswer {
	var answer *ErrorAnswer
	if errors.As(err, &answer) {
		return answer
	}
	// The text of a foreign error may hold anything, so it is not repeated.
	return &ErrorAnswer{Code: ErrorInternal, Message: "the implementation failed"}
}

// InProcess is an implementation that runs in this process. A panic of it is a
// crash. An answer that comes too late is a hang; the goroutine that still works
// on it cannot be ended and is left behind.
func InProcess(a Answerer) Implementation { return inProcess{a} }

type inProcess struct{ answerer Answerer }

func (p inProcess) Open() (Session, error) { return &goSession{answerer: p.answerer}, nil }

type goSession struct {
	answerer Answerer
	values   profile.ValueAnswerer // nil until it is asked
	calls    int
	// work is what the session's goroutine works on; nil until there is one. One call after
	// the other on one goroutine spares each the growing of a stack.
	work chan func()
}

func (s *goSession) Start(context.Context) (d Description, err error) {
	defer func() {
		if recover() != nil {
			err = &adapter.StartError{Outcome: adapter.Crash, Detail: "the implementation panicked"}
		}
	}()
	return s.answerer.Describe(), nil
}

func (s *goSession) Close() []adapter.Revocation {
	s.leave()
	return nil
}

// leave ends the session's goroutine when it has done its work.
func (s *goSession) leave() {
	if s.work != nil {
		close(s.work)
		s.work = nil
	}
}

func (s *goSession) Call(ctx context.Context, op string, input jsontext.Value, timeout time.Duration) (adapter.Result,
	error) {
	return called(s, ctx, timeout, func(ctx context.Context) adapter.Result {
		return s.answer(ctx, op, input)
	}, func(r *adapter.Result) *adapter.Result { return r })
}

// ValueResult is what became of a question that was asked as a value.
type ValueResult struct {
	adapter.Result              // without a response
	Value          strict.Value // the answer
	Refusal        *ErrorAnswer // in its place
}

// AskValue is Call without texts, where CanAskValues.
func (s *goSession) AskValue(ctx context.Context, op string, input strict.Value, timeout time.Duration) (ValueResult,
	error) {
	if s.values == nil {
		s.values = s.answerer.(profile.ValueJudge).Values()
	}
	return called(s, ctx, timeout, func(ctx context.Context) ValueResult {
		return answerValue(ctx, s.values, op, input)
	}, func(r *ValueResult) *adapter.Result { return &r.Result })
}

// CanAskValues reports whether the implementation answers values.
func (s *goSession) CanAskValues() bool {
	_, ok := s.answerer.(profile.ValueJudge)
	return ok
}

// ValueSession is a session that can be asked without texts, where it says that it can.
type ValueSession interface {
	Session
	CanAskValues() bool
	AskValue(ctx context.Context, op string, input strict.Value, timeout time.Duration) (ValueResult, error)
}

// called has a question answered in time.
func called[R any](s *goSession, ctx context.Context, timeout time.Duration, answer func(context.Context) R,
	resultOf func(*R) *adapter.Result) (R, error) {
	s.calls++
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if s.work == nil {
		work := make(chan func())
		go func() {
			for do := range work {
				do()
			}
		}()
		s.work = work
	}
	done := make(chan R, 1)
	s.work <- func() { done <- answer(limited) }
	var none R
	select {
	case result := <-done:
		if limited.Err() == nil { // both may be ready, and a late answer is none
			r := resultOf(&result)
			r.Call, r.Duration = s.calls, time.Since(start)
			return result, nil
		}
	case <-limited.Done():
		s.leave() // it still works on this
		s.values = nil
	}
	if err := context.Cause(ctx); err != nil {
		return none, err
	}
	*resultOf(&none) = adapter.Result{Call: s.calls, Outcome: adapter.Hang, Detail: "no answer in time",
		Duration: timeout}
	return none, nil
}

func answerValue(ctx context.Context, answerer profile.ValueAnswerer, op string,
	input strict.Value) (result ValueResult) {
	defer func() {
		if recover() != nil {
			result = ValueResult{Result: adapter.Result{Outcome: adapter.Crash, Detail: "the implementation panicked"}}
		}
	}()
	value, err := answerer(ctx, op, input)
	result.Outcome = adapter.Answered
	if err != nil {
		result.Refusal = errorAnswer(err)
	} else {
		result.Value = value
	}
	return result
}

func (s *goSession) answer(ctx context.Context, op string, input jsontext.Value) (result adapter.Result) {
	defer func() {
		if recover() != nil {
			result = adapter.Result{Outcome: adapter.Crash, Detail: "the implementation panicked"}
		}
	}()
	ok, err := s.answerer.Answer(ctx, op, input)
	if err == nil {
		return adapter.Result{Outcome: adapter.Answered, Response: adapter.Response{Raw: ok, OK: ok}}
	}
	answer := errorAnswer(err)
	raw, err := json.Marshal(answer)
	if err != nil {
		return adapter.Result{Outcome: adapter.Garbage, Detail: "the error cannot be written as JSON"}
	}
	return adapter.Result{Outcome: adapter.Answered, Response: adapter.Response{
		Raw: raw, Error: &adapter.Error{Code: answer.Code, Message: answer.Message, Raw: raw},
	}}
}
