package tspi

import "github.com/tspi-dev/harness/internal/strict"

// What documents are read into: package strict's types, for callers of this package
// outside the module.
type (
	Value       = strict.Value
	Number      = strict.Number
	Array       = strict.Array
	Object      = strict.Object
	Member      = strict.Member
	Integer     = strict.Integer
	SyntaxError = strict.SyntaxError
)

// Bounds of a document.
const (
	MaxDepth        = strict.MaxDepth
	MaxNumberLength = strict.MaxNumberLength
)

// Decode reads one strict JSON document (contract, preamble). Every error is a
// *[SyntaxError].
func Decode(text []byte) (Value, error) { return strict.Decode(text) }

// DecodeWithin is [Decode] with another limit on the levels.
func DecodeWithin(text []byte, levels int) (Value, error) { return strict.DecodeWithin(text, levels) }

// ValueOf is the document that v is written as.
func ValueOf(v any) (Value, error) { return strict.ValueOf(v) }

// AsInteger returns v as an integer. true, "1" and 1.0 are none.
func AsInteger(v Value) (Integer, bool) { return strict.AsInteger(v) }

// NewInteger returns n as an Integer.
func NewInteger(n int64) Integer { return strict.NewInteger(n) }
