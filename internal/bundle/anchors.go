package bundle

import "bytes"

// anchorSearch looks for texts in a body that comes in pieces.
type anchorSearch interface {
	write(piece []byte)
	found(anchor string) bool
}

const (
	// fewAnchors and longAnchor bound what is searched for one by one. That is
	// the fastest way while there are few, and takes quadratic time and long
	// windows otherwise, which a hostile manifest would ask for.
	fewAnchors = 8
	longAnchor = 8 << 10 // bytes
	// maxAnchorBytes bounds the anchors of one body, each counted once, in all.
	// More are not searched for, and count as missing.
	maxAnchorBytes = 256 << 10
)

// newAnchorSearch searches for anchors, none of which is empty.
func newAnchorSearch(anchors []string) anchorSearch {
	distinct, longest, total := map[string]bool{}, 0, 0
	for _, a := range anchors {
		if !distinct[a] {
			distinct[a] = true
			longest, total = max(longest, len(a)), total+len(a)
		}
	}
	if total > maxAnchorBytes {
		return noSearch{}
	}
	if len(distinct) <= fewAnchors && longest <= longAnchor {
		return newWindowSearch(distinct, longest)
	}
	return newTreeSearch(distinct)
}

// noSearch finds nothing.
type noSearch struct{}

func (noSearch) write([]byte)      {}
func (noSearch) found(string) bool { return false }

// windowSearch looks for each anchor in each piece, and around the seams in a
// window that joins two pieces.
type windowSearch struct {
	missing map[string]bool
	keep    int    // one byte less than the longest anchor
	tail    []byte // the last bytes of the text so far, at most keep
	seam    []byte
}

func newWindowSearch(anchors map[string]bool, longest int) *windowSearch {
	return &windowSearch{missing: anchors, keep: max(longest-1, 0)}
}

func (s *windowSearch) write(piece []byte) {
	if len(s.missing) == 0 {
		return
	}
	// An anchor across the seam has its first byte in the tail and its last one
	// in the first keep bytes of the piece.
	s.seam = append(append(s.seam[:0], s.tail...), piece[:min(s.keep, len(piece))]...)
	for a := range s.missing {
		if bytes.Contains(s.seam, []byte(a)) || bytes.Contains(piece, []byte(a)) {
			delete(s.missing, a)
		}
	}
	if len(piece) >= s.keep {
		s.tail = append(s.tail[:0], piece[len(piece)-s.keep:]...)
		return
	}
	s.tail = append(s.tail[:0], s.seam[max(0, len(s.seam)-s.keep):]...) // the seam holds the whole piece
}

func (s *windowSearch) found(anchor string) bool { return !s.missing[anchor] }
