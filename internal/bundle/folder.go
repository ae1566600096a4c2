package bundle

import (
	"errors"
	"io/fs"

	"github.com/tspi-dev/harness/tspi"
)

var errUndeclared = errors.New(
	"there is a file under source_modules/ that no row of the manifest declares; declare it or take it away")

// judgeFolder raises files under source_modules/ that no row declares. It ends at
// the first, so a folder of a million strangers costs no more than one. Without
// the folder every row has raised its own code.
func (v *verifier) judgeFolder(rows []*row) error {
	d := newDeclared(rows)
	dir, state, err := openStep(v.root, BodiesDir)
	if err != nil || state != targetRegular {
		return err
	}
	w := &walker{left: maxFolders, visit: d.visit}
	switch err := w.walk(dir, BodiesDir, 1); err {
	case errUndeclared, errTooManyFolders, errReplaced:
		v.findings.raise(tspi.CodeModuleUndeclared, subjectBodies, err.Error()+".")
		return nil
	default:
		return err
	}
}

// declared is what the rows of a manifest declare.
type declared struct {
	targets map[string]bool
	// onTheWay are the folders of targets. A link among them is no further file:
	// the targets behind it have raised their code.
	onTheWay map[string]bool
}

func newDeclared(rows []*row) *declared {
	d := &declared{targets: map[string]bool{}, onTheWay: map[string]bool{}}
	for _, r := range rows {
		if r.target.leadsOutside() {
			continue
		}
		name := r.target.name()
		d.targets[name] = true
		for i := range len(name) {
			if name[i] == '/' {
				d.onTheWay[name[:i]] = true
			}
		}
	}
	return d
}

// visit ends a walk at a file that is not declared.
func (d *declared) visit(name string, e fs.DirEntry) error {
	if d.targets[name] || e.Type()&fs.ModeSymlink != 0 && d.onTheWay[name] || isClutter(e) {
		return nil
	}
	return errUndeclared
}
