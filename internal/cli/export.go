package cli

import (
	"os"
	"path/filepath"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
)

// exportSuite writes the cases into a folder that is not there yet. It is made
// under a temporary name and renamed when it is whole.
func exportSuite(p *profile.Profile, s *conformance.Suite, dir string) error {
	failed := func(err error) error { return unusable("%s: cannot be written: %s", shown(dir), cause(err)) }
	if _, err := os.Lstat(dir); err == nil {
		return unusable("%s: is there already; name a new folder", shown(dir))
	}
	temporary, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".cases-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(temporary) // gone where the rename succeeded
	write := func(name string, text []byte) error {
		path := filepath.Join(temporary, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o644)
	}
	for _, c := range s.Cases {
		exported, err := conformance.Export(p, c)
		if err != nil {
			return err
		}
		if err := write(c.ID+".txtar", c.Text); err != nil {
			return failed(err)
		}
		if err := write(c.ID+".json", exported); err != nil {
			return failed(err)
		}
	}
	if err := write("case.schema.json", harness.CaseSchema()); err != nil {
		return failed(err)
	}
	if err := os.Chmod(temporary, 0o755); err != nil {
		return failed(err)
	}
	if err := os.Rename(temporary, dir); err != nil {
		return failed(err)
	}
	return nil
}
