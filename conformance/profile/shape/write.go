package shape

import (
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
)

// Number is the JSON number of an integer.
func Number(n int64) strict.Value { return strict.Number(strconv.FormatInt(n, 10)) }

// Value is the value itself where it is known, else null.
func (m Maybe[T]) Value() strict.Value {
	if !m.Known {
		return nil
	}
	switch v := any(m.V).(type) {
	case int64:
		return Number(v)
	default:
		return v
	}
}

// Texts is an array of strings.
func Texts(texts []string) strict.Array {
	array := strict.Array{}
	for _, s := range texts {
		array = append(array, s)
	}
	return array
}

// Findings collects what an audit raises: once for each code and subject.
type Findings struct {
	prefix string
	list   strict.Array
	seen   map[[2]string]bool
}

// NewFindings returns an empty collection of a profile's findings; prefix, as in "IDENT_",
// stands before each code.
func NewFindings(prefix string) *Findings {
	return &Findings{prefix: prefix, list: strict.Array{}, seen: map[[2]string]bool{}}
}

// Raise adds a finding. No code, "", raises nothing.
func (f *Findings) Raise(code, subject string) {
	key := [2]string{code, subject}
	if code == "" || f.seen[key] {
		return
	}
	f.seen[key] = true
	f.list = append(f.list, strict.Object{
		{Name: "error_code", Value: f.prefix + code}, {Name: "subject_id", Value: subject},
	})
}

// Any reports whether anything was raised.
func (f *Findings) Any() bool { return len(f.list) > 0 }

// Answer is the answer of an audit.
func (f *Findings) Answer() strict.Value {
	return strict.Object{{Name: "findings", Value: f.list}}
}
