package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// within reports whether a path is a folder or lies in it, also where a link leads
// there. Neither need exist yet.
func within(path, folder string) bool {
	path, errPath := realPath(path)
	folder, errFolder := realPath(folder)
	if errPath != nil || errFolder != nil {
		return false
	}
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// realPath is a path without links in the part of it that is there. A link is followed before
// the .. behind it, as the system does when it opens the path.
func realPath(path string) (string, error) {
	const separator = string(filepath.Separator)
	if !filepath.IsAbs(path) {
		here, err := os.Getwd()
		if err != nil {
			return "", err
		}
		path = here + separator + path
	}
	behind := ""
	for {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, behind), nil
		}
		path = strings.TrimRight(path, separator)
		at := strings.LastIndex(path, separator)
		if at < 0 {
			return "", fs.ErrNotExist
		}
		path, behind = path[:at+1], filepath.Join(path[at+1:], behind)
	}
}

// output is a file or folder that a call is to write, and the flag that names it.
type output struct{ flag, path string }

// notJudged refuses outputs that lie in a folder that is judged: they would be files
// that nobody declared, and the next judgement would be about other bytes.
func notJudged(folder string, outputs ...output) error {
	for _, o := range outputs {
		if o.path != "" && within(o.path, folder) {
			return unusable("%s: lies in the judged folder, and would change what is judged", o.flag).
				hinting("give a place elsewhere")
		}
	}
	return nil
}

// notInput refuses outputs that would replace a file that the call reads or starts.
func notInput(files []string, outputs ...output) error {
	for _, o := range outputs {
		if o.path == "" {
			continue
		}
		there, err := os.Stat(o.path)
		if err != nil {
			continue // a file that is not there yet is none of them
		}
		for _, file := range files {
			if info, err := os.Stat(file); err == nil && os.SameFile(there, info) {
				return unusable("%s: would replace a file that this call reads or runs", o.flag).
					hinting("give another file")
			}
		}
	}
	return nil
}
