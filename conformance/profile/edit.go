package profile

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tspi-dev/harness/internal/strict"
)

// Edit changes a right answer, or a right refusal, where the contract allows it.
type Edit struct {
	Request  func(strict.Value) strict.Value
	Answer   func(op string, answer strict.Value) strict.Value
	Text     func(jsontext.Value) jsontext.Value
	Refusal  func(*ErrorAnswer)
	Describe func(*Description)
	Wait     time.Duration
}

type controlled struct {
	judge Judge
	edit  Edit
}

func (c *controlled) Describe() Description {
	d := c.judge.Describe()
	if c.edit.Describe != nil {
		c.edit.Describe(&d)
	}
	return d
}

func (c *controlled) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	if c.edit.Request != nil {
		if request, err := strict.DecodeWithin(input, RequestLevels); err == nil {
			input = strict.Encode(c.edit.Request(request))
		}
	}
	if c.edit.Wait > 0 {
		time.Sleep(c.edit.Wait) // what is tried is that waiting does no harm
	}
	text, err := c.judge.Answer(ctx, op, input)
	if refused, ok := err.(*ErrorAnswer); ok && c.edit.Refusal != nil {
		changed := *refused
		c.edit.Refusal(&changed)
		return nil, &changed
	}
	if err != nil {
		return nil, err
	}
	if c.edit.Answer != nil {
		value, err := strict.DecodeWithin(text, RequestLevels)
		if err != nil {
			return nil, err
		}
		text = strict.Encode(c.edit.Answer(op, value))
	}
	if c.edit.Text != nil {
		text = c.edit.Text(text)
	}
	return text, nil
}

// RequestLevels is how deep a request is read, far beyond the 64 levels of one document: one
// that is too deep is refused by its name and not as a request that cannot be read.
const RequestLevels = 10_000

// Edited is a judge whose right answers are changed where the contract leaves them free.
func Edited(judge Judge, edit Edit) Judge { return &controlled{judge, edit} }
