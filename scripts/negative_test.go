package scripts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/cli"
)

// negativeCases are the eight of the contract's section 9.
func negativeCases() []string {
	return []string{
		"active_owner_kill_candidate", "owner_chain_cycle_safe_close", "unknown_owner_kill", "premature_safe_close",
		"process_signal_sent", "command_preview_leak", "absolute_path_leak", "owner_release_overclaim",
	}
}

// others are two further cases whose offence is not that of the case: the next
// ones. (That every pair falls short is tested where it is cheap, on the judge.)
func others(id string) []string {
	all := negativeCases()
	at := slices.Index(all, id)
	var out []string
	for step := 1; len(out) < 2; step++ {
		if other := all[(at+step)%len(all)]; !sameCode(id, other) {
			out = append(out, other)
		}
	}
	return out
}

// sameCode are the two cases that have one code: each other's offence is their own.
func sameCode(a, b string) bool {
	pair := []string{"active_owner_kill_candidate", "owner_chain_cycle_safe_close"}
	return slices.Contains(pair, a) && slices.Contains(pair, b)
}

// Guards contract, section 9: the fixture as it is passes; with the offence taken out of any
// one negative case, or with another case's offence put in, the run ends with 1
// and names just that case, to the person and in the record.
func TestEachNegativeCaseIsNeeded(t *testing.T) {
	if status, _, _ := runFixture(t, copyFixture(t)); status != 0 {
		t.Fatalf("the fixture as it is ends with %d", status)
	}
	for _, id := range negativeCases() {
		t.Run(id+"/without its offence", func(t *testing.T) {
			dir := copyFixture(t)
			c := readCase(t, dir, id)
			c["claimed_inventory"] = honestClaim(t, dir, c)
			writeCase(t, dir, id, c)
			fallsShortOf(t, dir, id)
		})
		for _, other := range others(id) {
			t.Run(id+"/with that of "+other, func(t *testing.T) {
				dir := copyFixture(t)
				c := readCase(t, dir, other)
				c["expected_negative_case_id"] = jsontext.Value(`"` + id + `"`)
				writeCase(t, dir, id, c)
				fallsShortOf(t, dir, id)
			})
		}
	}
}

func copyFixture(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "fixture")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "fixture"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func fallsShortOf(t *testing.T, dir, id string) {
	t.Helper()
	status, stdout, result := runFixture(t, dir)
	if status != 1 || !strings.Contains(stdout, id+" was not observed") ||
		strings.Count(stdout, "was not observed") != 1 {
		t.Errorf("status %d and\n%s", status, stdout)
	}
	if !slices.Equal(result.Missing, []string{id}) || result.Status != "blocked" {
		t.Errorf("the record is %s and misses %v", result.Status, result.Missing)
	}
}

type resultRecord struct {
	Status  string   `json:"status"`
	Missing []string `json:"missing_negative_cases"`
}

func runFixture(t *testing.T, dir string) (status int, stdout string, result resultRecord) {
	t.Helper()
	out := t.TempDir()
	status, text := runTSPI(t, "run", dir, "--out", out)
	record, err := os.ReadFile(filepath.Join(out, "tool_server_pressure_inventory_result.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(record, &result); err != nil {
		t.Fatal(err)
	}
	return status, string(text), result
}

// runTSPI runs the command line in this process.
func runTSPI(t *testing.T, args ...string) (status int, stdout []byte) {
	t.Helper()
	var out, errors bytes.Buffer
	status = cli.Run(cli.Call{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errors,
		LookupEnv: func(string) (string, bool) { return "", false },
		Now:       func() time.Time { return time.Unix(0, 0) },
	})
	if status == 2 {
		t.Fatalf("tspi %s: %s", args[0], errors.String())
	}
	return status, out.Bytes()
}

func readCase(t *testing.T, dir, id string) map[string]jsontext.Value {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var c map[string]jsontext.Value
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func writeCase(t *testing.T, dir, id string, c map[string]jsontext.Value) {
	t.Helper()
	text, err := json.Marshal(c, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, id+".json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// honestClaim is what the case should have claimed: the inventory of the fixture
// that it brings along, else of the one that it lies in.
func honestClaim(t *testing.T, dir string, c map[string]jsontext.Value) jsontext.Value {
	t.Helper()
	about := dir
	if _, ok := c["process_table"]; ok {
		about = t.TempDir()
		for _, part := range []string{"process_table", "pressure_policy", "owner_classes"} {
			if err := os.WriteFile(filepath.Join(about, part+".json"), c[part], 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, inventory := runTSPI(t, "classify", about, "--format", "json")
	return inventory
}
