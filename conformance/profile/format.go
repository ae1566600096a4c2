package profile

import (
	"context"

	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/tools/txtar"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/law"
)

// Format is how the cases of a profile are read, perturbed and judged.
type Format interface {
	// Problem reads the files of a case, but for expect.json. The error names the file.
	Problem(op string, files []txtar.File) (Problem, error)
	// Expectation reads an expect.json. It is strict: a misspelt member would be an
	// expectation that nobody holds anything to.
	Expectation(op string, text []byte) (Expectation, error)
	// Perturb makes a variant of a case whose right answer is known. It depends on the
	// case, the seed and the number alone.
	Perturb(c *Case, seed string, variant int) Question
	// Judge returns the differences between a response and what the question demands, the
	// standing checks included; none of a right one.
	Judge(q *Question, level law.Level, asked Asked, response adapter.Response) []Difference
}

// Problem is what a case sends.
type Problem interface {
	// Input is the request's input. The folder is where Folder was laid out, "" without one.
	Input(op, folder string) jsontext.Value
	// Text shows to people what is sent.
	Text() string
	// Folder is what is laid out on disk before the question is asked, nil for nothing.
	Folder() *Folder
}

// Expectation is what a case demands.
type Expectation interface {
	// Refusals are the right refusals of an unusable input, any one of them; none where
	// the input is usable.
	Refusals() []Refusal
}

// Refusal is a right answer to an unusable input.
type Refusal struct {
	ErrorCode string  `json:"error_code"`
	Input     string  `json:"input"`
	Pointer   *string `json:"pointer,omitzero"` // compared at hardened and in facts; nil: any
}

// Asked is what else a verdict needs to know of how a question was asked.
type Asked struct {
	Folder string // where its folder was laid out, "" where it has none
	Bytes  int    // of the request's input
}

// Judge is an implementation in Go, judged without a process.
type Judge interface {
	Describe() Description
	// Answer returns the value of ok for one request, as JSON, or an error: an
	// *[ErrorAnswer] is the refusal that it says, any other error is answered as
	// internal. It is called by several goroutines at once.
	Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error)
}

// ValueJudge is a judge in this process that can be asked without a text.
type ValueJudge interface {
	Judge
	// Values returns what answers values as Answer does their texts: the value of its answer,
	// or its error. What it is asked must be [strict.Readable] within [RequestLevels]. It may
	// remember what it has read, and is used by one goroutine at a time.
	Values() ValueAnswerer
}

// ValueAnswerer answers an operation; its error is that of a [Judge].
type ValueAnswerer func(ctx context.Context, op string, input strict.Value) (strict.Value, error)

// Description is what an implementation says of itself.
type Description = adapter.Description

// Codes of an [ErrorAnswer].
const (
	ErrorInvalidInput = "invalid_input" // the input breaks section 1 of the contract
	ErrorUnsupported  = "unsupported"
	ErrorInternal     = "internal"
)

// ErrorAnswer is the error member of a response.
type ErrorAnswer struct {
	Code      string `json:"code"`
	ErrorCode string `json:"error_code,omitzero"` // of the contract, with invalid_input
	Input     string `json:"input,omitzero"`      // the input at fault
	Pointer   string `json:"pointer"`             // where in it
	Message   string `json:"message"`
}

// Error returns the code and the message.
func (e *ErrorAnswer) Error() string { return e.Code + ": " + e.Message }

// Mutant is an implementation that breaks one rule and keeps all others.
type Mutant struct {
	// Name is in lower-case words joined by dashes, as "hop-limit-nine".
	Name   string
	Clause string // the rule that it breaks
	// Level is the law by which it must fall. What breaks a rule of core falls by core
	// already.
	Level law.Level
	// Size is how many rows, records or other entities the smallest world has that shows
	// the fault; 0 where no world that can be generated shows it.
	Size int
	Says string // one sentence: what it gets wrong
	// OnTheWire says that it breaks the protocol itself, so that it shows only where it is
	// asked as a process.
	OnTheWire bool
}

// Generated reports whether a campaign of generated worlds can find the mutant.
func (m Mutant) Generated() bool { return m.Size > 0 }

// Control is an implementation that differs from the second one only in what the contract
// and the protocol leave free. The suite must certify it.
type Control struct {
	Name string
	Says string // one sentence: what it does differently
	Edit Edit
}

// Control is that control by the law of a level.
func (p *Profile) Control(c Control, level law.Level) Judge {
	return Edited(p.Second(level, nil), c.Edit)
}
