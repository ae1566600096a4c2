package mutant

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Control is an implementation that differs from [Correct] only in what the
// contract and the protocol leave free. The suite must certify it.
type Control struct {
	Name string
	Says string // one sentence: what it does differently
	edit edit
}

// edit changes a right answer, or a right refusal, where the contract allows it.
type edit struct {
	request  func(tspi.Value) tspi.Value
	answer   func(op string, answer tspi.Value) tspi.Value
	text     func(jsontext.Value) jsontext.Value
	refusal  func(*conformance.ErrorAnswer)
	describe func(*conformance.Description)
	wait     time.Duration
}

// Answerer is the control by the law of a level.
func (c Control) Answerer(level tspi.Level) conformance.Answerer {
	return &controlled{Correct(level), c.edit}
}

type controlled struct {
	conformance.Answerer
	edit
}

func (c *controlled) Describe() conformance.Description {
	d := c.Answerer.Describe()
	if c.describe != nil {
		c.describe(&d)
	}
	return d
}

func (c *controlled) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	if c.request != nil {
		if request, err := tspi.DecodeWithin(input, requestLevels); err == nil {
			input = strict.Encode(c.request(request))
		}
	}
	if c.wait > 0 {
		time.Sleep(c.wait) // what is tried is that waiting does no harm
	}
	text, err := c.Answerer.Answer(ctx, op, input)
	if refused, ok := err.(*conformance.ErrorAnswer); ok && c.edit.refusal != nil {
		changed := *refused
		c.edit.refusal(&changed)
		return nil, &changed
	}
	if err != nil {
		return nil, err
	}
	if c.answer != nil {
		value, err := tspi.DecodeWithin(text, requestLevels)
		if err != nil {
			return nil, err
		}
		text = strict.Encode(c.answer(op, value))
	}
	if c.text != nil {
		text = c.text(text)
	}
	return text, nil
}

// everywhere changes every object of a value, from the inside out.
func everywhere(v tspi.Value, change func(tspi.Object) tspi.Object) tspi.Value {
	switch v := v.(type) {
	case tspi.Array:
		out := make(tspi.Array, len(v))
		for i := range v {
			out[i] = everywhere(v[i], change)
		}
		return out
	case tspi.Object:
		out := slices.Clone(v)
		for i := range out {
			out[i].Value = everywhere(out[i].Value, change)
		}
		return change(out)
	}
	return v
}

// setting gives every object that has the member another value of it.
func setting(name string, change func(tspi.Value) tspi.Value) func(string, tspi.Value) tspi.Value {
	return func(_ string, answer tspi.Value) tspi.Value {
		return everywhere(answer, func(o tspi.Object) tspi.Object {
			for i := range o {
				if o[i].Name == name {
					o[i].Value = change(o[i].Value)
				}
			}
			return o
		})
	}
}

func backwards(o tspi.Object) tspi.Object {
	slices.Reverse(o)
	return o
}

// with adds members to the answer's outermost object.
func with(members ...tspi.Member) func(string, tspi.Value) tspi.Value {
	return func(_ string, answer tspi.Value) tspi.Value {
		o, _ := answer.(tspi.Object)
		return slices.Concat(o, members)
	}
}

// Controls returns every control, in a fixed order.
func Controls() []Control {
	german := func(tspi.Value) tspi.Value { return "Das geht so nicht." }
	return []Control{
		{"members-backwards", "writes the members of every object in another order", edit{answer: func(_ string, v tspi.Value) tspi.Value {
			return everywhere(v, backwards)
		}}},
		{"request-backwards", "gets the members of its requests in another order", edit{request: func(v tspi.Value) tspi.Value {
			o, _ := v.(tspi.Object)
			return backwards(slices.Clone(o))
		}}},
		{"findings-backwards", "writes its findings in another order", edit{answer: setting("findings", func(v tspi.Value) tspi.Value {
			a, _ := v.(tspi.Array)
			a = slices.Clone(a)
			slices.Reverse(a)
			return a
		})}},
		{"further-fields", "adds fields to its answers", edit{answer: with(
			tspi.Member{Name: "x_generator", Value: tspi.Object{{Name: "took_ms", Value: tspi.Number("1.5")}}},
			tspi.Member{Name: "note", Value: tspi.Array{"GET /users/42", nil, true}})}},
		{"fields-in-every-object", "adds a field to every row, group and finding", edit{answer: func(op string, v tspi.Value) tspi.Value {
			return everywhere(v, func(o tspi.Object) tspi.Object {
				if _, there := o.Get("safety"); !there && !has(o, "pid") && !has(o, "error_code") {
					return o
				}
				return append(o, tspi.Member{Name: "x_seen", Value: tspi.Number("1")})
			})
		}}},
		{"other-findings-words", "words its findings otherwise", edit{answer: setting("message", german)}},
		{"other-refusal-words", "words its refusals otherwise", edit{refusal: func(e *conformance.ErrorAnswer) { e.Message = "Das geht so nicht." }}},
		{"other-route", "asks the owner in other words", edit{answer: setting("owner_release_route", func(tspi.Value) tspi.Value {
			return "Bitte geben Sie die Werkzeuge frei, oder verwenden Sie sie wieder."
		})}},
		{"cpu-with-a-point", "writes 0.0 where others write 0", edit{answer: setting("cpu_pct", func(v tspi.Value) tspi.Value {
			if n, ok := v.(tspi.Number); ok && !strings.ContainsAny(string(n), ".eE") {
				return n + ".0"
			}
			return v
		})}},
		{"indented", "indents its answers", edit{text: func(text jsontext.Value) jsontext.Value {
			if text.Indent() != nil {
				return nil
			}
			return text
		}}},
		{"all-escaped", "escapes every letter that it may", edit{text: func(text jsontext.Value) jsontext.Value {
			return jsontext.Value(strings.ReplaceAll(strings.ReplaceAll(string(text), "<", `\u003c`), "_", `\u005f`))
		}}},
		{"slower", "takes its time", edit{wait: time.Millisecond}},
		{"described-at-length", "says who is behind it", edit{describe: func(d *conformance.Description) {
			d.Organization, d.URL, d.Contact = "Acme", "https://acme.example/reaper", "reaper@acme.example"
		}}},
		{"other-clock", "says when it was asked in its own way", edit{answer: setting("created_at", func(tspi.Value) tspi.Value { return "Sunday" })}},
	}
}
