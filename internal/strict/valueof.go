package strict

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ValueOf is the document that v is written as: a record seen as the guard and
// an auditor see it. The members of maps come in text order, so that the same
// record is always the same document.
//
// It writes no text where the types tell the document: a campaign has millions of
// answers made, and reads each. Types that write themselves are written and read.
func ValueOf(v any) (Value, error) { return valueOf(reflect.ValueOf(v)) }

var errNotUTF8 = errors.New("a text is no UTF-8")

func valueOf(v reflect.Value) (Value, error) {
	if !v.IsValid() {
		return nil, nil
	}
	switch own := v.Interface().(type) {
	case Integer:
		return Number(own.String()), nil
	case Object, Array, Number:
		if !Readable(own, MaxDepth) {
			return nil, errors.New("a value is none that could be read")
		}
		return own, nil
	case json.Marshaler, json.MarshalerTo, encoding.TextMarshaler, jsontext.Value:
		return written(v)
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			return nil, errNotUTF8
		}
		return v.String(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Int(v.Int()), nil
	case reflect.Float64:
		if f := v.Float(); f >= 1e-6 && f < 1e21 || f == 0 && !math.Signbit(f) {
			return Number(strconv.FormatFloat(f, 'f', -1, 64)), nil
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil, nil
		}
		return valueOf(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			return arrayOf(v)
		}
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			return mapOf(v)
		}
	case reflect.Struct:
		if p := planOf(v.Type()); p != nil {
			return p.object(v)
		}
	}
	return written(v)
}

// written is the document of a value by its text.
func written(v reflect.Value) (Value, error) {
	text, err := json.Marshal(v.Interface(), json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	return Decode(text)
}

func arrayOf(v reflect.Value) (Value, error) {
	a := make(Array, v.Len())
	for i := range a {
		var err error
		if a[i], err = valueOf(v.Index(i)); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func mapOf(v reflect.Value) (Value, error) {
	o := make(Object, 0, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		name := entries.Key().String()
		if !utf8.ValidString(name) {
			return nil, errNotUTF8
		}
		value, err := valueOf(entries.Value())
		if err != nil {
			return nil, err
		}
		o = append(o, Member{name, value})
	}
	slices.SortFunc(o, func(x, y Member) int { return cmp.Compare(x.Name, y.Name) })
	return o, nil
}

// plan is how the fields of a struct are written, in their order.
type plan []planned

type planned struct {
	name     string
	index    int
	inlined  plan // of an embedded struct, whose fields are the outer one's
	omitZero bool
}

// plans are those that were made: a map from [reflect.Type] to plan, nil where the library
// has to write the type.
var plans sync.Map

func planOf(t reflect.Type) plan {
	if p, ok := plans.Load(t); ok {
		return p.(plan)
	}
	p := newPlan(t)
	plans.Store(t, p)
	return p
}

// newPlan knows the tags that records have: a name and omitzero.
func newPlan(t reflect.Type) plan {
	p := plan{}
	for i := range t.NumField() {
		field := t.Field(i)
		tag, tagged := field.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case field.Anonymous && !tagged:
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() != reflect.Struct || !field.IsExported() {
				return nil
			}
			inlined := planOf(inner)
			if inlined == nil {
				return nil
			}
			p = append(p, planned{index: i, inlined: inlined})
		case !field.IsExported() && !tagged:
		case !field.IsExported(), name == "", name == "-", options != "" && options != "omitzero":
			return nil
		default:
			p = append(p, planned{name: name, index: i, omitZero: options == "omitzero"})
		}
	}
	return p
}

func (p plan) object(v reflect.Value) (Value, error) {
	o, err := p.appendTo(make(Object, 0, len(p)+2), v)
	if err != nil {
		return nil, err
	}
	return o, nil
}

func (p plan) appendTo(o Object, v reflect.Value) (Object, error) {
	for i := range p {
		field := v.Field(p[i].index)
		var err error
		switch {
		case p[i].inlined != nil:
			if field.Kind() == reflect.Pointer {
				if field.IsNil() {
					continue
				}
				field = field.Elem()
			}
			o, err = p[i].inlined.appendTo(o, field)
		case p[i].omitZero && isZero(field):
		default:
			var value Value
			value, err = valueOf(field)
			o = append(o, Member{p[i].name, value})
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p[i].name, err)
		}
	}
	return o, nil
}

// isZero is the library's word for what omitzero leaves out.
func isZero(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		return z.IsZero()
	}
	return v.IsZero()
}

// Readable reports whether a value is one that [DecodeWithin] could have read: not too many
// levels, no name twice in one object, no text that is no UTF-8, and numbers as they are
// spelt in JSON. What it refuses may be written all the same, and is then another document.
func Readable(v Value, levels int) bool {
	switch v := v.(type) {
	case nil, bool:
		return true
	case Number:
		return len(v) <= MaxNumberLength && isJSONNumber(string(v))
	case string:
		return utf8.ValidString(v)
	case Array:
		if levels == 0 {
			return false
		}
		for i := range v {
			if !Readable(v[i], levels-1) {
				return false
			}
		}
		return true
	case Object:
		if levels == 0 || repeatsName(v) {
			return false
		}
		for i := range v {
			if !utf8.ValidString(v[i].Name) || !Readable(v[i].Value, levels-1) {
				return false
			}
		}
		return true
	}
	return false
}

func repeatsName(o Object) bool {
	if len(o) > 32 {
		names := make(map[string]struct{}, len(o))
		for i := range o {
			names[o[i].Name] = struct{}{}
		}
		return len(names) < len(o)
	}
	for i := range o {
		for j := range i {
			if o[i].Name == o[j].Name {
				return true
			}
		}
	}
	return false
}

// isJSONNumber tells the spellings of JSON's numbers. Most are a few digits.
func isJSONNumber(s string) bool {
	if IsDigits(s) && (s[0] != '0' || len(s) == 1) {
		return true
	}
	if s == "" || s[0] != '-' && !IsDigit(s[0]) {
		return false
	}
	return jsontext.Value(s).IsValid() && strings.Trim(s, "\t\n\r ") == s
}
