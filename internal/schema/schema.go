package schema

import (
	"regexp"

	"github.com/tspi-dev/harness/internal/strict"
)

// Schema is a compiled schema or a part of one. What is nil or empty is not asked
// for.
type Schema struct {
	never         bool // the schema false
	ref           *Schema
	types         []string
	constant      []strict.Value // one, where there is one
	enum          []strict.Value
	minimum       *strict.Integer
	maximum       *strict.Integer
	minLength     int
	pattern       *regexp.Regexp
	required      []string
	properties    map[string]*Schema
	additional    *Schema // of members that properties does not name
	propertyNames *Schema
	items         *Schema
	unique        bool // no two scalar elements are the same
}

// Fault is the first place at which a value does not fit.
type Fault struct {
	// Pointer is the JSON Pointer of the value, which may hold keys of the
	// document: what is shown to people goes through [law.SafePointer].
	Pointer string
	Keyword string // that it breaks
}

// Check returns what keeps a value from fitting, nil where it fits. Numbers are
// read as the contract reads them: an integer has neither fraction nor exponent.
// The fault is the same each time.
func (s *Schema) Check(v strict.Value) *Fault { return s.check(v, nil) }
