package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/tspi-dev/harness/internal/long"
)

// The public API is enough for an author in another module: a test of theirs
// compiles, runs and tells a right implementation from a wrong one, without a
// network.
func TestFromAnotherModule(t *testing.T) {
	long.Only(t, "it compiles a module")
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mod := readFile(t, filepath.Join(root, "go.mod"))
	version := regexp.MustCompile(`(?m)^go .*$`).FindString(mod)
	write(t, filepath.Join(dir, "go.mod"), "module acme.example/reaper\n\n"+version+
		"\n\nrequire github.com/tspi-dev/harness v0.0.0\n\nreplace github.com/tspi-dev/harness => "+
		strconv.Quote(checkout)+"\n")
	write(t, filepath.Join(dir, "go.sum"), readFile(t, filepath.Join(root, "go.sum")))
	write(t, filepath.Join(dir, "reaper_test.go"), readFile(t, filepath.Join("testdata", "module", "reaper_test.go")))
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
