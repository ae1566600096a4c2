//go:build unix

package bundle

import (
	"io/fs"
	"syscall"
)

// linkCount is how many names a file has. A second one may lie outside.
func linkCount(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0
}
