package bundle

import (
	"os"
	"strconv"
	"testing"
)

func walkAll(t *testing.T, m *made, folders int, rows ...*row) error {
	t.Helper()
	root, err := os.OpenRoot(m.dir)
	must(t, err)
	defer root.Close()
	dir, _, err := openStep(root, BodiesDir)
	must(t, err)
	w := &walker{left: folders, visit: newDeclared(rows).visit}
	return w.walk(dir, BodiesDir, 1)
}

func rowOf(ref string) *row { return &row{target: parseRef(ref)} }

// The walk for undeclared files (section 10, UNDECLARED) looks into so many
// folders and no more, counting source_modules itself.
func TestWalkIsBounded(t *testing.T) {
	m := makeBundle(t)
	for i := range 5 {
		must(t, os.Mkdir(m.path("source_modules/d"+strconv.Itoa(i)), 0o755))
	}
	for limit, want := range map[int]error{6: errTooManyFolders, 7: nil} { // five, tools, and source_modules
		if err := walkAll(t, m, limit, rowOf(firstRef), rowOf(secondRef)); err != want {
			t.Errorf("with a limit of %d: %v, want %v", limit, err, want)
		}
	}
}

// A folder is read a batch of names at a time: a stranger among many declared
// files is found, wherever it stands.
func TestWalkReadsAllBatches(t *testing.T) {
	m := makeBundle(t)
	rows := []*row{rowOf(firstRef), rowOf(secondRef)}
	for i := range 2*batch + 10 {
		ref := "source_modules/f" + strconv.Itoa(i)
		m.write(ref, "")
		rows = append(rows, rowOf(ref))
	}
	if err := walkAll(t, m, maxFolders, rows...); err != nil {
		t.Errorf("all are declared: %v", err)
	}
	for _, i := range []int{2, batch, len(rows) - 1} {
		if err := walkAll(t, m, maxFolders,
			append(append([]*row{}, rows[:i]...), rows[i+1:]...)...); err != errUndeclared {
			t.Errorf("without the row of file %d: %v", i, err)
		}
	}
}
