package campaign

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// noAnswer is the error of a call to the judged implementation that was not
// answered, or with an error that is no refusal.
type noAnswer struct {
	verdict conformance.Verdict
	detail  string
	stderr  []byte
	wrote   []byte
}

func (e *noAnswer) Error() string { return string(e.verdict) + ": " + e.detail }

// refusalOf reads the error member of a response: a refusal of the input is an
// answer, anything else is none.
func refusalOf(e *adapter.Error) error {
	if e.Code != conformance.ErrorInvalidInput {
		return noRefusal()
	}
	document, err := strict.DecodeWithin(e.Raw, adapter.MaxLevels)
	object, ok := document.(strict.Object)
	if err != nil || !ok {
		return &noAnswer{verdict: conformance.Fail, detail: "an error that cannot be read"}
	}
	text := func(name string) string {
		v, _ := object.Get(name)
		s, _ := v.(string)
		return s
	}
	return &generators.Refusal{Code: law.Code(text("error_code")), Input: law.Input(text("input")),
		Pointer: text("pointer")}
}

func noRefusal() error {
	return &noAnswer{verdict: conformance.Fail, detail: "an error that is no refusal of the input"}
}

func refusedBy(answer *conformance.ErrorAnswer) error {
	return &generators.Refusal{Code: law.Code(answer.ErrorCode), Input: law.Input(answer.Input),
		Pointer: answer.Pointer}
}

// model is the trusted implementation, asked in this process.
type model struct {
	ctx      context.Context
	answerer conformance.Answerer
	values   profile.ValueAnswerer // where it can be asked without texts, and is; else nil
}

// errModel says that the model gave no answer. That is no verdict on the
// implementation that is judged.
var errModel = errors.New("the model gave no answer")

// Ask returns what the model answers.
func (m model) Ask(op string, input strict.Value) (strict.Value, error) {
	if m.values != nil && strict.Readable(input, profile.RequestLevels) {
		v, err := m.values(m.ctx, op, input)
		if err != nil {
			return nil, modelRefusal(err)
		}
		return v, nil
	}
	ok, err := m.answerer.Answer(m.ctx, op, strict.Encode(input))
	if err != nil {
		return nil, modelRefusal(err)
	}
	v, err := strict.DecodeWithin(ok, adapter.MaxLevels)
	if err != nil {
		return nil, fmt.Errorf("%w: %s is not answered with JSON", errModel, op)
	}
	return v, nil
}

func modelRefusal(err error) error {
	var answer *conformance.ErrorAnswer
	if errors.As(err, &answer) && answer.Code == conformance.ErrorInvalidInput {
		return refusedBy(answer)
	}
	return errModel
}

// question is what was asked last.
type question struct {
	op    string
	input strict.Value
	text  jsontext.Value // nil where it was not needed
}

// encoded is the text of the question's input.
func (q question) encoded() jsontext.Value {
	if q.text == nil {
		return strict.Encode(q.input)
	}
	return q.text
}
