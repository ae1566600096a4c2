package second

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
)

// everywhere changes every object of a value, from the inside out.
func everywhere(v strict.Value, change func(strict.Object) strict.Object) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = everywhere(v[i], change)
		}
		return out
	case strict.Object:
		out := slices.Clone(v)
		for i := range out {
			out[i].Value = everywhere(out[i].Value, change)
		}
		return change(out)
	}
	return v
}

// setting gives every object that has the member another value of it.
func setting(name string, change func(strict.Value) strict.Value) func(string, strict.Value) strict.Value {
	return func(_ string, answer strict.Value) strict.Value {
		return everywhere(answer, func(o strict.Object) strict.Object {
			for i := range o {
				if o[i].Name == name {
					o[i].Value = change(o[i].Value)
				}
			}
			return o
		})
	}
}

func backwards(o strict.Object) strict.Object {
	slices.Reverse(o)
	return o
}

// with adds members to the answer's outermost object.
func with(members ...strict.Member) func(string, strict.Value) strict.Value {
	return func(_ string, answer strict.Value) strict.Value {
		o, _ := answer.(strict.Object)
		return slices.Concat(o, members)
	}
}

// Controls returns every control, in a fixed order.
func Controls() []profile.Control {
	german := func(strict.Value) strict.Value { return "Das geht so nicht." }
	return []profile.Control{
		{Name: "members-backwards", Says: "writes the members of every object in another order",
			Edit: profile.Edit{Answer: func(_ string, v strict.Value) strict.Value {
				return everywhere(v, backwards)
			}}},
		{Name: "request-backwards", Says: "gets the members of its requests in another order",
			Edit: profile.Edit{Request: func(v strict.Value) strict.Value {
				o, _ := v.(strict.Object)
				return backwards(slices.Clone(o))
			}}},
		{Name: "findings-backwards", Says: "writes its findings in another order",
			Edit: profile.Edit{Answer: setting("findings", func(v strict.Value) strict.Value {
				a, _ := v.(strict.Array)
				a = slices.Clone(a)
				slices.Reverse(a)
				return a
			})}},
		{Name: "further-fields", Says: "adds fields to its answers", Edit: profile.Edit{Answer: with(
			strict.Member{Name: "x_generator", Value: strict.Object{{Name: "took_ms", Value: strict.Number("1.5")}}},
			strict.Member{Name: "note", Value: strict.Array{"GET /users/42", nil, true}})}},
		{Name: "fields-in-every-object", Says: "adds a field to every row, group and finding",
			Edit: profile.Edit{Answer: func(op string, v strict.Value) strict.Value {
				return everywhere(v, func(o strict.Object) strict.Object {
					if _, there := o.Get("safety"); !there && !has(o, "pid") && !has(o, "error_code") {
						return o
					}
					return append(o, strict.Member{Name: "x_seen", Value: strict.Number("1")})
				})
			}}},
		{Name: "other-findings-words", Says: "words its findings otherwise",
			Edit: profile.Edit{Answer: setting("message", german)}},
		{Name: "other-refusal-words", Says: "words its refusals otherwise",
			Edit: profile.Edit{Refusal: func(e *profile.ErrorAnswer) {
				e.Message = "Das geht so nicht."
			}}},
		{Name: "other-route", Says: "asks the owner in other words",
			Edit: profile.Edit{Answer: setting("owner_release_route", func(strict.Value) strict.Value {
				return "Bitte geben Sie die Werkzeuge frei, oder verwenden Sie sie wieder."
			})}},
		{Name: "cpu-with-a-point", Says: "writes 0.0 where others write 0",
			Edit: profile.Edit{Answer: setting("cpu_pct", func(v strict.Value) strict.Value {
				if n, ok := v.(strict.Number); ok && !strings.ContainsAny(string(n), ".eE") {
					return n + ".0"
				}
				return v
			})}},
		{Name: "indented", Says: "indents its answers",
			Edit: profile.Edit{Text: func(text jsontext.Value) jsontext.Value {
				if text.Indent() != nil {
					return nil
				}
				return text
			}}},
		{Name: "all-escaped", Says: "escapes every letter that it may",
			Edit: profile.Edit{Text: func(text jsontext.Value) jsontext.Value {
				return jsontext.Value(strings.ReplaceAll(strings.ReplaceAll(string(text), "<", `\u003c`), "_",
					`\u005f`))
			}}},
		{Name: "slower", Says: "takes its time", Edit: profile.Edit{Wait: time.Millisecond}},
		{Name: "described-at-length", Says: "says who is behind it",
			Edit: profile.Edit{Describe: func(d *profile.Description) {
				d.Organization, d.URL, d.Contact = "Acme", "https://acme.example/reaper", "reaper@acme.example"
			}}},
		{Name: "other-clock", Says: "says when it was asked in its own way",
			Edit: profile.Edit{Answer: setting("created_at", func(strict.Value) strict.Value {
				return "Sunday"
			})}},
	}
}
