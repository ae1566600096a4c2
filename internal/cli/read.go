package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// limits bound what is read, in bytes.
type limits struct {
	table    int64 // a ps text
	document int64 // any other file
}

func defaultLimits() limits { return limits{table: 1 << 30, document: 64 << 20} }

// readText reads a whole file, or standard input for "-", up to a limit that is
// held while reading: a pipe has no size to ask for. Pipes and devices are good
// files here, since the person named them.
func (a *app) readText(path string, limit int64) (string, error) {
	in := a.call.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return "", unusable("%s: %s", shown(path), cause(err))
		}
		defer f.Close() // only read from
		in = f
	}
	var text strings.Builder
	if size := sizeOf(in); size > 0 && size <= limit {
		text.Grow(int(size))
	}
	n, err := io.Copy(&text, io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return "", unusable("%s: %s", shown(path), cause(err))
	case n > limit:
		return "", unusable("%s: larger than the limit of %s", shown(path), binarySize(limit))
	}
	return text.String(), nil
}

// sizeOf is the size of a regular file, 0 for anything else.
func sizeOf(in io.Reader) int64 {
	f, ok := in.(*os.File)
	if !ok {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

func binarySize(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
