package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/strict"
)

// at leads to a value from the outside inwards.
type at struct {
	outer *at
	name  string
	index int // of an element, where there is no name
	named bool
}

func (p *at) pointer() string {
	if p == nil {
		return ""
	}
	if !p.named {
		return p.outer.pointer() + "/" + strconv.Itoa(p.index)
	}
	return p.outer.pointer() + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(p.name)
}

func (p *at) breaks(keyword string) *Fault { return &Fault{Pointer: p.pointer(), Keyword: keyword} }

func (s *Schema) check(v strict.Value, p *at) *Fault {
	if s.never {
		return p.breaks("false")
	}
	if s.ref != nil {
		if f := s.ref.check(v, p); f != nil {
			return f
		}
	}
	switch {
	case len(s.types) > 0 && !slices.ContainsFunc(s.types, func(t string) bool { return isOf(t, v) }):
		return p.breaks("type")
	case len(s.constant) > 0 && !same(v, s.constant[0]):
		return p.breaks("const")
	case len(s.enum) > 0 && !slices.ContainsFunc(s.enum, func(e strict.Value) bool { return same(v, e) }):
		return p.breaks("enum")
	}
	switch v := v.(type) {
	case strict.Number:
		return s.checkNumber(v, p)
	case string:
		return s.checkText(v, p)
	case strict.Array:
		return s.checkElements(v, p)
	case strict.Object:
		return s.checkMembers(v, p)
	}
	return nil
}

func isOf(name string, v strict.Value) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case strict.Number:
		_, isInteger := strict.AsInteger(v)
		return name == "number" || name == "integer" && isInteger
	case string:
		return name == "string"
	case strict.Array:
		return name == "array"
	}
	return name == "object"
}

// same compares what a schema of ours may name: null, a bool, a string, an
// integer, or an array of those.
func same(v, named strict.Value) bool {
	switch named := named.(type) {
	case strict.Number:
		n, ok := strict.AsInteger(v)
		want, _ := strict.AsInteger(named)
		return ok && n.Cmp(want) == 0
	case string:
		text, ok := v.(string)
		return ok && text == named
	case bool:
		b, ok := v.(bool)
		return ok && b == named
	case strict.Array:
		array, ok := v.(strict.Array)
		return ok && slices.EqualFunc(array, named, same)
	}
	return v == nil
}

// checkNumber takes a number that is no integer for one half, with its sign: more
// than its sign no schema of ours wants to know, and its exponent may be large.
func (s *Schema) checkNumber(v strict.Number, p *at) *Fault {
	n, isInteger := strict.AsInteger(v)
	below := func(limit strict.Integer) bool { return n.Cmp(limit) < 0 }
	above := func(limit strict.Integer) bool { return n.Cmp(limit) > 0 }
	if !isInteger {
		floor := int64(0) // one half lies above 0 and not above 1
		if strings.HasPrefix(string(v), "-") {
			floor = -1
		}
		below = func(limit strict.Integer) bool { return limit.Cmp(strict.NewInteger(floor)) > 0 }
		above = func(limit strict.Integer) bool { return limit.Cmp(strict.NewInteger(floor)) <= 0 }
	}
	switch {
	case s.minimum != nil && below(*s.minimum):
		return p.breaks("minimum")
	case s.maximum != nil && above(*s.maximum):
		return p.breaks("maximum")
	}
	return nil
}

func (s *Schema) checkText(v string, p *at) *Fault {
	switch {
	case s.minLength > 0 && utf8.RuneCountInString(v) < s.minLength:
		return p.breaks("minLength")
	case s.pattern != nil && !s.pattern.MatchString(v):
		return p.breaks("pattern")
	}
	return nil
}

func (s *Schema) checkElements(v strict.Array, p *at) *Fault {
	if s.unique && repeats(v) {
		return p.breaks("uniqueItems")
	}
	if s.items == nil {
		return nil
	}
	for i := range v {
		if f := s.items.check(v[i], &at{outer: p, index: i}); f != nil {
			return f
		}
	}
	return nil
}

// repeats reports whether two elements are the same text. Elements that are no scalars, and
// numbers spelt in two ways, are taken for different: no schema of ours asks for more.
func repeats(v strict.Array) bool {
	seen := make(map[string]bool, len(v))
	for _, element := range v {
		switch element.(type) {
		case strict.Array, strict.Object:
			continue
		}
		text := string(strict.Encode(element))
		if seen[text] {
			return true
		}
		seen[text] = true
	}
	return false
}

func (s *Schema) checkMembers(v strict.Object, p *at) *Fault {
	for _, name := range s.required {
		if _, ok := v.Get(name); !ok {
			return p.breaks("required")
		}
	}
	for i := range v {
		inner := &at{outer: p, name: v[i].Name, named: true}
		if s.propertyNames != nil {
			if f := s.propertyNames.check(v[i].Name, p); f != nil {
				return f
			}
		}
		of, named := s.properties[v[i].Name]
		if !named {
			of = s.additional
		}
		if of == nil {
			continue
		}
		if f := of.check(v[i].Value, inner); f != nil {
			if f.Keyword == "false" && !named {
				return p.breaks("additionalProperties")
			}
			return f
		}
	}
	return nil
}
