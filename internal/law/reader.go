package law

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Reader takes the members of one input document and keeps the first fault. After a
// fault every method returns a zero value, so that a caller reads a whole document and
// asks for the fault once.
type Reader struct {
	// Input is the document's name, and Code what its faults raise.
	Input Input
	Code  Code
	// Unlisted allows members that are not listed: the published law of tspi ignores
	// them.
	Unlisted bool
	err      *InputError
}

// Place is a value and where it stands.
type Place struct {
	Pointer string // from the root of the document
	Value   strict.Value
	Found   bool // false where there is no such member; Value is then nil
}

// Root is a whole document.
func Root(v strict.Value) Place { return Place{Value: v, Found: true} }

// Document is a whole input, wherever it stands. One that was decoded by itself is shallow
// enough, but inside a request its levels were not counted for themselves.
func (r *Reader) Document(at Place) Place {
	if strict.IsDeeper(at.Value, strict.MaxDepth) {
		r.FailWith(at, fmt.Sprintf("this document is nested more than %d levels deep", strict.MaxDepth))
	}
	return at
}

// Fail notes that a value is not what is wanted, in words such as "an integer >= 0".
func (r *Reader) Fail(at Place, want string) {
	r.FailWith(at, fmt.Sprintf("want %s, got %s", want, describe(at)))
}

// FailWith notes a fault, unless there is an earlier one.
func (r *Reader) FailWith(at Place, problem string) {
	if r.err == nil {
		r.err = &InputError{Code: r.Code, Input: r.Input, Pointer: at.Pointer, Problem: problem}
	}
}

// Recode gives the fault that was noted first another code.
func (r *Reader) Recode(code Code) { r.err.Code = code }

// Failed reports whether a fault was noted.
func (r *Reader) Failed() bool { return r.err != nil }

// Fault is the first fault as an *[InputError], nil where there is none.
func (r *Reader) Fault() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Fields is an object whose members are taken one by one.
type Fields struct {
	Pointer string
	Object  strict.Object
}

// Fields reads an object and, unless unlisted ones are allowed, refuses members that are
// not listed, so that a misspelt protection is not silently lost.
func (r *Reader) Fields(at Place, listed ...string) Fields {
	object, ok := at.Value.(strict.Object)
	if !ok {
		r.Fail(at, "an object")
	}
	f := Fields{at.Pointer, object}
	if r.Unlisted {
		return f
	}
	for _, m := range object {
		if !slices.Contains(listed, m.Name) && !IsAnnotation(m.Name) {
			r.FailWith(f.Take(m.Name), "no such field here; listed are "+strings.Join(listed, ", ")+
				" (and $schema, schema, description and x_ names)")
			break // one fault is enough, and looking each of many up would cost their square
		}
	}
	return f
}

// IsAnnotation tells the members that may stand in any input object and are ignored (but
// guarded).
func IsAnnotation(name string) bool {
	return name == "$schema" || name == "schema" || name == "description" || strings.HasPrefix(name, "x_")
}

// Take returns the member with that name.
func (f Fields) Take(name string) Place {
	value, found := f.Object.Get(name)
	return Place{f.Pointer + "/" + strict.EscapeToken(name), value, found}
}

// Items reads an array, and an absent one as empty.
func (r *Reader) Items(at Place) []Place {
	array, ok := at.Value.(strict.Array)
	if !ok {
		if at.Found {
			r.Fail(at, "an array")
		}
		return nil
	}
	places := make([]Place, len(array))
	for i, v := range array {
		places[i] = Place{at.Pointer + "/" + strconv.Itoa(i), v, true}
	}
	return places
}

// Need refuses an absent value.
func (r *Reader) Need(at Place, want string) Place {
	if !at.Found {
		r.Fail(at, want)
	}
	return at
}

// Text reads a non-empty string.
func (r *Reader) Text(at Place) string {
	s, ok := at.Value.(string)
	if !ok || s == "" {
		r.Fail(at, "a non-empty string")
	}
	return s
}

// Texts reads an array of non-empty strings, and an absent one as empty.
func (r *Reader) Texts(at Place) []string {
	var texts []string
	for _, item := range r.Items(at) {
		texts = append(texts, r.Text(item))
	}
	return texts
}

// Bool reads true or false, and an absent value as false.
func (r *Reader) Bool(at Place) bool {
	b, ok := at.Value.(bool)
	if !ok && at.Found {
		r.Fail(at, "true or false")
	}
	return b
}

// Integer reads an integer of at least minimum.
func (r *Reader) Integer(at Place, minimum int64) strict.Integer {
	n, ok := strict.AsInteger(at.Value)
	if !ok || n.Cmp(strict.NewInteger(minimum)) < 0 {
		r.Fail(at, fmt.Sprintf("an integer >= %d", minimum))
	}
	return n
}

// describe names a value for an error without repeating text that could be a command or
// a secret: only very short plain words are shown.
func describe(at Place) string {
	if !at.Found {
		return "nothing"
	}
	switch v := at.Value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case strict.Number:
		if len(v) <= 20 {
			return string(v)
		}
		return fmt.Sprintf("a number of %d bytes", len(v))
	case string:
		if v == "" {
			return "an empty string"
		}
		if len(v) <= 8 && IsName(v) {
			return strconv.Quote(v)
		}
		return fmt.Sprintf("a string of %d bytes", len(v))
	case strict.Array:
		return "an array"
	default:
		return "an object"
	}
}

// Element is the place of the i-th element of an array, for a fault that only shows beside
// the other elements.
func (at Place) Element(i int) Place {
	here := Place{Pointer: at.Pointer + "/" + strconv.Itoa(i)}
	if array, _ := at.Value.(strict.Array); i < len(array) {
		here.Value, here.Found = array[i], true
	}
	return here
}

// Index is the place of a member of the i-th element of an array; of the element itself,
// where no member is named.
func (at Place) Index(i int, member string) Place {
	here := at.Element(i)
	if member == "" {
		return here
	}
	object, _ := here.Value.(strict.Object)
	return Fields{here.Pointer, object}.Take(member)
}
