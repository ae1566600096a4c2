package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/largepages"
	"github.com/tspi-dev/harness/internal/parallel"
)

// limits bound what is read, in bytes.
type limits struct {
	table    int64 // a ps text, or the document that holds one
	claim    int64 // a claimed inventory
	document int64 // any other file
}

func defaultLimits() limits { return limits{table: 1 << 30, claim: 1 << 30, document: 64 << 20} }

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
	if sizeOf(in) > limit {
		return "", tooLarge(path, limit)
	}
	begun, err := readAtOnce(in)
	if err != nil {
		return "", unusable("%s: %s", shown(path), cause(err))
	}
	text, err := readAll(io.LimitReader(in, limit+1-int64(len(begun))))
	if begun != "" {
		text = begun + text // which copies nothing where a file has not grown meanwhile
	}
	switch {
	case err != nil:
		return "", unusable("%s: %s", shown(path), cause(err))
	case int64(len(text)) > limit:
		return "", tooLarge(path, limit)
	}
	return text, nil
}

func tooLarge(path string, limit int64) *problem {
	p := unusable("%s: larger than the limit of %s", shown(path), binarySize(limit))
	p.tooLarge = true
	return p
}

// raisable says how a limit is raised, to a person whose command has the flag.
func raisable(err error) error {
	var p *problem
	if errors.As(err, &p) && p.tooLarge {
		return p.hinting("--%s SIZE raises the limit; memory of two to four times the size is needed", maxInput)
	}
	return err
}

// bytesABlock is how much of a file a core reads at a time.
const bytesABlock = 1 << 20

// readAtOnce reads what a regular file has at this time into memory of that size. The next
// blocks are read while one is put in its place, which takes as long: memory is dear that is
// touched for the first time. Of anything else it reads nothing.
func readAtOnce(in io.Reader) (string, error) {
	size := sizeOf(in)
	f, ok := in.(*os.File)
	if !ok || size == 0 {
		return "", nil
	}
	from, err := f.Seek(0, io.SeekCurrent)
	if err != nil || from >= size {
		return "", err
	}
	size -= from
	blocks := int((size + bytesABlock - 1) / bytesABlock)
	faults := make([]error, parallel.Workers(blocks))
	var text strings.Builder
	largepages.Prepare(size)
	text.Grow(int(size))
	err = parallel.Write(&text, blocks, func(worker, block int, piece []byte) []byte {
		at := int64(block) * bytesABlock
		piece = slices.Grow(piece, bytesABlock)[:min(bytesABlock, size-at)]
		if n, err := f.ReadAt(piece, from+at); err != nil {
			faults[worker], piece = err, piece[:n]
		}
		return piece
	})
	for _, fault := range faults {
		if err = cmp.Or(err, fault); err != nil {
			return "", err
		}
	}
	_, err = f.Seek(from+size, io.SeekStart) // where the file has grown meanwhile, there is more
	return text.String(), err
}

// readAll reads all there is of a size that is not known. It is gathered in pieces,
// since a text that grows leaves several times its size behind.
func readAll(in io.Reader) (string, error) {
	pieces, total, err := readPieces(in)
	if err != nil {
		return "", err
	}
	largepages.Prepare(int64(total))
	var text strings.Builder
	text.Grow(total)
	for i := range pieces {
		text.Write(pieces[i])
		pieces[i] = nil
	}
	if total > returnedMemory {
		debug.FreeOSMemory() // the pieces, before as much again is needed for the rows
	}
	return text.String(), nil
}

const (
	firstPiece     = 64 << 10
	largestPiece   = 8 << 20
	returnedMemory = 32 << 20
)

func readPieces(in io.Reader) (pieces [][]byte, total int, err error) {
	for size := firstPiece; ; size = min(2*size, largestPiece) {
		piece := make([]byte, size)
		n, err := io.ReadFull(in, piece)
		pieces, total = append(pieces, piece[:n]), total+n
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return pieces, total, nil
		case err != nil:
			return nil, 0, err
		}
	}
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
