package strict_test

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

// document reads a text that the test itself wrote.
func document(t testing.TB, text string) strict.Value {
	t.Helper()
	v, err := strict.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Preamble: 1 is not 1.0, "1" or true, and the order of members means nothing. Each
// pair that is equal stands beside one that differs in one fact.
func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{`1`, `1`, true}, {`1`, `2`, false}, {`-0`, `0`, true},
		{`1`, `1.0`, false}, {`1`, `"1"`, false}, {`1`, `true`, false},
		{`1.50`, `1.5`, true}, {`15e-1`, `1.5`, true}, {`1.5`, `1.6`, false},
		{`10000000000000000000001`, `10000000000000000000001`, true},
		{`10000000000000000000001`, `10000000000000000000002`, false},
		{`null`, `null`, true}, {`null`, `false`, false}, {`"a"`, `"a"`, true}, {`"a"`, `"A"`, false},
		{`[1,2]`, `[1,2]`, true}, {`[1,2]`, `[2,1]`, false}, {`[1]`, `[1,1]`, false}, {`[]`, `{}`, false},
		{`""`, `[]`, false},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true}, {`{"a":1,"b":2}`, `{"a":1,"c":2}`, false},
		{`{"a":1}`, `{"a":1,"b":null}`, false}, {`{"a":null}`, `{"b":null}`, false},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := strict.Equal(document(t, pair[0]), document(t, pair[1])); got != test.same {
				t.Errorf("Equal(%s, %s) = %t", pair[0], pair[1], got)
			}
		}
	}
}

func TestMembers(t *testing.T) {
	o := document(t, `{"a":"x","b":[1],"c":{"d":7},"e":null}`).(strict.Object)
	if o.Text("a") != "x" || o.Text("b") != "" || len(o.Array("b")) != 1 || o.Array("a") != nil || o.At("none") != nil {
		t.Error("a member is read by its type, and as nothing where it has another")
	}
	if n, ok := o.Object("c").Integer("d"); !ok || n.String() != "7" {
		t.Errorf("d = %v, %t", n, ok)
	}
	if _, ok := o.Integer("a"); ok {
		t.Error("a text is no integer")
	}
	changed := o.With("a", "y").Without("b").With("f", true)
	if got, want := string(strict.Encode(changed)), `{"a":"y","c":{"d":7},"e":null,"f":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(strict.Encode(o)), `{"a":"x","b":[1],"c":{"d":7},"e":null}`; got != want {
		t.Errorf("the object that it was made from became %s", got)
	}
}

func TestStrings(t *testing.T) {
	v := document(t, `{"k":["a",{"l":"b"},1,null]}`)
	var all []string
	strict.EachString(v, func(s string) { all = append(all, s) })
	if want := []string{"k", "a", "l", "b"}; !slices.Equal(all, want) {
		t.Errorf("got %q, want %q", all, want)
	}
	doubled := strict.MapStrings(v, func(s string) string { return s + s })
	if got, want := string(strict.Encode(doubled)), `{"k":["aa",{"l":"bb"},1,null]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !strict.Equal(strict.Clone(v), v) {
		t.Error("a clone differs")
	}
}

// A document is written as it was spelt, and read back as it was.
func TestEncode(t *testing.T) {
	for _, text := range []string{
		`{"a":[1.0,-0,1e2,true,false,null,"\"\\\n"],"é<>&":{}}`, `"\u0000"`, `[]`,
	} {
		v := document(t, text)
		if got := string(strict.Encode(v)); got != text {
			t.Errorf("got %s, want %s", got, text)
		}
	}
	if got := string(strict.Encode("a\xffb")); got != "\"a\ufffdb\"" {
		t.Errorf("invalid UTF-8 became %q", got)
	}
}

func TestIsDeeper(t *testing.T) {
	v := document(t, `{"a":[{}]}`)
	if strict.IsDeeper(v, 3) || !strict.IsDeeper(v, 2) || strict.IsDeeper("a", 0) ||
		!strict.IsDeeper(strict.Array{}, 0) {
		t.Error("three levels are more than two, and no more than three")
	}
}
