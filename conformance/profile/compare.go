package conformance

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// comparison gathers the differences between an answer and what it must be.
type comparison struct {
	level  tspi.Level
	clause string // of the case
	// full is true where the case says everything that the hardened law says of an
	// inventory; a core case leaves that open even where it is asked at hardened.
	full  bool
	found []Difference
}

func (c *comparison) differ(kind Kind, path, want, got string) {
	if len(c.found) < maxDifferences {
		c.found = append(c.found, Difference{Clause: c.clause, Kind: kind, Path: path, Want: want, Got: got})
	}
}

// otherType notes a value that has not the JSON type that is wanted there.
func (c *comparison) otherType(path, want string, got tspi.Value, there bool) {
	kind := KindType
	if !there {
		kind = KindAbsent
	}
	c.differ(kind, path, want, show(got, there))
}

// otherValue notes a value that is not the wanted one. Where the two would look
// alike, or are of different types, the types are told.
func (c *comparison) otherValue(path string, want, got tspi.Value, there bool) {
	switch w, g := typeOf(want), typeOf(got); {
	case !there:
		c.differ(KindAbsent, path, show(want, true), show(got, false))
	case w == g || want == nil || got == nil:
		c.differ(KindValue, path, show(want, true), show(got, true))
	default:
		c.differ(KindType, path, showTyped(w, want), showTyped(g, got))
	}
}

// typeOf is the JSON type of a value in words; an integer is told from other numbers,
// as the contract does.
func typeOf(v tspi.Value) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case tspi.Number:
		if _, ok := tspi.AsInteger(v); ok {
			return "integer"
		}
		return "number"
	case string:
		return "string"
	case tspi.Array:
		return "array"
	}
	return "object"
}

// showTyped is [show] with the type before a value whose text does not tell it.
func showTyped(kind string, v tspi.Value) string {
	text := show(v, true)
	switch {
	case kind == "string" && text == v:
		return "the string " + strconv.Quote(text)
	case kind == "boolean", kind == "integer", kind == "number":
		return "the " + kind + " " + text
	}
	return text
}

// equal compares a member of an object of the answer with a wanted value.
func (c *comparison) equal(o tspi.Object, path, name string, want tspi.Value) {
	got, there := o.Get(name)
	if !there || !same(want, got) {
		c.otherValue(join(path, name), want, got, there)
	}
}

// same compares by value; numbers are equal when they are the same integer.
func same(want, got tspi.Value) bool {
	switch got.(type) {
	case tspi.Array, tspi.Object:
		return false
	}
	w, isInteger := tspi.AsInteger(want)
	if !isInteger {
		return want == got
	}
	g, ok := tspi.AsInteger(got)
	return ok && w.Cmp(g) == 0
}

func sameFloat(a, b tspi.Number) bool {
	x, errX := strconv.ParseFloat(string(a), 64)
	y, errY := strconv.ParseFloat(string(b), 64)
	return errX == nil && errY == nil && x == y
}

func integer(n int64) tspi.Value { return tspi.Number(strconv.FormatInt(n, 10)) }

func orNull(n *int64) tspi.Value {
	if n == nil {
		return nil
	}
	return integer(*n)
}

func textOrNull(s *string) tspi.Value {
	if s == nil {
		return nil
	}
	return *s
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func at(path string, key any) string { return fmt.Sprintf("%s[%v]", path, key) }

// show puts a value into words for a report. An answer may hold anything, so
// only what is a plain name or a short number is repeated.
func show(v tspi.Value, there bool) string {
	if !there {
		return "nothing"
	}
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case tspi.Number:
		if len(v) <= 24 {
			return string(v)
		}
		return fmt.Sprintf("a number of %d bytes", len(v))
	case string:
		if isPlainWord(v) && (v == strings.ToLower(v) || strings.HasPrefix(v, "TSPI_")) {
			return v // the contract's words look so; most keys and tokens do not
		}
		return fmt.Sprintf("a string of %d bytes", len(v))
	case tspi.Array:
		return fmt.Sprintf("an array of %d", len(v))
	default:
		return fmt.Sprintf("an object of %d members", len(v.(tspi.Object)))
	}
}

// isPlainWord tells words such as the contract's own, which may stand in a
// report.
func isPlainWord(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		plain := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.' || c == ':'
		if !plain {
			return false
		}
	}
	return true
}

// showPointer makes a JSON Pointer fit for a report.
func showPointer(v tspi.Value, there bool) string {
	s, ok := v.(string)
	if !ok || s != "" && !strings.HasPrefix(s, "/") {
		return show(v, there)
	}
	if s == "" {
		return `"" (the whole document)`
	}
	return tspi.SafePointer(s)
}
