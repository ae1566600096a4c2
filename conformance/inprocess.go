package conformance

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
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
	calls    int
}

func (s *goSession) Start(context.Context) (d Description, err error) {
	defer func() {
		if recover() != nil {
			err = &adapter.StartError{Outcome: adapter.Crash, Detail: "the implementation panicked"}
		}
	}()
	return s.answerer.Describe(), nil
}

func (s *goSession) Close() []adapter.Revocation { return nil }

func (s *goSession) Call(ctx context.Context, op string, input jsontext.Value, timeout time.Duration) (adapter.Result, error) {
	s.calls++
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done := make(chan adapter.Result, 1)
	go func() { done <- s.answer(limited, op, input) }()
	select {
	case result := <-done:
		if limited.Err() == nil { // both may be ready, and a late answer is none
			result.Call, result.Duration = s.calls, time.Since(start)
			return result, nil
		}
	case <-limited.Done():
	}
	if err := context.Cause(ctx); err != nil {
		return adapter.Result{}, err
	}
	return adapter.Result{Call: s.calls, Outcome: adapter.Hang, Detail: "no answer in time", Duration: timeout}, nil
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
