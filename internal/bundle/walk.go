package bundle

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

const (
	// maxFolders is how many folders there may be under source_modules/, itself
	// included.
	maxFolders = 10_000
	// batch is how many names of a folder are in memory at a time.
	batch = 512
)

var (
	errTooManyFolders = errors.New("there are too many folders under source_modules/, or they are too deep; " +
		"more than 10000, or than 64 levels, are not looked into")
	errReplaced = errors.New("a folder under source_modules/ was replaced while it was looked into; try again")
)

// walker visits everything under source_modules/ that is no folder. Links are
// visited and not followed. What visit returns ends the walk.
type walker struct {
	left  int // how many more folders are looked into
	visit func(name string, e fs.DirEntry) error
}

// walk walks the folder, which it closes; name is its path in the bundle.
func (w *walker) walk(dir *os.Root, name string, depth int) error {
	defer dir.Close() // only read from
	if w.left--; w.left < 0 || depth > maxDepth {
		return errTooManyFolders
	}
	list, err := dir.Open(".")
	if err != nil {
		return machineTrouble(err)
	}
	defer list.Close() // only read from
	for {
		entries, err := list.ReadDir(batch)
		for _, e := range entries {
			if err := w.entry(dir, name+"/"+e.Name(), e, depth); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return machineTrouble(err)
		}
	}
}

func (w *walker) entry(dir *os.Root, name string, e fs.DirEntry, depth int) error {
	if !e.IsDir() {
		return w.visit(name, e)
	}
	next, state, err := openStep(dir, e.Name())
	switch {
	case err != nil:
		return err
	case state == targetEscapes:
		return errReplaced
	case state == targetMissing:
		return nil // taken away while we looked
	}
	return w.walk(next, name, depth+1)
}

// isClutter reports whether a file is one that desktops leave in folders, which
// the contract excepts.
func isClutter(e fs.DirEntry) bool {
	return e.Type().IsRegular() && (e.Name() == ".DS_Store" || e.Name() == "Thumbs.db")
}
