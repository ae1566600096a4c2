package strict

import "slices"

// At returns the value of the member with that name, nil where there is none.
func (o Object) At(name string) Value {
	v, _ := o.Get(name)
	return v
}

// Text returns the string member with that name, "" where there is none.
func (o Object) Text(name string) string {
	s, _ := o.At(name).(string)
	return s
}

// Object returns the object member with that name, nil where there is none.
func (o Object) Object(name string) Object {
	object, _ := o.At(name).(Object)
	return object
}

// Array returns the array member with that name, nil where there is none.
func (o Object) Array(name string) Array {
	array, _ := o.At(name).(Array)
	return array
}

// Integer returns the integer member with that name, and whether there is one.
func (o Object) Integer(name string) (Integer, bool) { return AsInteger(o.At(name)) }

// With returns o with that member: in its place where there is one, else at the end.
// o itself stays as it is.
func (o Object) With(name string, v Value) Object {
	with := slices.Clone(o)
	with.Set(name, v)
	return with
}

// Set changes the member with that name in place, or appends it.
func (o *Object) Set(name string, v Value) {
	for i := range *o {
		if (*o)[i].Name == name {
			(*o)[i].Value = v
			return
		}
	}
	*o = append(*o, Member{name, v})
}

// Without returns o without that member. o itself stays as it is.
func (o Object) Without(name string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return m.Name == name })
}

// Clone returns a deep copy of v.
func Clone(v Value) Value { return MapStrings(v, func(s string) string { return s }) }

// MapStrings returns a deep copy of v with every string value replaced; the names of
// members stay.
func MapStrings(v Value, replace func(string) string) Value {
	switch v := v.(type) {
	case string:
		return replace(v)
	case Array:
		out := make(Array, len(v))
		for i := range v {
			out[i] = MapStrings(v[i], replace)
		}
		return out
	case Object:
		out := make(Object, len(v))
		for i := range v {
			out[i] = Member{v[i].Name, MapStrings(v[i].Value, replace)}
		}
		return out
	}
	return v
}

// EachString calls f with every string of v, the names of members included, in
// document order.
func EachString(v Value, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case Array:
		for _, element := range v {
			EachString(element, f)
		}
	case Object:
		for _, m := range v {
			f(m.Name)
			EachString(m.Value, f)
		}
	}
}

// IsDeeper reports whether arrays and objects stand more than so many levels inside
// one another.
func IsDeeper(v Value, levels int) bool {
	switch v := v.(type) {
	case Array:
		return levels == 0 || slices.ContainsFunc(v, func(element Value) bool { return IsDeeper(element, levels-1) })
	case Object:
		return levels == 0 || slices.ContainsFunc(v, func(m Member) bool { return IsDeeper(m.Value, levels-1) })
	}
	return false
}
