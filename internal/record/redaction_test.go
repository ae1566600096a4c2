package record

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/fixture"
)

func fixtureDigests(paths ...string) []fixture.Digest {
	var digests []fixture.Digest
	for _, path := range paths {
		digests = append(digests, fixture.DigestOf(path, []byte(path)))
	}
	return digests
}

// tells reports whether a record holds some text that it must not.
func tells(r *Records, text string) bool {
	for _, f := range r.Files() {
		if bytes.Contains(f.Text, []byte(text)) {
			return true
		}
	}
	return false
}

// TestNoCommandInRecords guards that no record repeats any of a command, of a
// passing run or a blocked one. Its twin shows that the search can find one.
func TestNoCommandInRecords(t *testing.T) {
	for _, change := range []files{
		{},
		{"unknown_owner_kill.json": passing()["unknown_owner_kill.json"] + " "},
		{"command_preview_leak.json": strings.Replace(passing()["command_preview_leak.json"], "helper", canary, 1)},
		{"pressure_policy.json": `{"kinds":[{"kind":"a","match_substrings":["` + canary +
			`"]}],"process_signal_authorized":true}`},
	} {
		req := passing().with(change).request(t)
		req.SignOff, req.SignOffPath = true, "sign_off.json"
		if tells(judged(t, req), canary) {
			t.Errorf("with %v a record holds a part of a command", change)
		}
	}
	leaky := passing().
		with(files{"pressure_policy.json": `{"kinds":[{"kind":"` + canary + `","match_substrings":["mcp-server"]}]}`})
	if !tells(judged(t, leaky.request(t)), canary) {
		t.Error("the twin: a canary that is the name of a kind was not found")
	}
}

// TestSameBytes guards that two runs over the same inputs at the same clock are
// byte-identical, wherever the folders lie and however they are spelt (section 11).
func TestSameBytes(t *testing.T) {
	dir, out := passing().write(t), t.TempDir()
	t.Chdir(filepath.Dir(dir))
	var runs []map[string]string
	for _, spelt := range []string{dir, filepath.Base(dir), "./" + filepath.Base(dir) + "/../" + filepath.Base(dir)} {
		target := filepath.Join(out, filepath.Base(t.TempDir()))
		if _,
			err := Run(RunRequest{Request: requestOver(t, spelt), Out: target,
			SignOffFile: filepath.Join(target, "sign_off.json")}); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, readFolder(t, target))
	}
	for i, run := range runs {
		if len(run) != 4 {
			t.Fatalf("run %d wrote %d files", i, len(run))
		}
		for name, text := range run {
			if text != runs[0][name] {
				t.Errorf("run %d: %s differs", i, name)
			}
			if strings.Contains(text, dir) || strings.Contains(text, out) ||
				strings.Contains(text, filepath.Base(dir)) {
				t.Errorf("run %d: %s names a folder", i, name)
			}
		}
	}
}

func readFolder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(text)
	}
	return found
}
