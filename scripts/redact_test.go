package scripts_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/internal/long"
)

// Guards docs/how-to/publish-a-process-table.md, from the outside: each capture from the field and the
// fixture that redact makes of it are classified alike, helper by helper, in
// everything but pids and command hashes.
func TestRedactedCapturesAgree(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "captures*", "*.txt"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d captures: %v", len(files), err)
	}
	if !long.Tests() {
		files = files[:4]
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "20-busybox") {
			continue // of another dialect, and refused: see redact_refusals.txtar
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			_, original := runTSPI(t, "classify", "--ps", file, "--format", "json")
			if status, _ := runTSPI(t, "redact", "--ps", file, "--out", out); status != 0 {
				t.Fatalf("redact ends with status %d", status)
			}
			_, made := runTSPI(t, "classify", out, "--format", "json")
			a, b := withoutIdentity(t, original), withoutIdentity(t, made)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("classified otherwise:\n%v\n%v", a, b)
			}
		})
	}
}

// withoutIdentity is an inventory without what redact changes in it. The twin
// below shows that enough is left to differ.
func withoutIdentity(t *testing.T, inventory []byte) map[string]any {
	t.Helper()
	var record map[string]any
	if err := json.Unmarshal(inventory, &record); err != nil {
		t.Fatal(err)
	}
	for _, row := range record["rows"].([]any) {
		for _, name := range []string{"pid", "ppid", "command_hash", "chain_end_pid"} {
			delete(row.(map[string]any), name)
		}
	}
	return record
}

func TestWithoutIdentityTellsTablesApart(t *testing.T) {
	captures := filepath.Join("..", "testdata", "captures")
	_, one := runTSPI(t, "classify", "--ps", filepath.Join(captures, "01-context-mode-live-opencode.txt"), "--format",
		"json")
	_, two := runTSPI(t, "classify", "--ps", filepath.Join(captures, "02-claude-mcp-serve-mixed.txt"), "--format",
		"json")
	if reflect.DeepEqual(withoutIdentity(t, one), withoutIdentity(t, two)) {
		t.Error("two captures look alike")
	}
}
