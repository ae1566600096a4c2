package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

const (
	recordMode fs.FileMode = 0o644 // less the umask
	folderMode fs.FileMode = 0o755
)

// WriteError says which record could not be written, and why, without a path.
type WriteError struct {
	Subject string // the record, the sign-off, or the out folder
	Problem string
}

// Error returns subject and problem.
func (e *WriteError) Error() string { return e.Subject + ": " + e.Problem }

func writeError(subject string, err error) *WriteError {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &WriteError{subject, "cannot be written: " + err.Error()}
}

// Write writes the records into the out folder, which is made where it is
// missing, and the sign-off where the caller wants it. All texts are written and
// synced under temporary names first and renamed last; when that fails, those
// that have their names already are taken away again, so that no mixture of two
// runs is left. The error is a *[WriteError].
//
// A folder or a record that is a symbolic link is refused: a checked-out tree
// could lead elsewhere with one.
func (r *Records) Write(out, signOffFile string) error {
	folder, err := openFolder("the out folder", out)
	if err != nil {
		return err
	}
	defer folder.Close()
	var w writer
	defer w.cleanUp()
	for _, f := range r.files {
		root, name := folder, f.Name
		if f.subject == signOffSubject {
			signOffFolder, err := openFolder("the folder of the sign-off", filepath.Dir(signOffFile))
			if err != nil {
				return err
			}
			defer signOffFolder.Close()
			root, name = signOffFolder, filepath.Base(signOffFile)
		}
		if err := w.stage(root, f.subject, name, f.Text); err != nil {
			return err
		}
	}
	return w.commit()
}

// openFolder makes a folder where it is missing and opens it.
func openFolder(subject, dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, writeError(subject, err)
	}
	seen, err := os.Lstat(filepath.Clean(dir))
	if err != nil {
		return nil, writeError(subject, err)
	}
	if !seen.IsDir() {
		return nil, &WriteError{subject, "is a symbolic link; name the folder itself"}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, writeError(subject, err)
	}
	if opened, err := root.Stat("."); err != nil || !os.SameFile(seen, opened) {
		root.Close()
		return nil, &WriteError{subject, "was replaced while it was opened; try again"}
	}
	return root, nil
}

// writer stages files and gives them their names together.
type writer struct{ staged []staged }

type staged struct {
	root    *os.Root
	subject string
	name    string
	pending *renameio.PendingFile
}

func (w *writer) stage(root *os.Root, subject, name string, text []byte) error {
	if there, err := root.Lstat(name); err == nil && !there.Mode().IsRegular() {
		return &WriteError{subject,
			"something that is no regular file has this name already; remove it or choose another"}
	}
	pending, err := renameio.NewPendingFile(name, renameio.WithRoot(root), renameio.WithPermissions(recordMode))
	if err != nil {
		return writeError(subject, err)
	}
	w.staged = append(w.staged, staged{root, subject, name, pending})
	if _, err := pending.Write(text); err != nil {
		return writeError(subject, err)
	}
	if err := pending.Sync(); err != nil {
		return writeError(subject, err)
	}
	return nil
}

func (w *writer) commit() error {
	for i, s := range w.staged {
		if err := s.pending.CloseAtomicallyReplace(); err != nil {
			for _, earlier := range w.staged[:i] {
				_ = earlier.root.Remove(earlier.name) // the first error is the one to tell
			}
			return writeError(s.subject, err)
		}
	}
	return nil
}

// cleanUp removes what still has a temporary name.
func (w *writer) cleanUp() {
	for _, s := range w.staged {
		_ = s.pending.Cleanup() // nobody can do anything about a leftover
	}
}
