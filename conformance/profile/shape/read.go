package shape

import "github.com/tspi-dev/harness/internal/strict"

// Maybe is a value that may be unknown: null in the facts.
type Maybe[T comparable] struct {
	Known bool
	V     T
}

// Some is a known value.
func Some[T comparable](v T) Maybe[T] { return Maybe[T]{true, v} }

// Is reports whether the value is known and v.
func (m Maybe[T]) Is(v T) bool { return m.Known && m.V == v }

// Meets reports whether both are known and equal: unknown is equal to nothing.
func (m Maybe[T]) Meets(n Maybe[T]) bool { return m.Known && n.Known && m.V == n.V }

// Parts reports whether both are known and differ: unknown differs from nothing.
func (m Maybe[T]) Parts(n Maybe[T]) bool { return m.Known && n.Known && m.V != n.V }

// TextAt reads a member that is text or null.
func TextAt(o strict.Object, name string) Maybe[string] {
	s, ok := o.At(name).(string)
	return Maybe[string]{ok, s}
}

// FlagAt reads a member that is a boolean or null.
func FlagAt(o strict.Object, name string) Maybe[bool] {
	b, ok := o.At(name).(bool)
	return Maybe[bool]{ok, b}
}

// WholeAt reads a member that is an integer of at most 64 bits, or null.
func WholeAt(o strict.Object, name string) Maybe[int64] { return WholeOf(o.At(name)) }

// WholeOf reads an integer of at most 64 bits, or null.
func WholeOf(v strict.Value) Maybe[int64] {
	n, ok := strict.AsInteger(v)
	if !ok {
		return Maybe[int64]{}
	}
	i, fits := n.Int64()
	return Maybe[int64]{fits, i}
}

// ObjectsAt reads a member that is an array of objects; null reads as none.
func ObjectsAt(o strict.Object, name string) []strict.Object {
	var objects []strict.Object
	for _, element := range o.Array(name) {
		object, _ := element.(strict.Object)
		objects = append(objects, object)
	}
	return objects
}

// TextsAt reads a member that is an array of strings; null reads as none.
func TextsAt(o strict.Object, name string) []string {
	texts := []string{}
	for _, element := range o.Array(name) {
		s, _ := element.(string)
		texts = append(texts, s)
	}
	return texts
}
