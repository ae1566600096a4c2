package tspi

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/go-json-experiment/json/jsontext"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// made is a case made in a test: an operation and its files, as NAME and TEXT by
// turns, the expectation last.
func made(t testing.TB, op string, files ...string) *profile.Case {
	t.Helper()
	id := "tspi/hardened/6.rows/made"
	text := fmt.Sprintf("id: %s\ntitle: made\nop: %s\nclause: 6.rows\nwhy: made\nsince: 1\n", id, op)
	for i := 0; i < len(files); i += 2 {
		text += "-- " + files[i] + " --\n" + strings.TrimPrefix(files[i+1], "\n") + "\n"
	}
	c, err := Profile().ParseCase(id, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// published are the cases of the suite, by their ids.
func published(t testing.TB) []*profile.Case {
	t.Helper()
	var cases []*profile.Case
	files := harness.Cases()
	err := fs.WalkDir(files, Name, func(name string, _ fs.DirEntry, err error) error {
		id, isCase := strings.CutSuffix(name, ".txtar")
		if err != nil || !isCase {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		c, err := Profile().ParseCase(id, text)
		cases = append(cases, c)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// perturbed is a perturbation of a case that has read its table, and nothing more.
func perturbed(c *profile.Case) *perturbation {
	p := newPerturbation(c, profile.Random("a seed of the tests", c.ID))
	p.readTable()
	p.completeRows()
	return p
}

// expectation is what a case demands, as text.
func expectation(t testing.TB, c *profile.Case) string {
	t.Helper()
	return profiletest.JSON(t, c.Expect)
}

// decoded is a JSON text as a value.
func decoded(t testing.TB, text string) strict.Value {
	t.Helper()
	v, err := strict.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// with is a copy of a value in which what stands at a path is another value: keys
// of objects and indexes of arrays by turns, as in "rows", 0, "pid".
func with(t testing.TB, v strict.Value, to strict.Value, path ...any) strict.Value {
	t.Helper()
	if len(path) == 0 {
		return to
	}
	switch step := path[0].(type) {
	case string:
		object, ok := v.(strict.Object)
		old, there := object.Get(step)
		if !ok || !there && len(path) > 1 {
			t.Fatalf("there is no %q", step)
		}
		return object.With(step, with(t, old, to, path[1:]...))
	case int:
		array, ok := v.(strict.Array)
		if !ok || step >= len(array) {
			t.Fatalf("there is no element %d", step)
		}
		array = slices.Clone(array)
		array[step] = with(t, array[step], to, path[1:]...)
		return array
	}
	t.Fatalf("%v is no step of a path", path[0])
	return nil
}

// without is a copy of a value that lacks the member at a path.
func without(t testing.TB, v strict.Value, path ...any) strict.Value {
	t.Helper()
	name, ok := path[len(path)-1].(string)
	object, isObject := within(t, v, path[:len(path)-1]...).(strict.Object)
	if !ok || !isObject {
		t.Fatalf("%v leads to no member", path)
	}
	kept := slices.DeleteFunc(slices.Clone(object), func(m strict.Member) bool { return m.Name == name })
	if len(kept) == len(object) {
		t.Fatalf("there is no %q", name)
	}
	return with(t, v, kept, path[:len(path)-1]...)
}

// within is what stands at a path.
func within(t testing.TB, v strict.Value, path ...any) strict.Value {
	t.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := v.(strict.Object)
			value, there := object.Get(step)
			if !there {
				t.Fatalf("there is no %q", step)
			}
			v = value
		case int:
			v = v.(strict.Array)[step]
		}
	}
	return v
}

// leaves are the paths of everything in a value that is neither an object nor an
// array, and of empty ones.
func leaves(v strict.Value, path ...any) [][]any {
	var all [][]any
	switch v := v.(type) {
	case strict.Object:
		for _, m := range v {
			all = append(all, leaves(m.Value, append(slices.Clone(path), m.Name)...)...)
		}
		if len(v) > 0 {
			return all
		}
	case strict.Array:
		for i := range v {
			all = append(all, leaves(v[i], append(slices.Clone(path), i)...)...)
		}
		if len(v) > 0 {
			return all
		}
	}
	return [][]any{path}
}

// honest is the built-in implementation's answer to a case, or its refusal.
func honest(t testing.TB, c *profile.Case, level law.Level) adapter.Response {
	t.Helper()
	return responseOf(t, BuiltIn(level, "1", Folders{}), c.Op, c.Problem.Input(c.Op, ""))
}

// responseOf is what a judge answers, as an adapter would write it.
func responseOf(t testing.TB, judge profile.Judge, op string, input jsontext.Value) adapter.Response {
	t.Helper()
	ok, err := judge.Answer(t.Context(), op, input)
	if err == nil {
		return adapter.Response{Raw: ok, OK: ok}
	}
	refused, isRefusal := err.(*profile.ErrorAnswer)
	if !isRefusal {
		t.Fatal(err)
	}
	raw := jsontext.Value(profiletest.JSON(t, refused))
	return adapter.Response{Raw: raw, Error: &adapter.Error{Code: refused.Code, Message: refused.Message, Raw: raw}}
}

// answering is a response with that value of ok.
func answering(v strict.Value) adapter.Response {
	ok := strict.Encode(v)
	return adapter.Response{Raw: ok, OK: ok}
}

// differences compares a response with what a case demands, each without its kind.
func differences(c *profile.Case, level law.Level, response adapter.Response) []profile.Difference {
	q := profile.Published(c)
	found := format{}.Judge(&q, level, profile.Asked{Bytes: 1 << 16}, response)
	for i := range found {
		if found[i].Kind == "" {
			panic("a difference without a kind")
		}
		found[i].Kind = ""
	}
	return found
}

// problemOf and expectOf are the parts of a case, as this profile reads them.
func problemOf(c *profile.Case) *Problem    { return c.Problem.(*Problem) }
func expectOf(c *profile.Case) *Expectation { return c.Expect.(*Expectation) }
