package strict

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Encode is the JSON text of v on one line: members in their order, numbers as they
// were spelt. It never fails: a string that is no UTF-8 is written with replacements.
func Encode(v Value) jsontext.Value { return Append(nil, v) }

// Append appends the text of [Encode] to b.
func Append(b []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case Number:
		return append(b, v...)
	case string:
		return AppendString(b, v)
	case Array:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = Append(b, v[i])
		}
		return append(b, ']')
	default:
		b = append(b, '{')
		for i, m := range v.(Object) {
			if i > 0 {
				b = append(b, ',')
			}
			b = Append(append(AppendString(b, m.Name), ':'), m.Value)
		}
		return append(b, '}')
	}
}

// AppendString appends s as a JSON string.
func AppendString(b []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(b, s)
	if err != nil {
		quoted, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(s, "\ufffd"))
	}
	return quoted
}
