package adapter

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxLevels is how many arrays and objects may stand inside one another in a
// response: the 64 of a document that it carries, and room for what is around.
const MaxLevels = 64 + 8

// Response is a well-formed answer: exactly one of OK and Error is set.
type Response struct {
	// Raw is the whole line, for a profile that shows it or bounds its size.
	Raw jsontext.Value
	// OK is the value of ok, of any type, as it was written.
	OK jsontext.Value
	// Error is the refusal.
	Error *Error
	// Beside are the members that the protocol does not know, for a profile that
	// looks at all that an implementation says.
	Beside []Member
}

// Member is one member of a response, its value as it was written.
type Member struct {
	Name  string
	Value jsontext.Value
}

// Error is the refusal that an adapter answered with.
type Error struct {
	// Code is what the adapter calls it, any string. The profile knows which
	// codes there are.
	Code string
	// Message is for people; "" where there is none.
	Message string
	// Raw is the whole object, with the fields of the profile.
	Raw jsontext.Value
}

// ReadResponse reads the line, without its line end, that should answer the request id. The error says why it
// is no response of the protocol.
func ReadResponse(line []byte, id int64) (Response, error) {
	r, bad := readResponse(line, id)
	if bad != nil {
		return Response{}, errors.New(bad.detail)
	}
	return r, nil
}

// readResponse reads the line that should answer the request id. The response
// holds parts of line.
func readResponse(line []byte, id int64) (Response, *fault) {
	if len(bytes.Trim(line, " \t\r")) == 0 {
		return Response{}, &fault{detail: "the line is empty", truncated: true}
	}
	members, bad := readEnvelope(line)
	if bad != nil {
		return Response{}, bad
	}
	if tooDeep(line, MaxLevels) {
		return Response{}, faultf("the response is nested more than %d levels deep", MaxLevels)
	}
	if bad := checkID(members.id, id); bad != nil {
		return Response{}, bad
	}
	r := Response{Raw: line, Beside: members.beside}
	switch {
	case members.ok != nil && members.err != nil:
		return Response{}, faultf("the response has both ok and error (a member that is null is there all the same)")
	case members.ok != nil:
		r.OK = members.ok
	case members.err != nil:
		if r.Error, bad = readError(members.err); bad != nil {
			return Response{}, bad
		}
	default:
		return Response{}, faultf("the response has neither ok nor error")
	}
	return r, nil
}

type envelope struct {
	id, ok, err jsontext.Value
	beside      []Member
}

func readEnvelope(line []byte) (envelope, *fault) {
	var e envelope
	bad := eachMember(line, "the line", func(name string, value jsontext.Value) {
		switch name {
		case "id":
			e.id = value
		case "ok":
			e.ok = value
		case "error":
			e.err = value
		default:
			e.beside = append(e.beside, Member{name, value})
		}
	})
	return e, bad
}

// checkID demands the very digits that were sent: 1.0 and "1" are not 1.
func checkID(got jsontext.Value, want int64) *fault {
	if got == nil {
		return faultf("the response has no id")
	}
	if string(got) == strconv.FormatInt(want, 10) {
		return nil
	}
	if n, err := strconv.ParseInt(string(got), 10, 64); err == nil {
		if 0 < n && n < want {
			return &fault{detail: "the response has the id of an earlier request", earlier: n}
		}
		return faultf("the response has the id of no request: want %d, got %d", want, n)
	}
	return faultf("the id of the response is not the integer that was sent: want %d, got %s", want, kindOf(got))
}

// kindOf names the JSON type of a value.
func kindOf(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		return "a string"
	case '0':
		return "another number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return v.String() // null, true or false
}

func readError(text jsontext.Value) (*Error, *fault) {
	e := &Error{Raw: text}
	coded := false
	bad := eachMember(text, "the value of error", func(name string, value jsontext.Value) {
		if value.Kind() != '"' {
			return
		}
		switch name {
		case "code":
			e.Code, coded = unquote(value), true
		case "message":
			e.Message = unquote(value)
		}
	})
	if bad == nil && !coded {
		bad = faultf("the error has no code that is a string")
	}
	if bad != nil {
		return nil, bad
	}
	return e, nil
}
