package strict

import "strconv"

// A Value is one value of a strictly read JSON document:
//
//	nil       null
//	bool      true, false
//	Number    a number, as it was spelt
//	string    a string, valid UTF-8
//	Array     an array
//	Object    an object, its members in the order of the document
//
// Numbers keep their spelling because the contract tells 1 from 1.0.
type Value any

// Number is the text of a JSON number.
type Number string

// Array is a JSON array.
type Array []Value

// Object is a JSON object in document order. No name occurs twice.
type Object []Member

// Member is one member of an [Object].
type Member struct {
	Name  string
	Value Value
}

// Get returns the value of the member with that name, and whether there is one.
func (o Object) Get(name string) (Value, bool) {
	for i := range o {
		if o[i].Name == name {
			return o[i].Value, true
		}
	}
	return nil, false
}

// AsInteger returns v as an integer. true, "1" and 1.0 are none.
func AsInteger(v Value) (Integer, bool) {
	if n, ok := v.(Number); ok {
		return integerOf(n)
	}
	return Integer{}, false
}

// Int is the JSON number n.
func Int(n int64) Number { return Number(strconv.FormatInt(n, 10)) }

// IntOrNull is the JSON number that n points to, null where it is nil.
func IntOrNull(n *int64) Value {
	if n == nil {
		return nil
	}
	return Int(*n)
}

// TextOrNull is the string that s points to, null where it is nil.
func TextOrNull(s *string) Value {
	if s == nil {
		return nil
	}
	return *s
}
