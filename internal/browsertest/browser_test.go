package browsertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const testsFolder = "../../testdata/browser"

// docs/reports.md: our pages work in a real headless browser. The environment says where:
// TSPI_BROWSER is the browser's program; TSPI_IMAGES, where set, a folder for the
// pictures of the documentation. scripts/browser.sh sets them.
func TestPagesInABrowser(t *testing.T) {
	program := os.Getenv("TSPI_BROWSER")
	if program == "" {
		t.Skip("NO BROWSER TEST: make browser opens the pages in a headless Chromium")
	}
	pages := t.TempDir()
	writePages(t, pages)
	which := "*.test.mjs"
	if os.Getenv("TSPI_IMAGES") != "" {
		which = "images.test.mjs" // the others count the cases of a few rules
	}
	tests, err := filepath.Glob(filepath.Join(testsFolder, which))
	if err != nil || len(tests) == 0 {
		t.Fatalf("there are no tests under testdata/browser: %v", err)
	}
	args := []string{"--test", "--test-concurrency=2", "--test-reporter=spec"}
	for _, name := range tests {
		args = append(args, filepath.Base(name))
	}
	node := exec.CommandContext(t.Context(), "node", args...)
	node.Dir = testsFolder
	node.Env = append(os.Environ(), "TSPI_PAGES="+pages, "TSPI_CHROMIUM="+program)
	said, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, said)
	}
	t.Logf("%s", said)
}
