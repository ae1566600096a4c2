package adapter

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// opDescribe is the one operation that the protocol itself knows.
const opDescribe = "describe"

var (
	errOp    = errors.New("operation: want a name of letters, digits, '.', '_' and '-', at most 64 bytes")
	errInput = errors.New("input: want one JSON value")
)

// checkRequest refuses what would not be one line of the protocol. An input may break the rules of
// strict JSON within its value, by a repeated key or half a character: an implementation must refuse it.
func checkRequest(op string, input jsontext.Value) error {
	if !isName(op) {
		return errOp
	}
	if input != nil && !input.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return errInput
	}
	return nil
}

// appendRequest appends one request with its line end to buf. A nil input is
// left out.
func appendRequest(buf []byte, id int64, op string, input jsontext.Value) ([]byte, error) {
	// A raw line feed in valid JSON can only be white space.
	if bytes.IndexByte(input, '\n') >= 0 {
		input = input.Clone()
		if err := input.Compact(); err != nil {
			return buf, errInput
		}
	}
	buf = append(buf, `{"id":`...)
	buf = strconv.AppendInt(buf, id, 10)
	buf = append(buf, `,"op":"`...)
	buf = append(buf, op...)
	buf = append(buf, '"')
	if input != nil {
		buf = append(buf, `,"input":`...)
		buf = append(buf, input...)
	}
	return append(buf, "}\n"...), nil
}

const maxNameBytes = 64

// isName reports whether s can name an operation or a level: ASCII letters,
// digits, '.', '_', '-', a letter or digit first.
func isName(s string) bool {
	if s == "" || len(s) > maxNameBytes {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && (c == '.' || c == '_' || c == '-'):
		default:
			return false
		}
	}
	return true
}
