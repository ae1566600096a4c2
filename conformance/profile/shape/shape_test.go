package shape_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

var sample = shape.Object(
	shape.Required("id", shape.ID()),
	shape.Required("n", shape.OrNull(shape.Between(1, 9))),
	shape.Required("list", shape.Array(shape.Object(
		shape.Required("key", shape.ID()), shape.Optional("flag", shape.Bool()),
	)).Keyed("key")),
	shape.Required("set", shape.Array(shape.Word("a", "b", "c")).Sized(1, 2).Distinct(shape.Encoded)),
)

const good = `{"id":"a","n":1,"list":[{"key":"k"},{"key":"l","flag":true}],"set":["a"]}`

// docs/profiles.md, section 2: each refused document stands beside the good one, from which it
// differs in one place; the pointer is the offending value's.
func TestPointers(t *testing.T) {
	if refusal := shape.Facts("ident", sample, lawtest.Read(t, good), nil); refusal != nil {
		t.Fatalf("the good document is refused at %q", refusal.Pointer)
	}
	put := func(pointer, value string) strict.Value {
		return lawtest.Put(t, lawtest.Read(t, good), pointer, lawtest.Read(t, value))
	}
	tests := []struct {
		name    string
		facts   strict.Value
		pointer string
	}{
		{"an id that begins with a dot", put("/id", `".a"`), "/id"},
		{"an empty id", put("/id", `""`), "/id"},
		{"an id of 65 characters", put("/id", `"`+strings.Repeat("a", 65)+`"`), "/id"},
		{"an id of other letters", put("/id", `"\u00e9"`), "/id"},
		{"null where it is no type", put("/id", `null`), "/id"},
		{"an integer below its bound", put("/n", `0`), "/n"},
		{"an integer above its bound", put("/n", `10`), "/n"},
		{"a fraction", put("/n", `1.0`), "/n"},
		{"an exponent", put("/n", `1e0`), "/n"},
		{"a missing member", lawtest.Drop(t, lawtest.Read(t, good), "/n"), "/n"},
		{"a missing member of an element", lawtest.Drop(t, lawtest.Read(t, good), "/list/1/key"), "/list/1/key"},
		{"an optional member of another type", put("/list/1/flag", `null`), "/list/1/flag"},
		{"a later key", put("/list/1/key", `"k"`), "/list/1/key"},
		{"a later element", put("/set", `["a","a"]`), "/set/1"},
		{"too few elements", put("/set", `[]`), "/set"},
		{"too many elements", put("/set", `["a","b","c"]`), "/set"},
		{"a word in capitals", put("/set/0", `"A"`), "/set/0"},
		{"a member that is not named", put("/note", `1`), "/note"},
		{"a member with a slash in its name", lawtest.Read(t, good).(strict.Object).With("a/b~c", true), "/a~1b~0c"},
		{"a member of an element that is not named", put("/list/0/X_note", `1`), "/list/0/X_note"},
		{"no object", lawtest.Read(t, `[]`), ""},
		{"nothing at all", shape.Missing, ""},
	}
	for _, test := range tests {
		refusal := shape.Facts("ident", sample, test.facts, nil)
		if refusal == nil {
			t.Errorf("%s: not refused", test.name)
			continue
		}
		want := shape.Refusal{Code: "invalid_input", ErrorCode: "IDENT_INPUT_INVALID", Input: "facts",
			Pointer: test.pointer}
		if *refusal != want {
			t.Errorf("%s: got %+v, want %+v", test.name, *refusal, want)
		}
	}
}

// Section 2: annotations are allowed anywhere in an input, and ignored; null and an optional
// member that is left out are no faults where the type says so; -0 is the integer 0.
func TestAccepted(t *testing.T) {
	zero := shape.Object(shape.Required("n", shape.Integer()))
	for _, test := range []struct {
		t    shape.Type
		text string
	}{
		{sample, strings.Replace(good, `"n":1`, `"n":null`, 1)},
		{sample, strings.Replace(good, `"n":1`, `"n":1,"$schema":1,"schema":null,"description":[],"x_":{"any":1e5}`,
			1)},
		{sample, strings.Replace(good, `"key":"l"`, `"key":"l","x_note":1,"description":2`, 1)},
		{zero, `{"n":-0}`},
		{zero, `{"n":9007199254740991}`},
		{shape.Open(shape.Required("n", shape.Integer())), `{"n":0,"more":[1.5]}`},
	} {
		if refusal := shape.Facts("ident", test.t, lawtest.Read(t, test.text), nil); refusal != nil {
			t.Errorf("%s: refused at %q", test.text, refusal.Pointer)
		}
	}
	if refusal := shape.Facts("ident", zero, lawtest.Read(t, `{"n":9007199254740992}`), nil); refusal == nil {
		t.Error("2^53 is taken for an integer")
	}
}

// Section 2: 64 levels at most, in a claim too; a missing claim is no malformed one.
func TestDepth(t *testing.T) {
	nested := func(levels int) strict.Value {
		return lawtest.Read(t, `{"x_deep":`+strings.Repeat("[", levels-1)+strings.Repeat("]", levels-1)+`}`)
	}
	empty := shape.Object()
	if shape.Facts("ident", empty, nested(64), nil) != nil || shape.Facts("ident", empty, nested(65), nil) == nil {
		t.Error("64 levels are refused, or 65 are not")
	}
	if ok, refusal := shape.Claim("ident", empty, nested(64), nil); !ok || refusal != nil {
		t.Error("a claim of 64 levels is refused")
	}
	for _, claim := range []strict.Value{nested(65), shape.Missing} {
		if _, refusal := shape.Claim("ident", empty, claim, nil); refusal == nil || refusal.Input != "claim" {
			t.Errorf("a claim that no JSON of ours may be is not refused: %v", refusal)
		}
	}
	if ok, refusal := shape.Claim("ident", empty, nil, nil); ok || refusal != nil {
		t.Error("a claim that is null is a claim of another shape")
	}
}
