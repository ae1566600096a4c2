package tspi

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// MaxDepth is how many arrays and objects may stand inside one another in
	// one document (contract, preamble).
	MaxDepth = 64
	// MaxNumberLength is the longest number we read, in bytes. The contract sets
	// no bound; this one keeps arithmetic on hostile numbers cheap.
	MaxNumberLength = 1000
)

// SyntaxError says why a text is no strict JSON document. It never repeats any
// of the text but the place.
type SyntaxError struct {
	Pointer string // JSON Pointer of the place, as far as it is known
	Offset  int64  // bytes before the fault
	Problem string
}

// Error returns the problem and where it is.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s at byte %d", e.Problem, e.Offset)
}

// Decode reads one strict JSON document (contract, preamble): UTF-8 without byte
// order mark, no repeated key, no lone surrogate, nothing behind the value, at
// most [MaxDepth] levels. Every error is a *[SyntaxError].
func Decode(text []byte) (Value, error) { return DecodeWithin(text, MaxDepth) }

// DecodeWithin is [Decode] with another limit on the levels, for an envelope
// that carries documents inside.
func DecodeWithin(text []byte, levels int) (Value, error) {
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return nil, &SyntaxError{Problem: "the text begins with a byte order mark"}
	}
	// A *bytes.Buffer is read in place, without a copy of the text.
	d := decoder{dec: jsontext.NewDecoder(bytes.NewBuffer(text)), levels: levels}
	v, err := d.value()
	if err == nil {
		_, err = d.dec.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return v, nil
		case err == nil:
			err = &SyntaxError{Offset: d.dec.InputOffset(), Problem: "something stands behind the value"}
		}
	}
	return nil, d.syntaxError(err)
}

// ValueOf is the document that v is written as: a record seen as the guard and
// an auditor see it. The members of maps come in text order, so that the same
// record is always the same document.
func ValueOf(v any) (Value, error) {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	return Decode(text)
}

type decoder struct {
	dec    *jsontext.Decoder
	levels int
}

func (d *decoder) value() (Value, error) {
	if d.dec.PeekKind() == '"' {
		raw, err := d.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		return unquoted(raw), nil
	}
	tok, err := d.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch kind := tok.Kind(); kind {
	case 'n':
		return nil, nil
	case 't', 'f':
		return kind == 't', nil
	case '0':
		text := tok.String()
		if len(text) > MaxNumberLength {
			return nil, d.fault(fmt.Sprintf("a number is longer than %d bytes", MaxNumberLength))
		}
		return Number(text), nil
	case '[':
		if err := d.checkDepth(); err != nil {
			return nil, err
		}
		return d.array()
	default:
		if err := d.checkDepth(); err != nil {
			return nil, err
		}
		return d.object()
	}
}

func (d *decoder) array() (Value, error) {
	a := Array{}
	for d.dec.PeekKind() != ']' {
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		a = append(a, v)
	}
	_, err := d.dec.ReadToken()
	return a, err
}

func (d *decoder) object() (Value, error) {
	o := Object{}
	for d.dec.PeekKind() != '}' {
		name, err := d.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String() // before the next read, which invalidates the token
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		o = append(o, Member{key, v})
	}
	_, err := d.dec.ReadToken()
	return o, err
}

func (d *decoder) checkDepth() error {
	if d.dec.StackDepth() > d.levels {
		return d.fault(fmt.Sprintf("the value is nested more than %d levels deep", d.levels))
	}
	return nil
}

func (d *decoder) fault(problem string) error {
	return &SyntaxError{Pointer: string(d.dec.StackPointer()), Offset: d.dec.InputOffset(), Problem: problem}
}

// syntaxError turns the library's errors into ours: theirs quote the text.
func (d *decoder) syntaxError(err error) *SyntaxError {
	var own *SyntaxError
	if errors.As(err, &own) {
		return own
	}
	e := &SyntaxError{Offset: d.dec.InputOffset(), Pointer: string(d.dec.StackPointer())}
	var lib *jsontext.SyntacticError
	if errors.As(err, &lib) {
		e.Offset, e.Pointer = lib.ByteOffset, string(lib.JSONPointer)
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Problem = "a key stands twice in one object"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Problem = "the text ends within the value"
		if e.Offset == 0 {
			e.Problem = "the text is empty"
		}
	default:
		e.Problem = "the text is not JSON (or not UTF-8)"
	}
	return e
}
