package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

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
