package shape

import (
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

// List is the type of an array. Its methods return the type with one rule more.
type List struct {
	of        Type
	low, high int // how many elements; no upper bound where high is below 0
	member    string
	key       func(strict.Value) string
}

// Array takes arrays of elements of type t, empty ones too.
func Array(t Type) List { return List{of: t, high: -1} }

// Sized takes arrays of low to high elements. Another number is a fault of the array.
func (l List) Sized(low, high int) List { l.low, l.high = low, high; return l }

// Keyed takes arrays of objects in which no two have the same text or integer as the member of that name.
// The later member is the offending value.
func (l List) Keyed(member string) List { l.member = member; return l }

// Distinct takes arrays in which no two elements have the same key. The later element is the
// offending value. The elements are of the array's type when their key is asked for.
func (l List) Distinct(key func(strict.Value) string) List { l.key = key; return l }

// Encoded is the key of elements that are equal when they are the same scalar.
func Encoded(v strict.Value) string { return string(strict.Encode(v)) }

func (l List) fault(v strict.Value, at string, on switches.On) (string, bool) {
	given, ok := v.(strict.Array)
	if !ok || len(given) < l.low || l.high >= 0 && len(given) > l.high {
		return at, true
	}
	for i, element := range given {
		if pointer, bad := l.of.fault(element, at+At(i), on); bad {
			return pointer, true
		}
	}
	if on.Is("repeats-accepted") {
		return "", false
	}
	seen := map[string]int{}
	for i, element := range given {
		var key, below string
		switch {
		case l.member != "":
			object, _ := element.(strict.Object)
			key, below = keyOf(object.At(l.member)), At(l.member)
		case l.key != nil:
			key = l.key(element)
		default:
			continue
		}
		first, twice := seen[key]
		if twice && on.Is("earlier-repeat-named") {
			i = first
		}
		if twice {
			return at + At(i) + below, true
		}
		seen[key] = i
	}
	return "", false
}

// keyOf is a key by value: -0 is 0.
func keyOf(v strict.Value) string {
	if n, ok := strict.AsInteger(v); ok {
		return n.String()
	}
	return Encoded(v)
}
