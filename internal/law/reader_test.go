package law_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

func root(t *testing.T, text string) law.Place {
	t.Helper()
	v, err := strict.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return law.Root(v)
}

// read reads {"a": text} as a document whose one member is listed, and returns the error.
func read(t *testing.T, text string, member func(r *law.Reader, at law.Place)) error {
	t.Helper()
	r := law.Reader{Input: "facts", Code: "X_INPUT_INVALID"}
	f := r.Fields(r.Document(root(t, text)), "a")
	member(&r, f.Take("a"))
	return r.Fault()
}

// Profiles, section 2: each type, its refusals, and beside each refusal a neighbour that
// is read. A missing member is refused where null would be allowed.
func TestFactsTypes(t *testing.T) {
	id := func(r *law.Reader, at law.Place) { r.ID(at) }
	whole := func(r *law.Reader, at law.Place) { r.Whole(at, 1, law.MaxInteger) }
	orNull := func(r *law.Reader, at law.Place) { law.OrNull(at, r.ID) }
	optional := func(r *law.Reader, at law.Place) { law.Optional(at, r.ID) }
	word := func(r *law.Reader, at law.Place) { r.Word(at, "yes", "no") }
	flag := func(r *law.Reader, at law.Place) { r.Flag(at) }
	list := func(r *law.Reader, at law.Place) { r.List(at) }
	text := func(r *law.Reader, at law.Place) { r.String(at) }
	for _, test := range []struct {
		name, text string
		read       func(*law.Reader, law.Place)
		pointer    string // empty: it is read
	}{
		{"id", `{"a":"7.x:y_z-"}`, id, ""},
		{"id of 64", `{"a":"` + strings.Repeat("a", 64) + `"}`, id, ""},
		{"id of 65", `{"a":"` + strings.Repeat("a", 65) + `"}`, id, "/a"},
		{"empty id", `{"a":""}`, id, "/a"},
		{"id that starts with a hyphen", `{"a":"-a"}`, id, "/a"},
		{"id with a letter beyond ASCII", `{"a":"é"}`, id, "/a"},
		{"missing id", `{}`, id, "/a"},
		{"null id", `{"a":null}`, id, "/a"},
		{"least", `{"a":1}`, whole, ""},
		{"below the least", `{"a":0}`, whole, "/a"},
		{"most", `{"a":9007199254740991}`, whole, ""},
		{"above the most", `{"a":9007199254740992}`, whole, "/a"},
		{"far above the most", `{"a":18446744073709551617}`, whole, "/a"},
		{"fraction", `{"a":1.0}`, whole, "/a"},
		{"text of digits", `{"a":"1"}`, whole, "/a"},
		{"true for 1", `{"a":true}`, whole, "/a"},
		{"null where null is allowed", `{"a":null}`, orNull, ""},
		{"missing where null is allowed", `{}`, orNull, "/a"},
		{"missing where that is allowed", `{}`, optional, ""},
		{"null where missing is allowed", `{"a":null}`, optional, "/a"},
		{"word", `{"a":"no"}`, word, ""},
		{"word in another case", `{"a":"No"}`, word, "/a"},
		{"flag", `{"a":false}`, flag, ""},
		{"0 for false", `{"a":0}`, flag, "/a"},
		{"missing flag", `{}`, flag, "/a"},
		{"list", `{"a":[]}`, list, ""},
		{"object for a list", `{"a":{}}`, list, "/a"},
		{"missing list", `{}`, list, "/a"},
		{"empty string", `{"a":""}`, text, ""},
		{"number for a string", `{"a":1}`, text, "/a"},
		{"unlisted member", `{"a":1,"b":1}`, whole, "/b"},
		{"unlisted member whose name has a slash", `{"a":1,"b/c":1}`, whole, "/b~1c"},
		{"annotations", `{"a":1,"x_b":1,"$schema":1,"schema":1,"description":1}`, whole, ""},
		{"array for the document", `[]`, optional, ""},
	} {
		err := read(t, test.text, test.read)
		if test.name == "array for the document" {
			if err == nil {
				t.Error("an array was read as an object")
			}
			continue
		}
		var e *law.InputError
		if test.pointer == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if !errors.As(err, &e) || e.Pointer != test.pointer || e.Code != "X_INPUT_INVALID" || e.Input != "facts" {
			t.Errorf("%s: got %v, want a refusal at %s", test.name, err, test.pointer)
		}
	}
}

// The first fault counts, and an error names file, place, want and what came.
func TestFirstFault(t *testing.T) {
	r := law.Reader{Input: "facts", Code: "X_INPUT_INVALID"}
	f := r.Fields(root(t, `{"a":"4","b":[]}`), "a", "b")
	r.Whole(f.Take("a"), 0, 7)
	r.Whole(f.Take("b"), 0, 7)
	want := `facts.json: /a: want an integer from 0 to 7, got "4"`
	if err := r.Fault(); err == nil || err.Error() != want || !r.Failed() {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Preamble: the 64 levels are those of one input document, inside a request too.
func TestDocumentDepth(t *testing.T) {
	nested := func(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }
	for levels, ok := range map[int]bool{64: true, 65: false} {
		v, err := strict.DecodeWithin([]byte(nested(levels)), 80)
		if err != nil {
			t.Fatal(err)
		}
		r := law.Reader{Input: "facts", Code: "X_INPUT_INVALID"}
		r.Document(law.Root(v))
		if (r.Fault() == nil) != ok {
			t.Errorf("%d levels: %v", levels, r.Fault())
		}
	}
}

func TestFile(t *testing.T) {
	for input, want := range map[law.Input]string{"facts": "facts.json", "claim": "claim",
		"claimed_inventory": "claimed_inventory"} {
		if got := input.File(); got != want {
			t.Errorf("%s stands in %q, want %q", input, got, want)
		}
	}
}
