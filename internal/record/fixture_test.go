package record

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// files are the files of a folder by name.
type files map[string]string

// with is a copy with other files; an empty text takes a file out.
func (f files) with(changes files) files {
	out := maps.Clone(f)
	for name, text := range changes {
		if out[name] = text; text == "" {
			delete(out, name)
		}
	}
	return out
}

// canary stands in every command of the test fixture.
const canary = "canary-5f2e"

// passing is a small fixture over which a run passes.
func passing() files {
	claim := func(id, claim string) string {
		return `{"expected_negative_case_id":"` + id + `","claimed_inventory":` + claim + `}`
	}
	closing := func(ppid, status, age string) string {
		return `{"rows":[{"pid":20,"ppid":` + ppid + `,"process_kind":"mcp","owner_status":"` + status +
			`","decision":"candidate_safe_close","age_s":` + age + `,"allowlist_matched":true}]}`
	}
	f := files{
		"process_table.json": `{"ps_text":"1 0 9:00:00 0.0 10 launchd\n20 1 2:00:00 0.1 20 mcp-server --x ` + canary +
			`\n21 30 1:00 0.1 20 mcp-server\n30 1 3:00:00 0.2 30 session\n"}`,
		"pressure_policy.json": `{"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true}]}`,
		"owner_classes.json":   `{"owner_hints":[{"substring":"session","status":"active_session_chain"}]}`,
	}
	for id, text := range map[string]string{
		"active_owner_kill_candidate":  closing("9", "active_session_chain", "900"),
		"owner_chain_cycle_safe_close": closing("21", "active_parent_process", "900"),
		"unknown_owner_kill":           closing("9", "unknown_parent_process", "900"),
		"premature_safe_close":         closing("1", "launchd_detached", "299"),
		"process_signal_sent":          `{"rows":[],"process_signal_sent":true}`,
		"command_preview_leak":         `{"rows":[],"command_preview":"helper"}`,
		"absolute_path_leak":           `{"rows":[],"note":"see ` + "/Users" + `/x"}`,
		"owner_release_overclaim": `{"rows":[],"summary":{"active_owner_pressure_groups":[{"process_kind":"mcp",` +
			`"recommended_action":"request_owner_release","owner_release_request":{"result":"killed"}}]}}`,
	} {
		f[id+".json"] = claim(id, text)
	}
	return f
}

// write lays the files into a new folder.
func (f files) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range f {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// request asks for a judgement of the files, at a fixed time, with a scanner
// that finds the word "hush" and nothing else: fast, and free of gitleaks.
func (f files) request(t *testing.T) Request {
	t.Helper()
	return requestOver(t, f.write(t))
}

func requestOver(t *testing.T, dir string) Request {
	t.Helper()
	folder, err := fixture.Open(dir, fixture.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	elsewhere := time.FixedZone("elsewhere", 3600)
	return Request{Folder: folder, Mode: ModeFixture, Clock: time.Unix(0, 999).In(elsewhere),
		Scanner: wordScanner("hush")}
}

// wordScanner takes one word for a secret.
type wordScanner string

func (w wordScanner) Engine() string { return "word 1" }

func (w wordScanner) Scan(text []byte, _ tspi.Value) ([]secretscan.Hit, error) {
	before, _, found := strings.Cut(string(text), string(w))
	if !found {
		return nil, nil
	}
	return []secretscan.Hit{{Rule: "word", Line: 1 + strings.Count(before, "\n")}}, nil
}

// failingScanner cannot scan texts that hold a word.
type failingScanner string

func (f failingScanner) Engine() string { return "failing 1" }

func (f failingScanner) Scan(text []byte, _ tspi.Value) ([]secretscan.Hit, error) {
	if strings.Contains(string(text), string(f)) {
		return nil, errors.New("out of order")
	}
	return nil, nil
}
