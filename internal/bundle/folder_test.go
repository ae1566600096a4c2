package bundle

import (
	"os"
	"strconv"
	"testing"
)

// The walk for undeclared files (section 10, UNDECLARED) looks into so many
// folders and no more, counting source_modules itself.
func TestFolderWalkIsBounded(t *testing.T) {
	m := makeBundle(t)
	for i := range 5 {
		must(t, os.Mkdir(m.path("source_modules/d"+strconv.Itoa(i)), 0o755))
	}
	root, err := os.OpenRoot(m.dir)
	must(t, err)
	defer root.Close()
	for limit, want := range map[int]string{6: problemTooLarge, 7: ""} { // five, tools, and source_modules
		w := newFolderWalk(limit)
		w.declare(parseRef(firstRef))
		w.declare(parseRef(secondRef))
		dir, _, err := openStep(root, BodiesDir)
		must(t, err)
		must(t, w.folder(dir, BodiesDir, 1))
		if w.problem != want {
			t.Errorf("with a limit of %d: problem %q, want %q", limit, w.problem, want)
		}
	}
}

// A folder is read a batch of names at a time: a stranger behind many declared
// files is found.
func TestFolderWalkReadsAllBatches(t *testing.T) {
	m := makeBundle(t)
	w := newFolderWalk(maxFolders)
	for i := range 2*batch + 10 {
		ref := "source_modules/f" + strconv.Itoa(i)
		m.write(ref, "")
		w.declare(parseRef(ref))
	}
	w.declare(parseRef(firstRef))
	root, err := os.OpenRoot(m.dir)
	must(t, err)
	defer root.Close()
	walk := func() string {
		dir, _, err := openStep(root, BodiesDir)
		must(t, err)
		must(t, w.folder(dir, BodiesDir, 1))
		return w.problem
	}
	m.remove("source_modules/tools")
	if problem := walk(); problem != "" {
		t.Errorf("all are declared: problem %q", problem)
	}
	for _, name := range []string{"0", "zz"} { // wherever it stands in the folder
		m.write("source_modules/"+name, "")
		if walk() == "" {
			t.Errorf("the undeclared file %q was not found", name)
		}
		m.remove("source_modules/" + name)
		w.problem = ""
	}
}
