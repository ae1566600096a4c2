package strict

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Contract, preamble: JSON is read strictly. What the decoder lets through is read
// as the library reads it, escape by escape.
func FuzzUnquoted(f *testing.F) {
	for _, text := range []string{
		`""`, `"a"`, `"\n"`, `"\\"`, `"\\n"`, `"a\\\"b\/c\b\f\n\r\t"`, `"\u0041\u00e9\u20AC"`, `"\ud83d\ude00"`,
		`"\uD83D\uDE00x"`,
		`"\ud83d"`, `"\ude00\ud83d"`, `"\u0000\u001f"`, `"é€😀"`, `"a\u000"`, `"\x"`,
		`"700 1 10:00 0.0 1 sh\n701 1 10:00 0.0 1 sh\n"`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		raw := jsontext.Value(text)
		if !raw.IsValid() || raw.Kind() != '"' {
			return
		}
		v, err := Decode(text)
		want, errWant := jsontext.AppendUnquote(nil, trimmed(text))
		if err != nil || errWant != nil || v != string(want) {
			t.Errorf("%q: got %q, %v; the library says %q, %v", text, v, err, want, errWant)
		}
	})
}

// trimmed takes off what may stand around a JSON value.
func trimmed(text []byte) []byte {
	for len(text) > 0 && IsBlank(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && IsBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}
