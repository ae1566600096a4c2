package strict

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
