package schema

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Compile compiles schemas by their file names. They refer to each other by
// those, and to nothing outside. A keyword that this package does not know, a
// reference that leads nowhere and a value of the wrong type are errors.
func Compile(documents map[string]strict.Value) (map[string]*Schema, error) {
	c := compiler{documents: documents, made: map[string]*Schema{}}
	schemas := map[string]*Schema{}
	for name := range documents {
		schemas[name] = c.refer("", name)
	}
	if len(c.faults) > 0 {
		slices.Sort(c.faults) // maps have no order
		return nil, errors.New(c.faults[0])
	}
	return schemas, nil
}

type compiler struct {
	documents map[string]strict.Value
	made      map[string]*Schema // by document, "#" and pointer, so that schemas may go in circles
	faults    []string
}

func (c *compiler) fault(place, problem string) {
	c.faults = append(c.faults, fmt.Sprintf("schema %s: %s", place, problem))
}

// refer compiles what a reference in a document leads to, once.
func (c *compiler) refer(from, ref string) *Schema {
	name, pointer, _ := strings.Cut(ref, "#")
	if name == "" {
		name = from
	}
	place := name + "#" + pointer
	if s, ok := c.made[place]; ok {
		return s
	}
	s := &Schema{}
	c.made[place] = s
	v, found := c.documents[name]
	for _, step := range strings.Split(pointer, "/")[1:] {
		object, _ := v.(strict.Object)
		v, found = object.Get(step)
	}
	if !found {
		c.fault(place, "there is no such schema")
		return s
	}
	c.compile(s, v, name, place)
	return s
}

func (c *compiler) compile(s *Schema, v strict.Value, document, place string) {
	if allowed, ok := v.(bool); ok {
		s.never = !allowed
		return
	}
	object, ok := v.(strict.Object)
	if !ok {
		c.fault(place, "want an object or a bool")
		return
	}
	for _, m := range object {
		if !c.keyword(s, m, document, place+"/"+m.Name) {
			c.fault(place+"/"+m.Name, "this keyword is not known, or not with such a value")
		}
	}
}

// inner compiles a schema within a schema.
func (c *compiler) inner(v strict.Value, document, place string) *Schema {
	s := &Schema{}
	c.compile(s, v, document, place)
	return s
}

// keyword takes one keyword; ok is false where it cannot be taken.
func (c *compiler) keyword(s *Schema, m strict.Member, document, place string) (ok bool) {
	text, isText := m.Value.(string)
	object, isObject := m.Value.(strict.Object)
	switch m.Name {
	case "$schema", "$id", "title", "description":
		return isText
	case "$defs": // compiled where they are referred to
		return isObject
	case "$ref":
		if isText {
			s.ref = c.refer(document, text)
		}
		return isText
	case "type":
		if isText {
			s.types = []string{text}
		} else {
			s.types, isText = texts(m.Value)
		}
		return isText && !slices.ContainsFunc(s.types, func(t string) bool { return !isType(t) })
	case "uniqueItems":
		s.unique, ok = m.Value.(bool)
		return ok
	case "const":
		s.constant = []strict.Value{m.Value}
		return isPlain(m.Value)
	case "enum":
		values, isArray := m.Value.(strict.Array)
		s.enum = values
		return isArray && len(values) > 0 && !slices.ContainsFunc(values, func(v strict.Value) bool {
			return !isPlain(v)
		})
	case "required":
		s.required, ok = texts(m.Value)
		return ok
	case "properties":
		s.properties = map[string]*Schema{}
		for _, property := range object {
			s.properties[property.Name] = c.inner(property.Value, document, place+"/"+property.Name)
		}
		return isObject
	case "additionalProperties":
		s.additional = c.inner(m.Value, document, place)
		return true
	case "propertyNames":
		s.propertyNames = c.inner(m.Value, document, place)
		return true
	case "items":
		s.items = c.inner(m.Value, document, place)
		return true
	}
	return s.limit(m)
}

// limit takes the keywords that bound a number or a text.
func (s *Schema) limit(m strict.Member) bool {
	n, isInteger := strict.AsInteger(m.Value)
	small, fits := n.Int64()
	switch m.Name {
	case "minimum":
		s.minimum = &n
		return isInteger
	case "maximum":
		s.maximum = &n
		return isInteger
	case "minLength":
		s.minLength = int(small)
		return isInteger && fits && small >= 0
	case "pattern":
		text, _ := m.Value.(string)
		pattern, err := regexp.Compile(text)
		s.pattern = pattern
		return text != "" && err == nil
	}
	return false
}

func texts(v strict.Value) (all []string, ok bool) {
	array, ok := v.(strict.Array)
	for _, element := range array {
		text, isText := element.(string)
		all, ok = append(all, text), ok && isText
	}
	return all, ok && len(all) > 0
}

func isType(name string) bool {
	return slices.Contains([]string{"null", "boolean", "number", "integer", "string", "array", "object"}, name)
}

// isPlain reports whether same can compare a value.
func isPlain(v strict.Value) bool {
	switch v := v.(type) {
	case strict.Number:
		_, ok := strict.AsInteger(v)
		return ok
	case strict.Array:
		return !slices.ContainsFunc(v, func(element strict.Value) bool { return !isPlain(element) })
	case strict.Object:
		return false
	}
	return true
}
