package tspi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// reader takes the fields of one input document and keeps the first fault. After
// a fault every method returns a zero value, so that a caller reads a whole
// document and asks once.
type reader struct {
	input Input
	level Level
	err   *InputError
}

// place is a value and where it stands.
type place struct {
	pointer string
	value   Value
	found   bool
}

// document is a whole input. One that was decoded by itself is shallow enough, but
// inside a request its levels were not counted for themselves.
func (r *reader) document(at place) place {
	if isDeeper(at.value, MaxDepth) {
		r.failWith(at, fmt.Sprintf("this document is nested more than %d levels deep", MaxDepth))
	}
	return at
}

// isDeeper reports whether arrays and objects stand more than so many levels
// inside one another.
func isDeeper(v Value, levels int) bool {
	switch v := v.(type) {
	case Array:
		return levels == 0 || slices.ContainsFunc(v, func(element Value) bool { return isDeeper(element, levels-1) })
	case Object:
		return levels == 0 || slices.ContainsFunc(v, func(m Member) bool { return isDeeper(m.Value, levels-1) })
	}
	return false
}

func (r *reader) fail(at place, want string) {
	r.failWith(at, fmt.Sprintf("want %s, got %s", want, describe(at)))
}

func (r *reader) failWith(at place, problem string) {
	if r.err == nil {
		r.err = &InputError{Code: CodeInputInvalid, Input: r.input, Pointer: at.pointer, Problem: problem}
	}
}

// fault is the error as a plain error, nil where there is none.
func (r *reader) fault() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// fields is an object whose fields are taken one by one.
type fields struct {
	r       *reader
	pointer string
	object  Object
}

// fields reads an object and, in the hardened law, refuses members that are not
// listed, so that a misspelt protection is not silently lost.
func (r *reader) fields(at place, listed ...string) fields {
	object, ok := at.value.(Object)
	if !ok {
		r.fail(at, "an object")
	}
	f := fields{r, at.pointer, object}
	if r.level.hardened() {
		for _, m := range object {
			if !slices.Contains(listed, m.Name) && !isAnnotation(m.Name) {
				r.failWith(f.take(m.Name), "no such field here; listed are "+strings.Join(listed, ", ")+
					" (and $schema, schema, description and x_ names)")
				break // one fault is enough, and looking each of many up would cost their square
			}
		}
	}
	return f
}

// isAnnotation tells the members that may stand in any input object and are
// ignored (but guarded).
func isAnnotation(name string) bool {
	return name == "$schema" || name == "schema" || name == "description" || strings.HasPrefix(name, "x_")
}

func (f fields) take(name string) place {
	value, found := f.object.Get(name)
	return place{f.pointer + "/" + escapeToken(name), value, found}
}

// items reads an array, and an absent one as empty.
func (r *reader) items(at place) []place {
	array, ok := at.value.(Array)
	if !ok {
		if at.found {
			r.fail(at, "an array")
		}
		return nil
	}
	places := make([]place, len(array))
	for i, v := range array {
		places[i] = place{at.pointer + "/" + strconv.Itoa(i), v, true}
	}
	return places
}

// need refuses an absent value.
func (r *reader) need(at place, want string) place {
	if !at.found {
		r.fail(at, want)
	}
	return at
}

// text reads a non-empty string.
func (r *reader) text(at place) string {
	s, ok := at.value.(string)
	if !ok || s == "" {
		r.fail(at, "a non-empty string")
	}
	return s
}

func (r *reader) texts(at place) []string {
	var texts []string
	for _, item := range r.items(at) {
		texts = append(texts, r.text(item))
	}
	return texts
}

// textsOr reads an array of texts; absent means the default, and empty means none.
func (r *reader) textsOr(at place, absent func() []string) []string {
	if !at.found {
		return absent()
	}
	return r.texts(at)
}

// name reads a name of section 1.
func (r *reader) name(at place) string {
	s, ok := at.value.(string)
	switch {
	case !ok || s == "":
		r.fail(at, "a name")
	case !r.level.hardened():
	case !IsName(s):
		r.failWith(at, fmt.Sprintf("want a name of letters, digits, _ . : - with a letter or digit first, at most %d, got %s",
			maxNameLength, describe(at)))
	case guardedKey(s):
		r.failWith(at, "this name is one of the keys that the redaction guard refuses; choose another")
	}
	return s
}

// status reads a name that is used as an owner status; launchd_detached is the
// one that the law itself gives.
func (r *reader) status(at place) string {
	s := r.name(at)
	if r.level.hardened() && s == StatusDetached {
		r.failWith(at, StatusDetached+" is reserved for processes that init has adopted; choose another status")
	}
	return s
}

func (r *reader) bool(at place) bool {
	b, ok := at.value.(bool)
	if !ok && at.found {
		r.fail(at, "true or false")
	}
	return b
}

// integer reads an integer of at least minimum.
func (r *reader) integer(at place, minimum int64) Integer {
	n, ok := AsInteger(at.value)
	if !ok || n.Cmp(NewInteger(minimum)) < 0 {
		r.fail(at, fmt.Sprintf("an integer >= %d", minimum))
	}
	return n
}

// describe names a value for an error without repeating text that could be a
// command or a secret: only very short plain words are shown.
func describe(at place) string {
	if !at.found {
		return "nothing"
	}
	switch v := at.value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case Number:
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
	case Array:
		return "an array"
	default:
		return "an object"
	}
}
