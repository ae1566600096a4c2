package secretscan

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"
)

const (
	// pieceSize is how much text the engine gets at once: it copies what it gets
	// several times over and keeps a list of every keyword in it.
	pieceSize = 1 << 20
	// overlap is how much two successive pieces share, so that what lies across
	// their border is seen whole: it is longer than a private key.
	overlap = 64 << 10
)

// search gathers the hits of one scan.
type search struct {
	rules *rules
	hits  map[Hit]struct{}
}

// text searches a text piece by piece and tells the lines of its hits.
func (s *search) text(text []byte) {
	line := 1
	for start := 0; ; start += pieceSize - overlap {
		end := min(start+pieceSize, len(text))
		s.piece(text[start:end], line)
		if end == len(text) {
			return
		}
		line += bytes.Count(text[start:start+pieceSize-overlap], []byte{'\n'})
	}
}

// piece searches one piece, whose first line is the line of the text; 0 for
// lines that are not told.
func (s *search) piece(piece []byte, line int) {
	for _, finding := range s.rules.find(piece) {
		hit := Hit{Rule: finding.RuleID}
		if line > 0 {
			hit.Line = line + finding.StartLine
		}
		s.hits[hit] = struct{}{}
	}
}

// sorted returns the hits in a fixed order; the engine's own is random. A rule
// that is told with a line is not told without one again.
func (s *search) sorted() []Hit {
	for hit := range s.hits {
		if hit.Line > 0 {
			delete(s.hits, Hit{Rule: hit.Rule})
		}
	}
	return slices.SortedFunc(maps.Keys(s.hits), func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule))
	})
}

// orError runs a search. A panic of the engine on a hostile text is an error:
// what was not searched must not count as clean.
func orError(search func()) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the secret scanner failed on this text")
		}
	}()
	search()
	return nil
}
