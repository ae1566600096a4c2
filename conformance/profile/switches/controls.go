package switches

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Controls returns the right implementations that docs/profiles.md, section 1, allows in every
// profile: it leaves free the order of members, further members of rows, of summary and of
// findings, and the order of findings.
func Controls() []Control {
	further := strict.Object{
		{Name: "note", Value: "as the contract allows"}, {Name: "weight", Value: strict.Number("7")},
		{Name: "flags", Value: strict.Array{true, nil}}, {Name: "more", Value: strict.Object{}},
	}
	return []Control{
		{"members-reversed", "writes the members of every object in the opposite order", everywhere(reversed)},
		{"members-by-name", "writes the members of every object in the order of their names", everywhere(byName)},
		{"rows-annotated", "adds members to each row", each("rows", func(o strict.Object) strict.Object {
			return join(o, further)
		})},
		{"rows-annotated-first", "puts members before those of each row",
			each("rows", func(o strict.Object) strict.Object {
				return join(further, o)
			})},
		{"summary-annotated", "adds members to the summary", summary(further)},
		{"findings-reversed", "reports the findings in the opposite order", findings(func(a strict.Array) {
			slices.Reverse(a)
		})},
		{"findings-by-subject", "reports the findings in the order of their subjects", findings(func(a strict.Array) {
			slices.SortStableFunc(a, func(x, y strict.Value) int {
				return strings.Compare(subject(x), subject(y))
			})
		})},
		{"findings-explained", "adds a message and a kind to each finding",
			each("findings", func(o strict.Object) strict.Object {
				return join(o, strict.Object{
					{Name: "message", Value: "the claim says more than the facts"},
					{Name: "subject_kind", Value: "subject"},
				})
			})},
	}
}

type edit = func(op string, answer strict.Value) strict.Value

// everywhere changes every object of an answer.
func everywhere(change func(strict.Object) strict.Object) edit {
	var walk func(v strict.Value) strict.Value
	walk = func(v strict.Value) strict.Value {
		switch v := v.(type) {
		case strict.Array:
			out := strict.Array{}
			for _, element := range v {
				out = append(out, walk(element))
			}
			return out
		case strict.Object:
			out := strict.Object{}
			for _, m := range v {
				out = append(out, strict.Member{Name: m.Name, Value: walk(m.Value)})
			}
			return change(out)
		}
		return v
	}
	return func(_ string, answer strict.Value) strict.Value { return walk(answer) }
}

func reversed(o strict.Object) strict.Object {
	slices.Reverse(o)
	return o
}

func byName(o strict.Object) strict.Object {
	slices.SortFunc(o, func(x, y strict.Member) int { return strings.Compare(x.Name, y.Name) })
	return o
}

func join(a, b strict.Object) strict.Object { return append(append(strict.Object{}, a...), b...) }

// each changes the objects of one array of an answer.
func each(array string, change func(strict.Object) strict.Object) edit {
	return func(_ string, answer strict.Value) strict.Value {
		whole, _ := answer.(strict.Object)
		list, there := whole.At(array).(strict.Array)
		if !there {
			return answer
		}
		out := strict.Array{}
		for _, element := range list {
			object, _ := element.(strict.Object)
			out = append(out, change(object))
		}
		return join(nil, whole).With(array, out)
	}
}

func summary(further strict.Object) edit {
	return func(_ string, answer strict.Value) strict.Value {
		whole, _ := answer.(strict.Object)
		if given, there := whole.At("summary").(strict.Object); there {
			return join(nil, whole).With("summary", join(given, further))
		}
		return answer
	}
}

func findings(order func(strict.Array)) edit {
	return func(_ string, answer strict.Value) strict.Value {
		whole, _ := answer.(strict.Object)
		list, there := whole.At("findings").(strict.Array)
		if !there {
			return answer
		}
		out := append(strict.Array{}, list...)
		order(out)
		return join(nil, whole).With("findings", out)
	}
}

func subject(v strict.Value) string {
	finding, _ := v.(strict.Object)
	return finding.Text("subject_id")
}
