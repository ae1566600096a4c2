package profile

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// folderProblem is a problem that sends a folder and nothing else.
type folderProblem struct{ folder *Folder }

func (p folderProblem) Input(string, string) jsontext.Value { return nil }
func (p folderProblem) Text() string                        { return p.folder.Text() }
func (p folderProblem) Folder() *Folder                     { return p.folder }

// Folders that are kept serve the published case again and are removed at the end;
// a perturbed variant, and a run that keeps none, has a fresh one (docs/suite.md).
func TestLayoutsAreKept(t *testing.T) {
	problem := folderProblem{&Folder{Files: []FolderFile{{"a.txt", []byte("text")}}}}
	published, variant := Question{Problem: problem}, Question{Problem: problem, Variant: 1}
	place := func(l *Layouts, q *Question) string {
		path, done, err := l.Of(q)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
		done()
		return path
	}
	gone := func(path string) bool {
		_, err := os.Stat(path)
		return errors.Is(err, fs.ErrNotExist)
	}
	var kept Layouts
	defer kept.Remove()
	first := place(&kept, &published)
	if again := place(&kept, &published); again != first || gone(first) {
		t.Errorf("%s, and then %s", first, again)
	}
	if fresh := place(&kept, &variant); fresh == first || !gone(fresh) {
		t.Error("a variant's folder is kept")
	}
	if fresh := place(nil, &published); fresh == first || !gone(fresh) {
		t.Error("a folder is kept that nobody asked to keep")
	}
	kept.Remove()
	if !gone(first) {
		t.Error("a folder is left behind")
	}
}

// What is no folder is not laid out, kept or not.
func TestLayoutsOfNoFolder(t *testing.T) {
	q := Question{Problem: folderProblem{}}
	for _, l := range []*Layouts{nil, {}} {
		if path, _, err := l.Of(&q); path != "" || err != nil {
			t.Errorf("%q, %v", path, err)
		}
	}
}
