package cli

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/redact"
	"github.com/tspi-dev/harness/tspi"
)

// plantedToken is put together here so that no scan of this repository finds it.
const plantedToken = "gh" + "p_" + "k2Yq7RvX0mZp" + "4LsT9wBd6NfH" + "1cJg8EaUo3Qi"

const redactedTable = "1 0 10-00:00:00 0.0 100 /sbin/launchd\n" +
	"700 1 10:00 0.1 100 node /home/alice/mcp-server/index.js --port 31337\n"

// Guards docs/how-to/publish-a-process-table.md: what may not be published is refused with its code and
// its place, and nothing is written. Each refusal has a neighbour that differs in
// one fact of the policy or of the folder, and is written.
func TestRedactRefuses(t *testing.T) {
	const policy = `{"kinds": [{"kind": "mcp", "match_substrings": ["%"]}]}`
	for _, test := range []struct {
		name, policy string
		prepare      func(t *testing.T, out string)
		status       int
		want         string // in standard error
	}{
		{"a good policy", strings.ReplaceAll(policy, "%", "mcp-server"), nil, statusHolds, ""},
		{"a path in the policy", strings.ReplaceAll(policy, "%", "/home/alice/mcp-server"), nil, statusUnusable,
			"tspi: pressure_policy.json: /kinds/0/match_substrings/0: this must not be published [TSPI_ABSOLUTE_PATH_FORBIDDEN]\n"},
		{"a path where the law does not look", `{"description": "/home/alice/x", ` + strings.ReplaceAll(policy, "%",
			"mcp-server")[1:], nil, statusHolds, ""},
		{"a secret in the policy", strings.ReplaceAll(policy, "%", plantedToken), nil, statusUnusable,
			"tspi: pressure_policy.json: something looks like a secret (github-pat) [TSPI_SECRET_FORBIDDEN]\n"},
		{"an unusable policy", `{"kinds": []}`, nil, statusUnusable,
			"tspi: policy.json: /kinds: want at least one kind"},
		{"an empty folder", strings.ReplaceAll(policy, "%", "mcp-server"),
			func(t *testing.T, out string) { makeFolder(t, out) }, statusHolds, ""},
		{"a folder with something in it", strings.ReplaceAll(policy, "%", "mcp-server"),
			func(t *testing.T, out string) { makeFolder(t, filepath.Join(out, "mine")) }, statusUnusable,
			"tspi: out: is there already and is not empty; name a new folder\n"},
		{"a file", strings.ReplaceAll(policy, "%", "mcp-server"),
			func(t *testing.T, out string) { makeFile(t, out, "mine") }, statusUnusable,
			"tspi: out: is there already and is no folder; name a new one\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			out, file := filepath.Join(dir, "out"), filepath.Join(dir, "policy.json")
			makeFile(t, file, test.policy)
			if test.prepare != nil {
				test.prepare(t, out)
			}
			got := call(t, redactedTable, "redact", "--policy", file, "--out", out)
			if got.status != test.status || !strings.HasPrefix(got.stderr, test.want) {
				t.Errorf("status %d, stderr %q", got.status, got.stderr)
			}
			if _,
				err := os.Stat(filepath.Join(out, "process_table.json")); (err == nil) != (test.status == statusHolds) {
				t.Errorf("status %d, and the table: %v", got.status, err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".tspi-*")); len(left) > 0 {
				t.Errorf("%d temporary folders are left", len(left))
			}
		})
	}
}

func makeFolder(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func makeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Guards docs/how-to/publish-a-process-table.md: files that do not pass the check are not written, and
// the status says that it falls short. The neighbour is the fixture as it was made.
func TestRedactChecksBeforeItWrites(t *testing.T) {
	for _, test := range []struct {
		name, old, with string
		status          int
		want            string
	}{
		{"as made", "with", "with", statusHolds, ""},
		{"a token is left", "with", "31337", statusFallsShort,
			"tspi: redact: a token of line 2 is left in the fixture\n"},
		{"another age", "10:00 ", "10:01 ", statusFallsShort,
			"tspi: redact: the fixture is classified otherwise by the hardened law: row 2: its age differs\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := redact.Source{PSText: redactedTable, Policy: builtInDocument(t, "pressure_policy"),
				Owners: builtInDocument(t, "owner_classes")}
			made, err := redact.Redact(source)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(made.ProcessTable.PSText, test.old) {
				t.Fatalf("%q is not in %q: this sabotage changes nothing", test.old, made.ProcessTable.PSText)
			}
			made.ProcessTable.PSText = strings.Replace(made.ProcessTable.PSText, test.old, test.with, 1)
			files, err := fixtureFiles(made)
			if err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), "out")
			var stdout, stderr bytes.Buffer
			a := &app{call: Call{LookupEnv: environment(nil)}, out: bufio.NewWriter(&stdout)}
			status := report(&stderr, a.publish(source, files, out))
			if status != test.status || !strings.HasPrefix(stderr.String(), test.want) {
				t.Errorf("status %d, stderr %q", status, stderr.String())
			}
			if _, err := os.Stat(out); (err == nil) != (test.status == statusHolds) {
				t.Errorf("status %d, and the folder: %v", status, err)
			}
		})
	}
}

func builtInDocument(t *testing.T, name string) tspi.Value {
	t.Helper()
	text, err := fs.ReadFile(harness.Policies(), name+".json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := tspi.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Guards the size of inputs: a table above the limit is refused, whatever it is.
func TestRedactIsBounded(t *testing.T) {
	a := &app{call: Call{Stdin: endless{}}, limits: limits{table: 1 << 10, document: 1 << 20}}
	if _, _, err := a.redactSource(&inputFlags{}); err == nil ||
		!strings.Contains(err.Error(), "larger than the limit of 1024 bytes") {
		t.Errorf("got %v", err)
	}
}
