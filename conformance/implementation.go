package conformance

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
)

// Implementation is something to be judged. It is asked through sessions, several
// at once where it can serve them.
type Implementation interface {
	// Open returns a new session, without starting anything yet. Its error means
	// that the call cannot be meant, such as an empty command.
	Open() (Session, error)
}

// Session is one conversation with an implementation, by one goroutine.
type Session interface {
	// Start makes the implementation ready and returns its description. Its error
	// is a *adapter.StartError, or that ctx has ended.
	Start(ctx context.Context) (Description, error)
	// Call asks one question. The result is a verdict of the process, whatever
	// the implementation did; an error means that there is none, because ctx
	// has ended.
	Call(ctx context.Context, op string, input jsontext.Value, timeout time.Duration) (adapter.Result, error)
	// Close ends the session and returns the calls whose answer was revoked.
	Close() []adapter.Revocation
}

// Process is an implementation behind an adapter that is started as a process.
func Process(cfg adapter.Config) Implementation { return process{cfg} }

type process struct{ cfg adapter.Config }

func (p process) Open() (Session, error) {
	client, err := adapter.New(p.cfg)
	if err != nil {
		return nil, err
	}
	return client, nil
}

// JudgeOf returns the judge that is asked in this process, nil for a process.
func JudgeOf(impl Implementation) profile.Judge {
	if p, ok := impl.(inProcess); ok {
		return p.answerer
	}
	return nil
}
