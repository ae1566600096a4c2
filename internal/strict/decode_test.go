package strict_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

// The preamble: JSON is read strictly. Each refused text stands beside one that
// differs in one fact and is read.
func TestDecode(t *testing.T) {
	tests := []struct {
		name, text string
		ok         bool
	}{
		{"an object", `{"a":1}`, true},
		{"Blanks around it", " \t\r\n{\"a\":1}\n ", true},
		{"a bare string", `"a"`, true},
		{"a bare number", `1`, true},
		{"null", `null`, true},
		{"nothing", ``, false},
		{"Blanks alone", " \n", false},

		{"byte order mark", "\ufeff{}", false},
		{"byte order mark within a string", "\"\ufeff\"", true},
		{"byte order mark behind a blank", " \ufeff{}", false},
		{"UTF-16", "{\x00}\x00", false},

		{"two keys", `{"a":1,"b":1}`, true},
		{"a repeated key", `{"a":1,"a":1}`, false},
		{"a repeated key, escaped", `{"a":1,"\u0061":1}`, false},
		{"a repeated key deep inside", `[{"x":{"a":1,"a":2}}]`, false},
		{"one key in two objects", `[{"a":1},{"a":1}]`, true},
		{"keys that differ in letter case", `{"a":1,"A":1}`, true},
		{"keys that differ in normal form", "{\"\u00e9\":1,\"e\u0301\":1}", true},
		{"an empty key", `{"":1}`, true},
		{"an empty key twice", `{"":1,"":2}`, false},

		{"an escaped pair of surrogates", `"\ud83d\ude00"`, true},
		{"a lone high surrogate", `"\ud83d"`, false},
		{"a lone low surrogate", `"\ude00"`, false},
		{"surrogates in the wrong order", `"\ude00\ud83d"`, false},
		{"a high surrogate before another character", `"\ud83dx"`, false},
		{"a lone surrogate in a key", `{"\ud83d":1}`, false},
		{"an encoded surrogate", "\"\xed\xa0\x80\"", false},
		{"invalid UTF-8", "\"\xff\"", false},
		{"UTF-8 cut short", "\"\xc3\"", false},
		{"overlong UTF-8", "\"\xc0\xaf\"", false},
		{"invalid UTF-8 in a key", "{\"\xff\":1}", false},
		{"the replacement character", `"` + "\ufffd" + `"`, true},
		{"an escaped zero", `"\u0000"`, true},
		{"a bare control character", "\"a\nb\"", false},
		{"a delete character", "\"a\x7fb\"", true},

		{"two values", `{} {}`, false},
		{"a comma behind the value", `{},`, false},
		{"a zero byte behind the value", "{}\x00", false},
		{"a comma before the end", `[1,]`, false},
		{"a comma before the end of an object", `{"a":1,}`, false},
		{"no comma", `[1 2]`, false},
		{"a comment", `{} // x`, false},
		{"cut off", `{"a":`, false},
		{"cut off in a string", `"a`, false},
		{"the wrong closing bracket", `[1}`, false},
		{"the wrong closing brace", `{"a":1]`, false},
		{"a key that is no string", `{1:1}`, false},
		{"single quotes", `{'a':1}`, false},
		{"an unknown word", `nul`, false},
		{"True", `True`, false},

		{"a negative number", `-1`, true},
		{"a fraction", `1.5e-3`, true},
		{"a leading zero", `01`, false},
		{"a leading plus", `+1`, false},
		{"no digit before the point", `.5`, false},
		{"no digit behind the point", `1.`, false},
		{"NaN", `NaN`, false},
		{"Infinity", `Infinity`, false},
		{"hexadecimal", `0x10`, false},
		{"a number beyond any machine word", `1e99999`, true},
		{"a number of 1000 bytes", strings.Repeat("9", 1000), true},
		{"a number of 1001 bytes", strings.Repeat("9", 1001), false},

		{"64 levels", nested(64), true},
		{"65 levels", nested(65), false},
		{"64 levels of objects", strings.Repeat(`{"a":`, 64) + "1" + strings.Repeat("}", 64), true},
		{"65 levels of objects", strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65), false},
		{"64 levels twice", "[" + nested(63) + "," + nested(63) + "]", true},
		{"a million levels, never closed", strings.Repeat("[", 1_000_000), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := strict.Decode([]byte(test.text))
			if ok := err == nil; ok != test.ok {
				t.Fatalf("accepted is %v, want %v: %v, %v", ok, test.ok, v, err)
			}
			var e *strict.SyntaxError
			if err != nil && (!errors.As(err, &e) || e.Problem == "" || v != nil) {
				t.Errorf("got %v and a %T, want a *SyntaxError that says something", v, err)
			}
		})
	}
}

func nested(levels int) string {
	return strings.Repeat("[", levels) + strings.Repeat("]", levels)
}

// The preamble: what is read keeps the order of members, the spelling of numbers
// and the text of strings.
func TestDecodeKeeps(t *testing.T) {
	got := document(t, `{"b": [1.0, -0, 1e2, "\u0041\n", null, true, false], "a": {"x": {}}, "": []}`)
	want := strict.Object{
		{Name: "b", Value: strict.Array{strict.Number("1.0"), strict.Number("-0"), strict.Number("1e2"), "A\n", nil,
			true, false}},
		{Name: "a", Value: strict.Object{{Name: "x", Value: strict.Object{}}}},
		{Name: "", Value: strict.Array{}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, want %#v", got, want)
	}
	v, ok := got.(strict.Object).Get("a")
	if x, there := v.(strict.Object).Get("x"); !ok || !there || !reflect.DeepEqual(x, strict.Object{}) {
		t.Errorf("Get finds %v", v)
	}
	if v, ok := got.(strict.Object).Get("c"); ok || v != nil {
		t.Errorf("Get finds %v for a name that is not there", v)
	}
}

// An envelope that carries documents may be deeper than they.
func TestDecodeWithin(t *testing.T) {
	for levels, ok := range map[int]bool{64: true, 65: true, 66: false} {
		if _, err := strict.DecodeWithin([]byte(nested(levels)), 65); (err == nil) != ok {
			t.Errorf("%d levels of 65: %v, want %v", levels, err, ok)
		}
	}
}

// Errors say where, and never repeat the text: it may hold a command.
func TestSyntaxErrorEchoesNothing(t *testing.T) {
	tests := []struct {
		text    string
		pointer string
		problem string
	}{
		{`{"a":{"canaryword":1,"canaryword":2}}`, "/a/canaryword", "twice"},
		{`{"a":[1,"canaryword` + "\xff" + `"]}`, "", "not JSON"},
		{`{"a":1} canaryword`, "", "not JSON"},
		{`{"a":1} {}`, "", "behind the value"},
		{`{"a":"canaryword`, "", "ends within"},
		{``, "", "empty"},
		{"\ufeff{}", "", "byte order mark"},
		{`{"a":` + nested(64) + `}`, "", "levels"},
	}
	for _, test := range tests {
		_, err := strict.Decode([]byte(test.text))
		var e *strict.SyntaxError
		if !errors.As(err, &e) {
			t.Fatalf("%q: got %v, want a *SyntaxError", test.text, err)
		}
		if !strings.Contains(e.Error(), test.problem) || strings.Contains(e.Error(), "canary") {
			t.Errorf("%q: got %q, want %q in it and nothing of the text", test.text, e.Error(), test.problem)
		}
		if test.pointer != "" && e.Pointer != test.pointer {
			t.Errorf("%q: the pointer is %q, want %q", test.text, e.Pointer, test.pointer)
		}
	}
}

// ValueOf refuses what no JSON document can be.
func TestValueOf(t *testing.T) {
	if v, err := strict.ValueOf(map[string]any{"a": []int{1}}); err != nil ||
		!reflect.DeepEqual(v, document(t, `{"a":[1]}`)) {
		t.Errorf("got %v, %v", v, err)
	}
	for _, bad := range []any{make(chan int), "\xff"} {
		if v, err := strict.ValueOf(bad); err == nil {
			t.Errorf("%T: got %v, want a refusal", bad, v)
		}
	}
}
