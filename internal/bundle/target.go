package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// targetState is what was found where a target should be.
type targetState int

const (
	targetRegular targetState = iota // a regular file, and opened
	targetMissing
	targetEscapes // a link, or nothing regular, on the way or at the end
)

// maxDepth is how many steps a target may have, and how deep folders under
// source_modules/ are looked into.
const maxDepth = 64

// openTarget opens the body that a ref under source_modules/ names. Each step is
// looked at and opened by itself, and must be when opened what it was when looked
// at: os.Root alone would follow links that stay inside.
func openTarget(root *os.Root, steps []string) (*os.File, targetState, error) {
	if len(steps) > maxDepth {
		return nil, targetMissing, nil
	}
	dir := root
	for _, step := range steps[:len(steps)-1] {
		next, state, err := openStep(dir, step)
		if dir != root {
			dir.Close() // only read from
		}
		if err != nil || state != targetRegular {
			return nil, state, err
		}
		dir = next
	}
	f, state, err := openRegular(dir, steps[len(steps)-1])
	if dir != root {
		dir.Close() // only read from
	}
	if state != targetRegular || err != nil {
		return nil, state, err
	}
	info, err := f.Stat()
	if err != nil || linkCount(info) != 1 {
		f.Close()
		return nil, targetEscapes, machineTrouble(err)
	}
	return f, targetRegular, nil
}

// linkCount is how many names a file has. A second one may lie outside.
func linkCount(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0 // nobody can tell: no body of its own
}

// openStep opens a folder that is directly in dir and no link.
func openStep(dir *os.Root, name string) (*os.Root, targetState, error) {
	seen, err := dir.Lstat(name)
	switch {
	case isMissing(err):
		return nil, targetMissing, nil
	case err != nil:
		return nil, targetMissing, machineTrouble(err)
	case seen.Mode()&fs.ModeSymlink != 0:
		return nil, targetEscapes, nil
	case !seen.IsDir():
		return nil, targetMissing, nil
	}
	next, err := dir.OpenRoot(name)
	if err != nil {
		state, err := openFailed(err)
		return nil, state, err
	}
	if opened, err := next.Stat("."); err != nil || !os.SameFile(seen, opened) {
		next.Close()
		return nil, targetEscapes, machineTrouble(err)
	}
	return next, targetRegular, nil
}

// openRegular opens a regular file that is directly in dir and no link.
func openRegular(dir *os.Root, name string) (*os.File, targetState, error) {
	seen, err := dir.Lstat(name)
	switch {
	case isMissing(err):
		return nil, targetMissing, nil
	case err != nil:
		return nil, targetMissing, machineTrouble(err)
	case !seen.Mode().IsRegular():
		return nil, targetEscapes, nil
	}
	// Whatever was put in its place meanwhile must not block the open.
	f, err := dir.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		state, err := openFailed(err)
		return nil, state, err
	}
	if opened, err := f.Stat(); err != nil || !os.SameFile(seen, opened) {
		f.Close()
		return nil, targetEscapes, machineTrouble(err)
	}
	return f, targetRegular, nil
}

// isMissing reports whether an error means that no such file can be there.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) ||
		errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.EINVAL)
}

// openFailed tells what it means that something cannot be opened that was looked
// at a moment ago: it was taken away, or replaced by a link, or the machine is in
// trouble.
func openFailed(err error) (targetState, error) {
	var errno syscall.Errno
	switch {
	case isMissing(err):
		return targetMissing, nil
	case errors.As(err, &errno) && errno != syscall.ELOOP:
		return targetMissing, machineTrouble(err)
	}
	return targetEscapes, nil // os.Root refused to follow it
}

// machineTrouble is an error without the path that it carries; nil stays nil.
func machineTrouble(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("a file of the bundle cannot be read: %w", bare(err))
}

// bare is the cause of a file error without the paths that it carries.
func bare(err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		return at.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
