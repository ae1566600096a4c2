package tspi

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// maxDifferences is how many a property tells of one answer: the first few say
// what is wrong, and an answer may be wrong in every row of a large table.
const maxDifferences = 12

// differences gathers what is wrong with an answer.
type differences struct{ list []Difference }

func (d *differences) add(clause, path, want, got string) {
	if len(d.list) < maxDifferences {
		d.list = append(d.list, Difference{Clause: clause, Path: path, Want: want, Got: got})
	}
}

// equal holds a member of an object against a wanted value.
func (d *differences) equal(clause, path string, o strict.Object, name string, want strict.Value) {
	got, there := o.Get(name)
	if !there {
		d.add(clause, join(path, name), shown(want, true), shown(nil, false))
		return
	}
	d.differ(clause, join(path, name), want, got)
}

// differ tells where two values differ: of objects and arrays that look alike, the
// members and elements that do not.
func (d *differences) differ(clause, path string, want, got strict.Value) {
	if same(want, got) {
		return
	}
	switch w := want.(type) {
	case strict.Object:
		if g, ok := got.(strict.Object); ok && len(g) == len(w) {
			for _, m := range w {
				d.equal(clause, path, g, m.Name, m.Value)
			}
			return
		}
	case strict.Array:
		if g, ok := got.(strict.Array); ok && len(g) == len(w) {
			for i := range w {
				d.differ(clause, at(path, i), w[i], g[i])
			}
			return
		}
	}
	d.add(clause, path, shown(want, true), shown(got, true))
}

// same compares by value: members in any order, integers by what they are worth,
// other numbers as floats.
func same(a, b strict.Value) bool {
	switch a := a.(type) {
	case strict.Number:
		n, ok := b.(strict.Number)
		return ok && sameNumber(a, n)
	case strict.Array:
		o, ok := b.(strict.Array)
		if !ok || len(a) != len(o) {
			return false
		}
		for i := range a {
			if !same(a[i], o[i]) {
				return false
			}
		}
		return true
	case strict.Object:
		o, ok := b.(strict.Object)
		if !ok || len(a) != len(o) {
			return false
		}
		for _, m := range a {
			if v, there := o.Get(m.Name); !there || !same(m.Value, v) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case strict.Array, strict.Object:
		return false
	}
	return a == b
}

// sameNumber takes 1 for no 1.0 where an integer is asked for; fractions are
// equal when they are the same float, so that 0 is 0.0 only as a pcpu.
func sameNumber(want, got strict.Number) bool {
	if want == got {
		return true
	}
	w, isInteger := strict.AsInteger(want)
	g, gotInteger := strict.AsInteger(got)
	if isInteger || gotInteger {
		return isInteger && gotInteger && w.Cmp(g) == 0
	}
	return sameFloat(want, got)
}

// sameFloat compares what may have a fraction.
func sameFloat(a, b strict.Number) bool {
	x, errX := strconv.ParseFloat(string(a), 64)
	y, errY := strconv.ParseFloat(string(b), 64)
	return errX == nil && errY == nil && x == y
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func at(path string, key any) string { return fmt.Sprintf("%s[%v]", path, key) }

// shown puts a value into words for a report. An answer may hold anything, a
// command too, so only short names in lower case, codes and numbers are repeated.
func shown(v strict.Value, there bool) string {
	if !there {
		return "nothing"
	}
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case strict.Number:
		if len(v) <= 24 {
			return string(v)
		}
		return fmt.Sprintf("a number of %d bytes", len(v))
	case string:
		if law.IsName(v) && (v == strings.ToLower(v) || strings.HasPrefix(v, "TSPI_")) &&
			!strings.Contains(v, canaryMark) {
			if _, err := strconv.ParseFloat(v, 64); err == nil || v == "null" || v == "true" || v == "false" {
				return strconv.Quote(v)
			}
			return v
		}
		return fmt.Sprintf("a string of %d bytes", len(v))
	case strict.Array:
		return fmt.Sprintf("an array of %d", len(v))
	case strict.Object:
		return fmt.Sprintf("an object of %d members", len(v))
	}
	return "no value"
}
