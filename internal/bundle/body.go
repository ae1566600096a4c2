package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/tspi"
)

// pieceSize is how much of a body is in memory at a time, in bytes: little
// enough that all passes over a piece find it in the processor's cache.
const pieceSize = 128 << 10

// body is what reading a body once tells of it.
type body struct {
	size   int64
	sha256 string // of the whole body, in lowercase hex
	// overLimit and notUTF8 end the reading: nothing else is then said of it.
	overLimit, notUTF8 bool
	anchors            anchorSearch
	leaks              []tspi.Code // what the guard of section 10 found, sorted
}

func (b body) unreadable() bool { return b.overLimit || b.notUTF8 }

// bodyReader reads bodies, one after the other, through one buffer.
type bodyReader struct {
	level  tspi.Level
	limit  int64 // of one body, in bytes
	budget int64 // what may still be read of all bodies, in bytes
	buffer [pieceSize]byte
}

// read reads a body from its beginning to its end, hashing and searching the very
// same bytes. size is what the file system says of it: a body that is too large
// by that is not read at all, and no more than the limit and a piece is read of
// one that is larger than it says. What is wrong with its text ends the reading.
func (r *bodyReader) read(f io.Reader, size int64, anchors []string) (body, error) {
	limit := min(r.limit, r.budget)
	if size > limit {
		return body{overLimit: true}, nil
	}
	b := body{anchors: newAnchorSearch(anchors)}
	defer func() { r.budget -= min(b.size, r.budget) }()
	sum, scanner, text := sha256.New(), guard.NewBodyScanner(r.level), textCheck{}
	for {
		n, err := f.Read(r.buffer[:])
		piece := r.buffer[:n]
		if b.size += int64(n); b.size > limit {
			b.overLimit = true
			return b, nil
		}
		if r.level != tspi.Core && !text.write(piece) {
			b.notUTF8 = true
			return b, nil
		}
		sum.Write(piece)
		b.anchors.write(piece)
		scanner.Write(piece)
		switch {
		case err == io.EOF:
			b.notUTF8 = !text.complete()
			b.sha256, b.leaks = hex.EncodeToString(sum.Sum(nil)), leakCodes(scanner.Kinds())
			return b, nil
		case err != nil:
			return body{}, machineTrouble(err)
		}
	}
}

// leakCodes are the codes that kinds of leaks raise, sorted as they are.
func leakCodes(kinds []guard.Kind) []tspi.Code {
	var codes []tspi.Code
	for _, kind := range kinds {
		codes = append(codes, tspi.LeakCode(kind))
	}
	return codes
}
