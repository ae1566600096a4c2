package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"

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
	if len(text) >= leastShared {
		d.known = map[string]Value{}
	}
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

type decoder struct {
	dec    *jsontext.Decoder
	levels int
	// known are the short strings and numbers that were met before: a claim of
	// many rows repeats them in each, and shares one value for all. In a small
	// text it is nil: looking them up would cost more than it saves.
	known map[string]Value
	// Elements and members of what is being read, from the outside inwards: an
	// array or object is made when its size is known.
	elements []Value
	members  []Member
}

// Bounds of what is kept in known, so that hostile variety costs little.
const (
	leastShared  = 4 << 10 // bytes of a text whose values are shared
	longestKnown = 48      // bytes of JSON text
	mostKnown    = 4096
)

// scalar makes a value of the text of a string or a number, or finds it.
func (d *decoder) scalar(raw []byte, read func(raw []byte) Value) Value {
	if d.known == nil || len(raw) > longestKnown {
		return read(raw)
	}
	v, ok := d.known[string(raw)]
	if !ok {
		v = read(raw)
		if len(d.known) < mostKnown {
			d.known[string(raw)] = v
		}
	}
	return v
}

func textOf(raw []byte) Value   { return unquoted(raw) }
func numberOf(raw []byte) Value { return Number(raw) }

func (d *decoder) value() (Value, error) {
	switch d.dec.PeekKind() {
	case '"':
		raw, err := d.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		return d.scalar(raw, textOf), nil
	case '0':
		raw, err := d.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if len(raw) > MaxNumberLength {
			return nil, d.fault(fmt.Sprintf("a number is longer than %d bytes", MaxNumberLength))
		}
		return d.scalar(raw, numberOf), nil
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
	begin := len(d.elements)
	for d.dec.PeekKind() != ']' {
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		d.elements = append(d.elements, v)
	}
	_, err := d.dec.ReadToken()
	a := append(make(Array, 0, len(d.elements)-begin), d.elements[begin:]...)
	d.elements = d.elements[:begin]
	return a, err
}

func (d *decoder) object() (Value, error) {
	begin := len(d.members)
	for d.dec.PeekKind() != '}' {
		raw, err := d.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		name, _ := d.scalar(raw, textOf).(string) // a member's name is a string, or there was an error
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		d.members = append(d.members, Member{name, v})
	}
	_, err := d.dec.ReadToken()
	o := append(make(Object, 0, len(d.members)-begin), d.members[begin:]...)
	d.members = d.members[:begin]
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
