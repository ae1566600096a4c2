package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/tspi"
)

// made is a case made in a test: an operation and its files, as NAME and TEXT by
// turns, the expectation last.
func made(t testing.TB, op string, files ...string) *Case {
	t.Helper()
	id := "tspi/hardened/6.rows/made"
	text := fmt.Sprintf("id: %s\ntitle: made\nop: %s\nclause: 6.rows\nwhy: made\nsince: 1\n", id, op)
	for i := 0; i < len(files); i += 2 {
		text += "-- " + files[i] + " --\n" + strings.TrimPrefix(files[i+1], "\n") + "\n"
	}
	c, err := ParseCase(id, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// perturbed is a perturbation of a case that has read its table, and nothing more.
func perturbed(c *Case) *perturbation {
	p := newPerturbation(c, randomFrom("a seed of the tests", c.ID))
	p.readTable()
	p.completeRows()
	return p
}

// expectation is what a case demands, as text.
func expectation(t testing.TB, c *Case) string {
	t.Helper()
	return asJSON(t, c.Expect)
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// decoded is a JSON text as a value.
func decoded(t testing.TB, text string) tspi.Value {
	t.Helper()
	v, err := tspi.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// with is a copy of a value in which what stands at a path is another value: keys
// of objects and indexes of arrays by turns, as in "rows", 0, "pid".
func with(t testing.TB, v tspi.Value, to tspi.Value, path ...any) tspi.Value {
	t.Helper()
	if len(path) == 0 {
		return to
	}
	switch step := path[0].(type) {
	case string:
		object, ok := v.(tspi.Object)
		old, there := object.Get(step)
		if !ok || !there && len(path) > 1 {
			t.Fatalf("there is no %q", step)
		}
		return withMember(object, step, with(t, old, to, path[1:]...))
	case int:
		array, ok := v.(tspi.Array)
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
func without(t testing.TB, v tspi.Value, path ...any) tspi.Value {
	t.Helper()
	name, ok := path[len(path)-1].(string)
	object, isObject := within(t, v, path[:len(path)-1]...).(tspi.Object)
	if !ok || !isObject {
		t.Fatalf("%v leads to no member", path)
	}
	kept := slices.DeleteFunc(slices.Clone(object), func(m tspi.Member) bool { return m.Name == name })
	if len(kept) == len(object) {
		t.Fatalf("there is no %q", name)
	}
	return with(t, v, kept, path[:len(path)-1]...)
}

// within is what stands at a path.
func within(t testing.TB, v tspi.Value, path ...any) tspi.Value {
	t.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := v.(tspi.Object)
			value, there := object.Get(step)
			if !there {
				t.Fatalf("there is no %q", step)
			}
			v = value
		case int:
			v = v.(tspi.Array)[step]
		}
	}
	return v
}

// leaves are the paths of everything in a value that is neither an object nor an
// array, and of empty ones.
func leaves(v tspi.Value, path ...any) [][]any {
	var all [][]any
	switch v := v.(type) {
	case tspi.Object:
		for _, m := range v {
			all = append(all, leaves(m.Value, append(slices.Clone(path), m.Name)...)...)
		}
		if len(v) > 0 {
			return all
		}
	case tspi.Array:
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
func honest(t testing.TB, c *Case, level tspi.Level) adapter.Response {
	t.Helper()
	session, _ := InProcess(BuiltIn(level, "1", Folders{})).Open()
	answer, err := session.Call(context.Background(), c.Op, c.Problem.input(c.Op, ""), time.Minute)
	if err != nil || answer.Outcome != adapter.Answered {
		t.Fatalf("%v, %v", err, answer.Outcome)
	}
	return answer.Response
}

// answering is a response with that value of ok.
func answering(v tspi.Value) adapter.Response {
	ok := encode(v)
	return adapter.Response{Raw: ok, OK: ok}
}

// differences compares a response with what a case demands.
func differences(c *Case, level tspi.Level, response adapter.Response) []Difference {
	q := question{c: c, problem: &c.Problem, expect: &c.Expect}
	found := compare(&q, level, asking{bytes: 1 << 16}, response)
	for i := range found {
		if found[i].Kind == "" {
			panic("a difference without a kind")
		}
		found[i].Kind = ""
	}
	return found
}
