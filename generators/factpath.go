package generators

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// path leads from a value to one in it: an int is an element, a string the name of a member.
type path []any

// paths are those of a value and all in it, the deepest first.
func paths(v strict.Value) []path {
	var all []path
	var walk func(at path, v strict.Value)
	walk = func(at path, v strict.Value) {
		switch v := v.(type) {
		case strict.Array:
			for i := range v {
				walk(append(slices.Clip(at), i), v[i])
			}
		case strict.Object:
			for _, m := range v {
				walk(append(slices.Clip(at), m.Name), m.Value)
			}
		}
		all = append(all, at)
	}
	walk(nil, v)
	slices.SortStableFunc(all, func(a, b path) int { return len(b) - len(a) })
	return all
}

// member is the name of the member in whose value a path ends.
func (p path) member() string {
	for i := len(p) - 1; i >= 0; i-- {
		if name, ok := p[i].(string); ok {
			return name
		}
	}
	return ""
}

// in is the value at a path.
func (p path) in(v strict.Value) (strict.Value, bool) {
	for _, step := range p {
		switch o := v.(type) {
		case strict.Array:
			i, ok := step.(int)
			if !ok || i >= len(o) {
				return nil, false
			}
			v = o[i]
		case strict.Object:
			name, _ := step.(string)
			member, there := o.Get(name)
			if !there {
				return nil, false
			}
			v = member
		default:
			return nil, false
		}
	}
	return v, true
}

// put is a copy of v with another value at a path that is there.
func (p path) put(v, to strict.Value) strict.Value {
	if len(p) == 0 {
		return to
	}
	switch o := v.(type) {
	case strict.Array:
		out := slices.Clone(o)
		out[p[0].(int)] = p[1:].put(o[p[0].(int)], to)
		return out
	case strict.Object:
		out := slices.Clone(o)
		for i := range out {
			if out[i].Name == p[0] {
				out[i].Value = p[1:].put(o[i].Value, to)
			}
		}
		return out
	}
	return v
}

// kind is a path without the places of elements: "/walks/#/rows/#/pid".
func (p path) kind() string {
	var b strings.Builder
	for _, step := range p {
		name, ok := step.(string)
		if !ok {
			name = "#"
		}
		b.WriteString("/" + name)
	}
	return b.String()
}

func last(at path) any {
	if len(at) == 0 {
		return nil
	}
	return at[len(at)-1]
}

// pointer is the JSON Pointer of a path.
func (p path) pointer() string {
	var b strings.Builder
	for _, step := range p {
		b.WriteByte('/')
		switch step := step.(type) {
		case int:
			b.WriteString(strconv.Itoa(step))
		case string:
			b.WriteString(strict.EscapeToken(step))
		}
	}
	return b.String()
}
