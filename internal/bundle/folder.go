package bundle

import (
	"io"
	"io/fs"
	"os"

	"github.com/tspi-dev/harness/tspi"
)

// maxFolders is how many folders there may be under source_modules/.
const maxFolders = 10_000

// judgeFolder raises files under source_modules/ that no row declares. It ends at
// the first, so a folder of a million strangers costs no more than one.
func (v *verifier) judgeFolder(rows []*row) error {
	w := newFolderWalk(maxFolders)
	for _, r := range rows {
		w.declare(r.target)
	}
	dir, state, err := openStep(v.root, BodiesDir)
	if err != nil || state != targetRegular {
		return err // no folder: every row has raised its own code
	}
	if err := w.folder(dir, BodiesDir, 1); err != nil {
		return err
	}
	if w.problem != "" {
		v.findings.raise(tspi.CodeModuleUndeclared, subjectBodies, w.problem)
	}
	return nil
}

// What a walk ends with.
const (
	problemUndeclared = "there is a file under source_modules/ that no row of the manifest declares; declare it or take it away."
	problemTooLarge   = "there are too many folders under source_modules/, or they are too deep; more than 10000, or than 64 levels, are not looked into."
)

// folderWalk looks for files that are not declared.
type folderWalk struct {
	declared map[string]bool // targets
	// onTheWay are the folders of targets. A link among them is no further file:
	// the targets behind it have raised their code.
	onTheWay map[string]bool
	left     int // how many more folders are looked into
	problem  string
}

func newFolderWalk(folders int) *folderWalk {
	return &folderWalk{declared: map[string]bool{}, onTheWay: map[string]bool{}, left: folders}
}

func (w *folderWalk) declare(target ref) {
	if target.leadsOutside() {
		return
	}
	name := target.name()
	w.declared[name] = true
	for i := range len(name) {
		if name[i] == '/' {
			w.onTheWay[name[:i]] = true
		}
	}
}

// batch is how many names of a folder are in memory at a time.
const batch = 512

// folder walks one folder and closes it. Links are not followed.
func (w *folderWalk) folder(dir *os.Root, name string, depth int) error {
	defer dir.Close() // only read from
	if w.left == 0 || depth > maxDepth {
		w.problem = problemTooLarge
		return nil
	}
	w.left--
	list, err := dir.Open(".")
	if err != nil {
		return machineTrouble(err)
	}
	defer list.Close() // only read from
	for w.problem == "" {
		entries, err := list.ReadDir(batch)
		for _, e := range entries {
			if err := w.entry(dir, name+"/"+e.Name(), e, depth); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return machineTrouble(err)
		}
	}
	return nil
}

func (w *folderWalk) entry(dir *os.Root, name string, e fs.DirEntry, depth int) error {
	switch {
	case w.problem != "":
		return nil
	case e.IsDir():
		next, state, err := openStep(dir, e.Name())
		switch {
		case err != nil:
			return err
		case state == targetRegular:
			return w.folder(next, name, depth+1)
		case state == targetMissing:
			return nil // taken away while we looked
		}
	case w.declared[name], e.Type()&fs.ModeSymlink != 0 && w.onTheWay[name], isClutter(e):
		return nil
	}
	w.problem = problemUndeclared
	return nil
}

// isClutter reports whether a file is one that desktops leave in folders, which
// the contract excepts.
func isClutter(e fs.DirEntry) bool {
	return e.Type().IsRegular() && (e.Name() == ".DS_Store" || e.Name() == "Thumbs.db")
}
