package goldendiff

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

const suffix = ".json"

// Names returns the names of the golden receipts in a folder, sorted: their
// files' names without .json.
func Names(receipts fs.FS) ([]string, error) {
	files, err := fs.Glob(receipts, "*"+suffix)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(path.Base(file), suffix)
	}
	return names, nil
}

// UnknownNameError says that no golden receipt has a name.
type UnknownNameError struct {
	Known []string // the names that there are
}

// Error lists the names that there are; the one that was asked for may be
// anything, and is not repeated.
func (e *UnknownNameError) Error() string {
	return "no golden receipt has this name; there are " + strings.Join(e.Known, ", ")
}

// Receipt returns the bytes of a golden receipt. The error for a name that none
// has is an *[UnknownNameError].
func Receipt(receipts fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(receipts, name+suffix)
	if err == nil {
		return text, nil
	}
	known, listErr := Names(receipts)
	if listErr != nil {
		return nil, listErr
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, &UnknownNameError{known}
	}
	return nil, fmt.Errorf("the golden receipts cannot be read: %w", err)
}
