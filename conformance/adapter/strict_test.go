package adapter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// contract.md, preamble: what one strict JSON object is. Faults name the place in
// numbers and never repeat the text.
func TestEachMember(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       string // words of the fault, "" for none
		truncated  bool
	}{
		{"an object", `{"a":1,"b":{"c":[null,"\ud83d\ude00"]}}`, "", false},
		{"blanks around", " \t{ \"a\" : 1 } \r", "", false},
		{"an empty object", `{}`, "", false},
		{"an array", `[{"a":1}]`, "no JSON object", false},
		{"a key twice", `{"a":1,"a":1}`, "key stands twice", false},
		{"a key twice, deep", `{"z":[{"a":1,"\u0061":1}]}`, "key stands twice", false},
		{"a comma too much", `{"a":1,}`, "not JSON", false},
		{"a comma missing", `{"a":1 "b":2}`, "not JSON", false},
		{"single quotes", `{'a':1}`, "not JSON", false},
		{"not a number", `{"a":NaN}`, "not JSON", false},
		{"a leading zero", `{"a":01}`, "not JSON", false},
		{"a byte order mark", "\xef\xbb\xbf{}", "not JSON", false},
		{"no UTF-8", "{\"a\":\"\xc3\"}", "UTF-8", false},
		{"no UTF-8 in a key", "{\"\xff\":1}", "UTF-8", false},
		{"a lone high surrogate", `{"a":"\ud83d"}`, "UTF-8", false},
		{"a lone low surrogate", `{"a":"\ude00"}`, "UTF-8", false},
		{"a control character", "{\"a\":\"\x01\"}", "not JSON", false},
		{"a second object", `{} {}`, "behind the object", false},
		{"a comment", `{} // done`, "behind the object", false},
		{"cut in the object", `{"a":1,`, "ends within", true},
		{"cut in a text", `{"a":"b`, "ends within", true},
		{"nothing", ``, "ends within", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bad := eachMember([]byte(tt.text), "the line", func(string, jsontext.Value) {})
			switch {
			case tt.want == "" && bad != nil:
				t.Errorf("refused: %s", bad.detail)
			case tt.want != "" && bad == nil:
				t.Error("accepted")
			case bad != nil && (!strings.Contains(bad.detail, tt.want) || bad.truncated != tt.truncated):
				t.Errorf("got %q (truncated: %v), want %q (%v)", bad.detail, bad.truncated, tt.want, tt.truncated)
			}
		})
	}
}

// The members that are handed out are the very bytes of the text.
func TestMembersAreBytes(t *testing.T) {
	got := map[string]string{}
	bad := eachMember([]byte(` {"a" :  {"b": 1.50 } , "\u0063":"\u0064" }`), "the line",
		func(name string, value jsontext.Value) {
			got[name] = string(value)
		})
	if bad != nil {
		t.Fatal(bad.detail)
	}
	if len(got) != 2 || got["a"] != `{"b": 1.50 }` || got["c"] != `"\u0064"` {
		t.Errorf("got %q", got)
	}
}

// Members that the protocol does not know are handed out, however short, and those
// that it knows are not (harness, section 2: nothing leaks beside an answer).
func TestMembersBesideAnAnswer(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"ok":{"cmd":"ls"}}`:                    "",
		`{"id":1,"error":{"code":"internal","x":1}}`:    "",
		`{"id":1,"ok":1,"":0}`:                          `""=0`,
		`{"cmd":"ls","id":1,"ok":{},"OK":[1, {"a":2}]}`: `"cmd"="ls" "OK"=[1, {"a":2}]`,
		`{"id":1,"x":null,"error":{"code":"internal"}}`: `"x"=null`,
	} {
		r, bad := readResponse([]byte(line), 1)
		if bad != nil {
			t.Errorf("%s: %s", line, bad.detail)
		}
		var got []string
		for _, m := range r.Beside {
			got = append(got, fmt.Sprintf("%q=%s", m.Name, m.Value))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// Brackets in texts are no levels. The filler holds so many brackets that they
// have to be looked at one by one.
func TestTooDeep(t *testing.T) {
	for text, want := range map[string]int{
		`1`: 0, `{}`: 1, `[[],[]]`: 2, `{"a":{"b":[]}}`: 3,
		`"[[["`: 0, `{"[{":"\"[["}`: 1, `["\\",[1]]`: 2, `["\\\"[",1]`: 1, `["",[""]]`: 2,
	} {
		for _, filler := range []struct {
			text   string
			levels int
		}{{"", 0}, {"[],[],[],[],", 1}, {`"\\{{{{{{","\"[[[",`, 0}} {
			text, want := "["+filler.text+text+"]", 1+max(want, filler.levels)
			if tooDeep([]byte(text), want) {
				t.Errorf("%s: deeper than %d levels", text, want)
			}
			if !tooDeep([]byte(text), want-1) {
				t.Errorf("%s: not deeper than %d levels", text, want-1)
			}
		}
	}
}
