// Package lawtest holds what the tests of the profiles of facts share: the examples and
// the tables of negative cases that stand in the contracts themselves (docs/contracts).
// Only tests import it.
package lawtest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

// Example is a request of a contract and the answer beside it.
type Example struct {
	Op    string
	Input strict.Object
	OK    strict.Value // nil where the answer is an error
	Error strict.Object
}

// Contract returns the text of a profile's contract.
func Contract(t testing.TB, profile string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(here), "..", "..", "docs", "contracts", profile+".md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Examples returns the examples of a profile's contract: the lines that begin with
// {"id": behind four blanks, a request and its answer in turn.
func Examples(t testing.TB, profile string) []Example {
	t.Helper()
	var lines []strict.Object
	for line := range strings.Lines(Contract(t, profile)) {
		text, indented := strings.CutPrefix(line, "    {\"id\":")
		if !indented {
			continue
		}
		v, err := strict.DecodeWithin([]byte(strings.TrimSpace("{\"id\":"+text)), 80)
		if err != nil {
			t.Fatalf("an example of %s is no JSON: %v", profile, err)
		}
		lines = append(lines, v.(strict.Object))
	}
	if len(lines) == 0 || len(lines)%2 != 0 {
		t.Fatalf("%s: %d lines of examples; want requests and answers in turn", profile, len(lines))
	}
	var examples []Example
	for i := 0; i < len(lines); i += 2 {
		request, answer := lines[i], lines[i+1]
		if !strict.Equal(request.At("id"), answer.At("id")) {
			t.Fatalf("%s: an answer stands beside another request", profile)
		}
		examples = append(examples, Example{request.Text("op"), request.Object("input"), answer.At("ok"),
			answer.Object("error")})
	}
	return examples
}
