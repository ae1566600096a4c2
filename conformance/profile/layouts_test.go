package profile

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// Folders that are kept serve the published case again and are removed at the end;
// a perturbed variant, and a run that keeps none, has a fresh one (docs/suite.md).
func TestLayoutsAreKept(t *testing.T) {
	c := made(t, OpBundle, "bundle/a.txt", "text", "expect.json", folderExpectation)
	published := question{c: c, problem: &c.Problem}
	variant := question{c: c, problem: &c.Problem, variant: 1}
	place := func(l *Layouts, q *question) string {
		path, done, err := l.of(q)
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
	c := made(t, OpClassify, "expect.json", `{"rows": []}`)
	q := question{c: c, problem: &c.Problem}
	for _, l := range []*Layouts{nil, {}} {
		if path, _, err := l.of(&q); path != "" || err != nil {
			t.Errorf("%q, %v", path, err)
		}
	}
}
