// Package profiletest holds what the tests of the runner and those of a profile share.
// Only tests import it.
package profiletest

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance/profile"
)

// Case is a case of tspi in which everything is as docs/suite.md says. Its table has no
// helper, so that any row of an answer is wrong.
const Case = `id: tspi/core/5.orphan/a
title: An orphan

op: tspi.classify
clause: 5.orphan
why: It says why.
pair: tspi/core/5.orphan/b
since: 1
-- ps.txt --
410 1 9 0.0 1 mcp
-- pressure_policy.json --
{"kinds": [{"kind": "lsp", "match_substrings": ["lsp"]}]}
-- owner_classes.json --
{}
-- expect.json --
{"rows": []}
`

// Clauses are the clauses that differences name, sorted, each once.
func Clauses(found []profile.Difference) []string {
	var clauses []string
	for i := range found {
		clauses = append(clauses, found[i].Clause)
	}
	slices.Sort(clauses)
	return slices.Compact(clauses)
}

// JSON is a value as JSON, the same text for equal values.
func JSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
