package conformance_test

import (
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

// shipped is an adapter of the checkout in another language. The test is skipped
// where the language is not installed, and left to the long run.
func shipped(t *testing.T, folder string, command ...string) conformance.Implementation {
	t.Helper()
	long.Only(t, "whole runs against another language")
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed", command[0])
	}
	readAll(t, folder)
	command[1] = folder + "/" + command[1]
	return conformance.Process(adapter.Config{Command: command, Dir: root})
}

// The implementation in Python, written from the contract alone, agrees with every
// case of both laws: that the suite is not only our own opinion rests on it (issue
// 4). `make long` holds it to challenges, too.
func TestPythonAdapter(t *testing.T) {
	for _, level := range levels(t) {
		t.Run(level.String(), func(t *testing.T) {
			impl := shipped(t, "testdata/adapters/python", "python3", "adapter.py", "--level", level.String())
			if r := asPublished(t, impl, level); !r.Passed() {
				t.Error(rendered(t, r))
			}
		})
	}
}

// asPublished asks the cases, and no challenge.
func asPublished(t *testing.T, impl conformance.Implementation, level law.Level) *conformance.Report {
	t.Helper()
	r, err := conformance.Run(t.Context(), impl,
		conformance.Options{Level: level, ChallengeMode: conformance.ChallengeOff})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The third is one of the core law: it is certified there, and fails hardened with
// nothing but hardened cases and clauses named (docs/suite.md).
func TestNodeAdapter(t *testing.T) {
	impl := shipped(t, "testdata/adapters/node", "node", "adapter.mjs")
	certifiable(t, impl, law.Core)
	r := asPublished(t, impl, law.Hardened)
	if r.Passed() || r.Aborted != "" {
		t.Errorf("at hardened: passed %v, aborted %q", r.Passed(), r.Aborted)
	}
	for i := range r.Results {
		result := &r.Results[i]
		if result.Verdict == conformance.Unsupported || result.Green() ||
			strings.HasPrefix(result.Case, "tspi/hardened/") && result.Verdict == conformance.Fail {
			continue
		}
		t.Errorf("%s, variant %d, is %s: %s %v", result.Case, result.Variant, result.Verdict, result.Detail,
			result.Differences)
	}
}

// readAll reads the files that a process of a test will read. go test keeps a
// pass while the files that the test itself has read stay the same, and knows
// nothing of its processes.
func readAll(t *testing.T, folder string) {
	t.Helper()
	files := os.DirFS(root)
	err := fs.WalkDir(files, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		_, err = fs.ReadFile(files, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Both reference adapters, each written from the contracts alone, answer every case of the
// profiles of facts, and every challenge.
func TestAdaptersOfFacts(t *testing.T) {
	for _, p := range conformance.Profiles() {
		if p.Facts == nil {
			continue
		}
		for _, folderAndCommand := range [][3]string{
			{"testdata/adapters/python", "python3", "adapter.py"},
			{"testdata/adapters/node", "node", "adapter.mjs"},
		} {
			t.Run(p.Name+"/"+folderAndCommand[1], func(t *testing.T) {
				impl := shipped(t, folderAndCommand[0], folderAndCommand[1], folderAndCommand[2])
				r, err := conformance.Run(t.Context(), impl, conformance.Options{Profile: p})
				if err != nil {
					t.Fatal(err)
				}
				if !r.Passed() {
					t.Error(rendered(t, r))
				}
			})
		}
	}
}
