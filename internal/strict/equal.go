package strict

import "strconv"

// Equal reports whether two values are the same document: objects whatever the order
// of their members, arrays element by element, and numbers by value, however they are
// spelt: two integers exactly, any other two as the nearest float64.
func Equal(a, b Value) bool {
	switch a := a.(type) {
	case Number:
		b, ok := b.(Number)
		return ok && EqualNumbers(a, b)
	case Array:
		b, ok := b.(Array)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case Object:
		b, ok := b.(Object)
		if !ok || len(a) != len(b) {
			return false
		}
		return equalMembers(a, b)
	}
	switch b.(type) {
	case Array, Object:
		return false // two interfaces of uncomparable types must not meet ==
	}
	return a == b
}

// equalMembers compares objects of one size. Names are unique in each, so that the one
// holds the other where every member of it does.
func equalMembers(a, b Object) bool {
	for i := range a {
		if b[i].Name == a[i].Name { // nearly always
			if !Equal(a[i].Value, b[i].Value) {
				return false
			}
			continue
		}
		v, there := b.Get(a[i].Name)
		if !there || !Equal(a[i].Value, v) {
			return false
		}
	}
	return true
}

// EqualNumbers compares two JSON numbers as [Equal] does. An integer and a number with
// a fraction or an exponent are different, since the contracts tell 1 from 1.0.
func EqualNumbers(a, b Number) bool {
	x, isInteger := integerOf(a)
	y, otherIsInteger := integerOf(b)
	if isInteger != otherIsInteger {
		return false
	}
	if isInteger {
		return x.Cmp(y) == 0
	}
	return EqualFloats(a, b)
}

// EqualFloats compares two JSON numbers as float64, however they are spelt.
func EqualFloats(a, b Number) bool {
	x, errX := strconv.ParseFloat(string(a), 64)
	y, errY := strconv.ParseFloat(string(b), 64)
	return errX == nil && errY == nil && x == y
}
