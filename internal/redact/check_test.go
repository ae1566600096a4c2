package redact_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/redact"
)

// A small capture with its own rules, in which each sabotage below has a place.
const (
	smallTable = `PID PPID ELAPSED %CPU RSS COMMAND
1 0 10-00:00:00 0.0 12345 /sbin/launchd
500 1 9-00:00:00 1.5 300123 /home/alice/bin/agent --resume customer-secret
700 500 06:00 0.1 85220 node /home/alice/mcp-server/index.js --token hunter2pass
701 1 06:00 0.1 85220 node mcp-server --port 31337
702 1 06:00 0.1 85220 node mcp-server --port 31337
703 1 06:00 0.1 n/a grep mcp-server
704 1 03:00 0.1 100 [mcp-server]
# captured on bobs-laptop
half a line of customer-secret
`
	smallPolicy = `{"description": "made for customer-secret", "kinds": [
		{"kind": "mcp", "match_substrings": ["mcp-server"], "exclude_substrings": ["grep "], "allowlisted": true, "budget": 1}]}`
	smallOwners = `{"owner_hints": [{"substring": "agent", "status": "active_session_chain"}],
		"owner_release_targets": {"active_session_chain": "coding-agent"},
		"registered_helpers": [{"pid": 702}]}`
)

func small(t testing.TB) redact.Source {
	t.Helper()
	return redact.Source{PSText: smallTable, Policy: decoded(t, []byte(smallPolicy)),
		Owners: decoded(t, []byte(smallOwners))}
}

// Guards docs/how-to/publish-a-process-table.md: what is written shows what was kept and what was not.
// The expectation was written by hand from the package's documentation.
func TestWhatIsKept(t *testing.T) {
	const want = `  PID  PPID     ELAPSED %CPU    RSS COMMAND
    1     0 10-00:00:00  0.0  12000 launchd
  100     1  9-00:00:00  1.5 300000 process 2 with agent end
  101   100       06:00  0.1  85000 process 3 with mcp-server end
  102     1       06:00  0.1  85000 process 4 with mcp-server end
  103     1       06:00  0.1  85000 process 4 with mcp-server end
  104     1       06:00  0.1      - process 5 with grep  and mcp-server end
  105     1       03:00  0.1    100 [process 6 with mcp-server end]
# comment
malformed
`
	fixture := redacted(t, small(t))
	if got := fixture.ProcessTable.PSText; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := fixture.OwnerClasses.RegisteredHelpers; len(got) != 1 || got[0].PID != 103 {
		t.Errorf("the registered helper has become %+v, want pid 103", got)
	}
	done, err := redact.Check(small(t), written(t, fixture))
	if err != nil || done.Rows != 7 || done.Helpers != 3 {
		t.Errorf("%+v, %v; want 7 rows and 3 helpers", done, err)
	}
}

// Guards docs/how-to/publish-a-process-table.md: the check can fail. Each sabotage changes one fact of a
// good fixture, and is found; the good one is not.
func TestSabotageIsFound(t *testing.T) {
	replace := func(old, with string) func(*redact.Fixture) {
		return func(f *redact.Fixture) {
			if strings.Count(f.ProcessTable.PSText, old) == 0 {
				panic("this sabotage changes nothing: " + old)
			}
			f.ProcessTable.PSText = strings.Replace(f.ProcessTable.PSText, old, with, 1)
		}
	}
	for _, test := range []struct {
		name     string
		sabotage func(*redact.Fixture)
		want     string // in the error; empty where there is none
	}{
		{"nothing", func(*redact.Fixture) {}, ""},
		{"a word of a command", replace("process 3 with", "hunter2pass with"), "a token of line 4 is left"},
		{"a word inside another", replace("process 3 with", "xhunter2passx with"), "a token of line 4 is left"},
		{"a number of a command", replace("process 4 with mcp-server end\n  103", "31337 with mcp-server end\n  103"),
			"which rows have the same command differs"},
		{"a number of a command, twice", func(f *redact.Fixture) {
			f.ProcessTable.PSText = strings.ReplaceAll(f.ProcessTable.PSText, "process 4", "31337")
		}, "a token of line 5 is left"},
		{"a comment", replace("# comment", "# on bobs-laptop"), "a token of line 9 is left"},
		{"a malformed line", replace("malformed", "half a line of customer"), "a token of line 3 is left"},
		{"an unreadable column", replace("    - process 5", "  alice process 5"), "a token of line 3 is left"},
		{"three characters are no token", replace("# comment", "# xyz bin/"), ""},
		{"another age", replace("      06:00", "      06:01"), "row 3: its age differs"},
		{"another share", replace("  1.5", "  1.6"), "row 2: its share of the processor differs"},
		{"another memory", replace(" 12000", " 12345"), "row 1: its memory differs"},
		{"a readable column", replace("     - process 5", "    10 process 5"), "row 6: its age differs"},
		{"another parent", replace("  101   100", "  101     1"), "row 3: its place in the tree differs"},
		{"one pid twice", replace("  103     1", "  102     1"), "row 5: its place in the tree differs"},
		{"pid 1 renumbered", replace("    1     0", "  900     0"), "row 1: its place in the tree differs"},
		{"another kind", replace("mcp-server end", "nothing end"),
			"row 3: its kind, owner hint, init name or title differs"},
		{"no exclusion", replace("grep  and", "and"), "row 6: its kind"},
		{"no title", replace("[process 6 with mcp-server end]", "process 6 with mcp-server end"), "row 7: its kind"},
		{"another hint", replace("agent", "other"), "row 2: its kind"},
		{"no init", replace("launchd", "process 1"), "row 1: its kind"},
		{"a row less", replace("  105     1       03:00  0.1    100 [process 6 with mcp-server end]\n", ""),
			"there are 6 rows in place of 7"},
		{"a comment less", replace("# comment\n", ""), "the lines that are no rows are counted otherwise"},
		{"another policy", func(f *redact.Fixture) {
			f.PressurePolicy.Kinds[0].Allowlisted = false
		}, "the policies differ"},
		{"another taxonomy", func(f *redact.Fixture) {
			f.OwnerClasses.OwnerHints[0].Status = "other"
		}, "the owner taxonomies differ"},
		{"no registered helper", func(f *redact.Fixture) {
			f.OwnerClasses.RegisteredHelpers = nil
		}, "the owner taxonomies differ"},
		{"another registered helper", func(f *redact.Fixture) {
			f.OwnerClasses.RegisteredHelpers[0].PID = 102
		}, "helper 2: its inventory row differs"},
		{"no fixture", func(f *redact.Fixture) {
			f.ProcessTable.PSText = "# comment\n"
		}, "cannot be read by the hardened law"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fixture := redacted(t, small(t))
			test.sabotage(fixture)
			_, err := redact.Check(small(t), written(t, fixture))
			switch {
			case test.want == "" && err != nil:
				t.Errorf("a good fixture is refused: %v", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %q", err, test.want)
			case err != nil && strings.Contains(err.Error(), "hunter2"):
				t.Errorf("the error repeats a token: %v", err)
			}
		})
	}
}
