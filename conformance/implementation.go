package conformance

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// The operations of the protocol's tspi profile.
const (
	OpClassify = "tspi.classify"
	OpRelief   = "tspi.relief"
	OpAudit    = "tspi.audit"
	OpBundle   = "tspi.bundle"
	OpRun      = "tspi.run"
)

// Operations returns the profile's operations. The first n are required of every
// implementation; the others are features that it may declare.
func Operations() (all []string, required int) {
	return []string{OpClassify, OpAudit, OpRelief, OpBundle, OpRun}, 2
}

// Description is what an implementation says of itself: the fields of an
// [adapter.Description], with the names that they have on the wire.
type Description struct {
	Name         string   `json:"name"`
	Version      string   `json:"version"`
	Language     string   `json:"language"`
	Ops          []string `json:"ops"`
	Levels       []string `json:"levels"`
	Organization string   `json:"organization,omitzero"`
	URL          string   `json:"url,omitzero"`
	Contact      string   `json:"contact,omitzero"`
}

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
	return processSession{client}, nil
}

type processSession struct{ *adapter.Client }

func (s processSession) Start(ctx context.Context) (Description, error) {
	description, err := s.Client.Start(ctx)
	return Description(description), err
}
