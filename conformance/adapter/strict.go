package adapter

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// fault says why a line is no response.
type fault struct {
	detail string
	// truncated: the line is the beginning of something that could be JSON.
	truncated bool
	// earlier is the id of an earlier request that the line answers, or 0.
	earlier int64
}

func faultf(format string, args ...any) *fault {
	return &fault{detail: fmt.Sprintf(format, args...)}
}

// eachMember reads text as one strict JSON object and calls f with its members,
// whose values are parts of text. what names the text in faults.
func eachMember(text []byte, what string, f func(string, jsontext.Value)) *fault {
	// A *bytes.Buffer is read in place, without a copy of the text.
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	tok, err := dec.ReadToken()
	if err != nil {
		return syntaxFault(what, err)
	}
	if tok.Kind() != '{' {
		return faultf("%s is no JSON object", what)
	}
	for dec.PeekKind() != '}' {
		tok, err := dec.ReadToken()
		if err != nil {
			return syntaxFault(what, err)
		}
		name := tok.String() // before the next read, which invalidates the token
		value, err := dec.ReadValue()
		if err != nil {
			return syntaxFault(what, err)
		}
		end := dec.InputOffset()
		f(name, text[end-int64(len(value)):end:end])
	}
	if _, err := dec.ReadToken(); err != nil {
		return syntaxFault(what, err)
	}
	switch _, err := dec.ReadToken(); {
	case errors.Is(err, io.EOF):
		return nil
	default:
		return faultf("something stands behind the object in %s", what)
	}
}

// syntaxFault turns the library's errors into ours: theirs quote the text.
func syntaxFault(what string, err error) *fault {
	var lib *jsontext.SyntacticError
	place := ""
	if errors.As(err, &lib) {
		place = fmt.Sprintf(" at byte %d", lib.ByteOffset)
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return faultf("a key stands twice in one object%s of %s", place, what)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		bad := faultf("%s ends within the object", what)
		bad.truncated = true
		return bad
	}
	return faultf("%s is not JSON in UTF-8%s", what, place)
}

// elementsOf returns the elements of a JSON array that was read strictly before,
// and whether there are at most so many.
func elementsOf(text jsontext.Value, most int) ([]jsontext.Value, bool) {
	var elements []jsontext.Value
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	if _, err := dec.ReadToken(); err != nil {
		return nil, false
	}
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil || len(elements) == most {
			return nil, false
		}
		elements = append(elements, v.Clone())
	}
	return elements, true
}

// unquote returns the string of a JSON string that was read strictly before.
func unquote(v jsontext.Value) string {
	s, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(s)
}

// tooDeep reports whether arrays and objects stand inside one another in more
// than the given number of levels, in a text that is known to be JSON.
func tooDeep(text []byte, most int) bool {
	if bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")) <= most {
		return false // the usual case, at a tenth of the cost
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			if depth++; depth > most {
				return true
			}
		case '}', ']':
			depth--
		case '"':
			i = stringEnd(text, i)
		}
	}
	return false
}

// stringEnd returns where the JSON string that begins at i ends.
func stringEnd(text []byte, i int) int {
	for {
		i += 1 + bytes.IndexByte(text[i+1:], '"')
		escapes := 0
		for text[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
}
