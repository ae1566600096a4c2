package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// isFree refuses a folder that is there already with something in it: nothing of
// anybody's is ever overwritten or mixed with.
func isFree(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unusable("%s: %s", shown(dir), cause(err))
	case !info.IsDir():
		return unusable("%s: is there already and is no folder; name a new one", shown(dir))
	}
	folder, err := os.Open(dir)
	if err != nil {
		return unusable("%s: %s", shown(dir), cause(err))
	}
	defer folder.Close() // only read from
	if _, err := folder.Readdirnames(1); !errors.Is(err, io.EOF) {
		return unusable("%s: is there already and is not empty; name a new folder", shown(dir))
	}
	return nil
}

// writeFolder writes files into a folder that is new or empty. It is made under a
// temporary name beside it and gets its own when it is whole. The name is a clean
// one, so that what was looked at is what is written.
func writeFolder(dir string, files []folderFile) error {
	failed := func(err error) error {
		return unusable("%s: cannot be written: %s", shown(dir), cause(err)).hinting("nothing was written")
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), ".tspi-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(temporary) // gone where the rename succeeded
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(temporary, file.name), file.text, 0o644); err != nil {
			return failed(err)
		}
	}
	if err := os.Chmod(temporary, 0o755); err != nil {
		return failed(err)
	}
	// An empty folder gives way. Whatever came to stand there meanwhile does not:
	// rmdir takes away no file, no link, and nothing that holds something.
	if err := syscall.Rmdir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed(err)
	}
	if err := os.Rename(temporary, dir); err != nil {
		return failed(err)
	}
	return nil
}
