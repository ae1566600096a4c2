package bundle

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// realBundle is the bundle that the project ships.
var realBundle = filepath.Join("..", "..", "testdata", "bundle")

func openReal(t *testing.T) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(realBundle)
	must(t, err)
	t.Cleanup(func() { root.Close() })
	return root
}

// Contract, section 10: the bundle that we ship passes, has modules of different classes and of
// every relation, and sealing it again changes nothing.
func TestRealBundle(t *testing.T) {
	root := openReal(t)
	linked, err := ReachedByLink(realBundle, root)
	must(t, err)
	r, err := Verify(root, Options{Linked: linked})
	must(t, err)
	expect(t, r)
	m, problem, err := readManifest(root)
	if problem != nil || err != nil {
		t.Fatal(problem, err)
	}
	relations, classes := map[tspi.Value]bool{}, map[tspi.Value]bool{}
	for _, row := range m.rows {
		relation, _ := row.Get("source_to_target_relation")
		class, _ := row.Get("material_class")
		relations[relation], classes[class] = true, true
	}
	if len(relations) != 3 || len(classes) < 3 || len(m.rows) < 3 {
		t.Errorf("%d modules of %d relations and %d classes", len(m.rows), len(relations), len(classes))
	}

	copied := t.TempDir() // a test writes nothing into the tree
	must(t, os.CopyFS(copied, root.FS()))
	again, err := os.OpenRoot(copied)
	must(t, err)
	defer again.Close()
	sealed, err := Seal(again, SealOptions{})
	must(t, err)
	if sealed.Changed || sealed.ManifestSHA256 != r.ManifestSHA256 || sealed.ModuleCount != r.ModuleCount {
		t.Errorf("sealing it again: %+v", sealed)
	}
}

// The bundle declares an exact copy of Go source of this project, so it must be
// one: copy the file again and seal the bundle where it changed.
func TestRealBundleHoldsOurSource(t *testing.T) {
	ours, err := os.ReadFile(filepath.Join("..", "..", "tspi", "etime.go"))
	must(t, err)
	theirs, err := os.ReadFile(filepath.Join(realBundle, "source_modules", "tool", "etime.go"))
	must(t, err)
	if !slices.Equal(ours, theirs) {
		t.Error(
			"source_modules/tool/etime.go is no copy of tspi/etime.go any more; copy it and run: tspi bundle seal testdata/bundle")
	}
}

// Sections 1 and 7: the positive inputs are valid and clean.
func TestRealBundleInputs(t *testing.T) {
	values := map[string]tspi.Value{}
	for _, name := range []string{"process_table", "pressure_policy", "owner_classes"} {
		text, err := fs.ReadFile(openReal(t).FS(), name+".json")
		must(t, err)
		v, err := tspi.Decode(text)
		must(t, err)
		if leaks := tspi.Guard(v, tspi.Hardened); leaks != nil {
			t.Errorf("%s: %v", name, leaks)
		}
		values[name] = v
	}
	in, err := tspi.ReadInputs(values["process_table"], values["pressure_policy"], values["owner_classes"],
		tspi.Hardened)
	must(t, err)
	if got := tspi.Classify(in).Summary.ProcessCount; got != 4 {
		t.Errorf("%d helpers, want the 4 of the table", got)
	}
}
