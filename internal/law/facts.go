package law

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// The methods of this file read what the facts of docs/profiles.md, section 2, are made
// of. A member that is missing is a fault: unknown is null, never left out, unless the
// contract marks the member optional.

// MaxInteger is the largest integer of facts, 2^53 - 1.
const MaxInteger = 1<<53 - 1

// ID reads an id.
func (r *Reader) ID(at Place) string {
	s, ok := at.Value.(string)
	if !ok || !IsName(s) {
		r.Fail(at, fmt.Sprintf("an id of letters, digits, _ . : -, a letter or digit first, at most %d", MaxNameLength))
		return ""
	}
	return s
}

// Whole reads an integer between least and most.
func (r *Reader) Whole(at Place, least, most int64) int64 {
	n, ok := strict.AsInteger(at.Value)
	v, fits := n.Int64()
	if !ok || !fits || v < least || v > most {
		r.Fail(at, fmt.Sprintf("an integer from %d to %d", least, most))
		return 0
	}
	return v
}

// Flag reads true or false, which must be there.
func (r *Reader) Flag(at Place) bool {
	b, ok := at.Value.(bool)
	if !ok {
		r.Fail(at, "true or false")
	}
	return b
}

// Word reads one of the words that a contract lists.
func (r *Reader) Word(at Place, words ...string) string {
	s, ok := at.Value.(string)
	if !ok || !slices.Contains(words, s) {
		r.Fail(at, "one of "+strings.Join(words, ", "))
		return ""
	}
	return s
}

// String reads a string, which may be empty.
func (r *Reader) String(at Place) string {
	s, ok := at.Value.(string)
	if !ok {
		r.Fail(at, "a string")
	}
	return s
}

// List reads an array, which must be there.
func (r *Reader) List(at Place) []Place { return r.Items(r.Need(at, "an array")) }

// OrNull reads a value that may be null: read reads any other. A missing value is a
// fault, which read notes.
func OrNull[T any](at Place, read func(Place) T) *T {
	if at.Found && at.Value == nil {
		return nil
	}
	v := read(at)
	return &v
}

// Optional reads a value that may be missing: read reads one that is there, null
// included.
func Optional[T any](at Place, read func(Place) T) *T {
	if !at.Found {
		return nil
	}
	v := read(at)
	return &v
}
