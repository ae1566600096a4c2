package golden

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/cli"
	"github.com/tspi-dev/harness/internal/record"
)

// bundleReceipts answers testdata/bundle (contract, section 10), and the same
// bundle with one line more in one body.
func bundleReceipts(t *testing.T) map[string][]byte {
	t.Helper()
	altered := filepath.Join(t.TempDir(), "altered")
	must(t, os.CopyFS(altered, os.DirFS("../testdata/bundle")))
	body := filepath.Join(altered, "source_modules", "standard", "orphan_rule.md")
	text, err := os.ReadFile(body)
	must(t, err)
	must(t, os.WriteFile(body, append(text, "One line more.\n"...), 0o644))
	return map[string][]byte{
		"bundle_pass":    bundleRecord(t, "../testdata/bundle", 0),
		"bundle_blocked": bundleRecord(t, altered, 1),
	}
}

// bundleRecord is the record that tspi bundle verify writes.
func bundleRecord(t *testing.T, dir string, status int) []byte {
	t.Helper()
	out := t.TempDir()
	var complaint bytes.Buffer
	got := cli.Run(cli.Call{
		Context: context.Background(),
		Args:    []string{"bundle", "verify", dir, "--out", out},
		Stdin:   bytes.NewReader(nil), Stdout: io.Discard, Stderr: &complaint,
		LookupEnv: func(name string) (string, bool) { return "0", name == "SOURCE_DATE_EPOCH" },
		Now:       time.Now,
	})
	if got != status {
		t.Fatalf("bundle verify ends with status %d, want %d: %s", got, status, complaint.String())
	}
	text, err := os.ReadFile(filepath.Join(out, record.BundleResultName))
	must(t, err)
	return text
}
