package facts

import (
	"context"
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// judge answers the two operations of a profile by functions over decoded values.
type judge struct {
	name, program, version string
	isLaw                  bool
	decide                 func(facts strict.Value) (strict.Value, *profile.ErrorAnswer)
	audit                  func(facts, claim strict.Value) (strict.Value, *profile.ErrorAnswer)
}

// IsLaw reports whether a judge is the law of a profile of facts.
func IsLaw(p profile.Judge) bool {
	j, ok := p.(*judge)
	return ok && j.isLaw
}

// Describe says what is served.
func (j *judge) Describe() profile.Description {
	return profile.Description{Name: j.program, Version: j.version, Language: "go",
		Ops: []string{j.name + opDecide, j.name + opAudit}, Levels: []string{law.Core.String()}}
}

// Answer answers one request.
func (j *judge) Answer(_ context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	v, err := strict.DecodeWithin(input, profile.RequestLevels)
	if err != nil {
		return nil, j.unreadable(op, err)
	}
	answer, err := j.answer(op, v)
	if err != nil {
		return nil, err
	}
	return strict.Encode(answer), nil
}

// Values answers values.
func (j *judge) Values() profile.ValueAnswerer {
	return func(_ context.Context, op string, input strict.Value) (strict.Value, error) {
		return j.answer(op, input)
	}
}

func (j *judge) answer(op string, v strict.Value) (strict.Value, error) {
	var answer strict.Value
	var refused *profile.ErrorAnswer
	switch op {
	case j.name + opDecide:
		answer, refused = j.decide(v)
	case j.name + opAudit:
		answer, refused = j.answerAudit(v)
	default:
		return nil, &profile.ErrorAnswer{Code: profile.ErrorUnsupported, Message: "there is no such operation"}
	}
	if refused != nil {
		return nil, refused
	}
	return answer, nil
}

// answerAudit takes an audit's input apart. Members beside facts and claim are ignored
// (docs/profiles.md, section 2).
func (j *judge) answerAudit(v strict.Value) (strict.Value, *profile.ErrorAnswer) {
	object, ok := v.(strict.Object)
	if !ok {
		return nil, j.invalid("facts", "", "want an object with facts and claim")
	}
	facts, claim := shape.Input(object, "facts"), shape.Input(object, "claim")
	switch {
	case !j.isLaw: // whose frame says so itself
	case facts == shape.Missing:
		return nil, j.invalid("facts", "", "the facts are missing")
	case claim == shape.Missing:
		return nil, j.invalid("claim", "", "the claim is missing")
	}
	return j.audit(facts, claim)
}

// unreadable is the refusal of what no JSON of ours may be: its place, from the root of the
// facts or of the claim.
func (j *judge) unreadable(op string, err error) error {
	var syntax *strict.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	if op == j.name+opDecide {
		return j.invalid("facts", syntax.Pointer, syntax.Problem)
	}
	for _, input := range []string{"facts", "claim"} {
		if rest, ok := strings.CutPrefix(syntax.Pointer, "/"+input); ok && (rest == "" || rest[0] == '/') {
			return j.invalid(input, rest, syntax.Problem)
		}
	}
	return j.invalid("facts", "", syntax.Problem)
}

func (j *judge) invalid(input, pointer, problem string) *profile.ErrorAnswer {
	return &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: invalidCode(j.name), Input: input,
		Pointer: pointer, Message: problem}
}

// invalidCode is the code of an unusable input of a profile.
func invalidCode(name string) string { return strings.ToUpper(name) + "_INPUT_INVALID" }

// lawDecide and lawAudit answer by the profile's law.
func (f *format) lawDecide(facts strict.Value) (strict.Value, *profile.ErrorAnswer) {
	answer, err := f.spec.Decide(facts)
	if err != nil {
		return nil, refusalOf(err)
	}
	return valueOf(answer)
}

func (f *format) lawAudit(facts, claim strict.Value) (strict.Value, *profile.ErrorAnswer) {
	found, err := f.spec.Audit(facts, claim)
	if err != nil {
		return nil, refusalOf(err)
	}
	findings := make(strict.Array, len(found))
	for i, finding := range found {
		findings[i] = strict.Object{{Name: "error_code", Value: string(finding.ErrorCode)},
			{Name: "subject_id", Value: finding.SubjectID}, {Name: "message", Value: finding.Message}}
	}
	return strict.Object{{Name: "findings", Value: findings}}, nil
}

func valueOf(answer any) (strict.Value, *profile.ErrorAnswer) {
	v, err := strict.ValueOf(answer)
	if err != nil { // an answer of words, numbers and ids is always a document
		return nil, &profile.ErrorAnswer{Code: profile.ErrorInternal, Message: "the answer cannot be written"}
	}
	return v, nil
}

// refusalOf turns an unusable input into the answer that says so.
func refusalOf(err error) *profile.ErrorAnswer {
	var input *law.InputError
	if errors.As(err, &input) {
		return &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: string(input.Code),
			Input:   string(input.Input),
			Pointer: input.Pointer, Message: input.Error()}
	}
	return &profile.ErrorAnswer{Code: profile.ErrorInternal, Message: "the implementation failed"}
}

// seconded is an answer of a second implementation.
func seconded(answer strict.Value, refused *shape.Refusal) (strict.Value, *profile.ErrorAnswer) {
	if refused != nil {
		return nil, &profile.ErrorAnswer{Code: refused.Code, ErrorCode: refused.ErrorCode, Input: refused.Input,
			Pointer: refused.Pointer, Message: "the input breaks the contract"}
	}
	return answer, nil
}
