package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/tspi-dev/harness/internal/cli/view"
)

// shown is what we call a file that the person named: as given where that is
// relative and stays below the working folder, else its base name. Nobody's
// folders appear in what people paste into reports.
func shown(path string) string {
	if path == "-" {
		return "standard input"
	}
	if !filepath.IsLocal(path) {
		path = filepath.Base(path)
		if path == string(filepath.Separator) {
			return "the root folder"
		}
	}
	return view.Neutral(filepath.ToSlash(path))
}

// cause says why a file operation failed, without the paths that the system's
// errors carry.
func cause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "not found"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, fs.ErrExist):
		return "already there"
	}
	var (
		path  *fs.PathError
		link  *os.LinkError
		call  *os.SyscallError
		errno syscall.Errno
	)
	switch {
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &path):
		return cause(path.Err)
	case errors.As(err, &link):
		return cause(link.Err)
	case errors.As(err, &call):
		return cause(call.Err)
	}
	return "an input or output error"
}

// within reports whether a path, which need not exist yet, is a folder or lies
// in it, also where a link leads there.
func within(path, folder string) bool {
	target, err := os.Stat(folder)
	if err != nil {
		return false
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return false
	}
	for {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // of the nearest part that is there
		}
		if info, err := os.Stat(path); err == nil && os.SameFile(info, target) {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}
