package view_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

// The policy and the taxonomy of these tests: small, so that a case is read
// without looking elsewhere.
const (
	testPolicy = `{
		"kinds": [
			{"kind": "mcp", "match_substrings": ["mcp-server"], "exclude_substrings": ["grep "], "allowlisted": true, "budget": 2},
			{"kind": "builder", "match_substrings": ["builderd"]},
			{"kind": "runtime", "match_substrings": ["runtimed"]}
		],
		"keep_kinds": ["runtime"]
	}`
	testOwners = `{
		"owner_hints": [
			{"substring": "agent", "status": "active_session_chain"},
			{"substring": "archive", "status": "archived_session"}
		],
		"owner_release_targets": {"active_session_chain": "coding-agent"},
		"registered_helpers": [{"pid": 900}]
	}`
)

func inputs(t testing.TB, psText string, level tspi.Level) tspi.Inputs {
	t.Helper()
	return inputsOf(t, psText, testPolicy, testOwners, level)
}

func inputsOf(t testing.TB, psText, policy, owners string, level tspi.Level) tspi.Inputs {
	t.Helper()
	in := tspi.Inputs{Level: level}
	var err error
	if in.Table, err = tspi.ParseTable(psText, level); err != nil {
		t.Fatal(err)
	}
	if in.Policy, err = tspi.ReadPolicy(document(t, policy), level); err != nil {
		t.Fatal(err)
	}
	if in.Owners, err = tspi.ReadOwners(document(t, owners), level); err != nil {
		t.Fatal(err)
	}
	return in
}

func document(t testing.TB, text string) tspi.Value {
	t.Helper()
	v, err := tspi.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// table renders an inventory of rows "pid ppid etime pcpu rss command", one a line.
func table(t testing.TB, in tspi.Inputs, s view.Style) string {
	t.Helper()
	var b strings.Builder
	if err := view.Inventory(&b, in, tspi.NewSurvey(in), s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func rows(lines ...string) string { return strings.Join(lines, "\n") }
