package harness_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/tspi-dev/harness"
)

func golden(profile string) fs.FS {
	folder, err := fs.Sub(harness.Golden(), profile)
	if err != nil {
		panic(err)
	}
	return folder
}

// Guards that an installed binary carries what the checkout has: every file, and
// those bytes.
func TestEverythingIsCarried(t *testing.T) {
	for dir, carried := range map[string]fs.FS{
		"testdata/policies": harness.Policies(),
		"testdata/fixture":  harness.Fixture(),
		"golden":            harness.Golden(),
		"golden/ident":      golden("ident"),
		"golden/cover":      golden("cover"),
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s holds no document: %v", dir, err)
		}
		for _, file := range files {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := fs.ReadFile(carried, filepath.Base(file))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not carried as it is: %v", file, err)
			}
		}
	}
}
