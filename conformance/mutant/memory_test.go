package mutant

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tspi-dev/harness/conformance"
)

// memory is a tree of cases that a test makes.
type memory map[string][]byte

// frozen is the tree with its frozen list as the current suite version.
func (m memory) frozen(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range m {
		files[name] = &fstest.MapFile{Data: text}
	}
	list, err := conformance.FreezeList(conformance.DefaultProfile(), files, conformance.DefaultProfile().Suite)
	if err != nil {
		t.Fatal(err)
	}
	files["tspi/suite-"+strconv.Itoa(conformance.DefaultProfile().Suite)+".txt"] = &fstest.MapFile{Data: []byte(list)}
	return files
}

// sources are the texts of the second implementation, without its tests.
func sources(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../profile/tspi/second/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}
