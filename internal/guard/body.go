package guard

import (
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/tspi-dev/harness/internal/law"
)

// BodyScanner finds what section 10 of the contract forbids in the text of a
// source body, while the text is written to it piece by piece: host paths
// ([Path]) and core's five preview words ([Preview]). The answer does not depend on how the text
// is split, and the memory it takes does not depend on the text's size.
//
// No pattern holds a blank other than in front, where the start of the text
// serves as well, and a blank ends every web address. So the text between two
// blanks is judged on its own: whole in the piece it lies in, or put together
// from the end of one piece and the beginning of the next. Of a text without a
// blank that is longer than what is kept, a short one is kept in its place,
// which means the same for whatever follows (see bodyTail).
type BodyScanner struct {
	level   law.Level
	path    bool   // a host path was found
	preview bool   // a preview word was found
	tail    []byte // stands for the text since the last blank; judged as far as it goes
	joined  []byte // room for a tail and what follows it, at most a piece
}

// NewBodyScanner returns a scanner for one body.
func NewBodyScanner(level law.Level) *BodyScanner { return &BodyScanner{level: level} }

// scanPiece is how much is judged in one go, in bytes; it bounds the copy that
// joins a tail to what follows it.
const scanPiece = 64 << 10

// Write judges the next piece of the body. It always takes all of p, does not
// keep it, and never fails.
func (b *BodyScanner) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 && !(b.path && b.preview) {
		piece := p[:min(len(p), scanPiece)]
		p = p[len(piece):]
		b.piece(piece)
	}
	return n, nil
}

func (b *BodyScanner) piece(piece []byte) {
	first := 0
	for first < len(piece) && !strict.IsBlank(piece[first]) {
		first++
	}
	if len(b.tail) > 0 {
		b.joined = append(append(b.joined[:0], b.tail...), piece[:first]...)
		b.judge(b.joined, first == len(piece))
		if first == len(piece) {
			b.keep(b.joined)
			return
		}
		piece = piece[first:]
	}
	b.judge(piece, true)
	last := len(piece)
	for last > 0 && !strict.IsBlank(piece[last-1]) {
		last--
	}
	b.keep(piece[last:])
}

// keep remembers what stands behind the last blank.
func (b *BodyScanner) keep(text []byte) { b.tail = append(b.tail[:0], bodyTail(text)...) }

// judge looks for what was not found yet; more says that what follows text is not
// known to be a blank.
func (b *BodyScanner) judge(text []byte, more bool) {
	judged := 0 // what begins before this index and holds no blank was judged
	bodyFilter.each(text, func(word bodyWord, at int) bool {
		switch {
		case word.preview:
			b.preview = true
		case !b.path && at >= judged:
			begin, end := wordBounds(text, at)
			b.path = bodyHoldsPath(text[begin:end], b.level, more && end == len(text))
			judged = end
		}
		return !(b.path && b.preview)
	})
}

// Codes returns the kinds that the text written so far raises, sorted; nil when
// it is clean.
func (b *BodyScanner) Kinds() []Kind {
	var kinds []Kind
	if b.path || bodyHoldsPath(b.tail, b.level, false) {
		kinds = append(kinds, Path)
	}
	if b.preview {
		kinds = append(kinds, Preview)
	}
	return kinds
}

// bodyHoldsPath applies section 10's rule for paths to a text, which may go on.
func bodyHoldsPath(text []byte, level law.Level, more bool) bool {
	if holdsCorePath(text) {
		return true
	}
	if !level.IsHardened() {
		return holdsDoubledUsers(text)
	}
	return holdsUsersFolder(text) || holdsRootedPath(text, bodyRoot, more)
}
