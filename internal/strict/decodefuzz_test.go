package strict_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/strict"
)

// The preamble: Decode accepts exactly the strict documents, says nothing of
// others but where they fail, and what it gives, written out, is read as the same.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+7,"\u00e9\ud83d\ude00\\",null,true,false],"b":{}}`, `{"a":1,"\u0061":2}`, `"\ud800"`, "\ufeff{}",
		"[1,]", `{} {}`,
		"\"\xff\"", nested(64), nested(65), `{"a":{"a":{"a":1}}}`, "01", "-", "1e", "\"\x1f\"",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := strict.Decode(text)
		if want := oracleDecode(string(text)); (err == nil) != want {
			t.Fatalf("Decode says %v, the oracle accepts: %v", err, want)
		}
		if err != nil {
			return
		}
		if !utf8.Valid(text) {
			t.Error("invalid UTF-8 is accepted")
		}
		checkValue(t, v, 0)
		again, err := strict.Decode(encoded(t, v))
		if err != nil || !reflect.DeepEqual(v, again) {
			t.Errorf("written out, it is read as %v, %v", again, err)
		}
	})
}

// checkValue holds a value against what value.go says of it.
func checkValue(t *testing.T, v strict.Value, depth int) {
	t.Helper()
	switch v := v.(type) {
	case nil, bool:
	case strict.Number:
		if strings.Trim(string(v), "0123456789+-.eE") != "" || v == "" {
			t.Errorf("the number %q is none", v)
		}
	case string:
		if !utf8.ValidString(v) {
			t.Errorf("the string %q is no UTF-8", v)
		}
	case strict.Array:
		for _, element := range v {
			checkValue(t, element, depth+1)
		}
	case strict.Object:
		seen := map[string]bool{}
		for _, m := range v {
			if seen[m.Name] {
				t.Errorf("the key %q stands twice", m.Name)
			}
			seen[m.Name] = true
			checkValue(t, m.Value, depth+1)
		}
	default:
		t.Errorf("a %T is no Value", v)
	}
	if depth > strict.MaxDepth {
		t.Errorf("a value stands %d levels deep", depth)
	}
}

// encoded writes a value as a JSON text.
func encoded(t testing.TB, v strict.Value) []byte {
	t.Helper()
	var b strings.Builder
	enc := jsontext.NewEncoder(&b)
	if err := encode(enc, v); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

func encode(enc *jsontext.Encoder, v strict.Value) error {
	switch v := v.(type) {
	case nil:
		return enc.WriteToken(jsontext.Null)
	case bool:
		return enc.WriteToken(jsontext.Bool(v))
	case strict.Number:
		return enc.WriteValue(jsontext.Value(v))
	case string:
		return enc.WriteToken(jsontext.String(v))
	case strict.Array:
		if err := enc.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for _, element := range v {
			if err := encode(enc, element); err != nil {
				return err
			}
		}
		return enc.WriteToken(jsontext.EndArray)
	}
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range v.(strict.Object) {
		if err := enc.WriteToken(jsontext.String(m.Name)); err != nil {
			return err
		}
		if err := encode(enc, m.Value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}
