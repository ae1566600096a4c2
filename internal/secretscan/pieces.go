package secretscan

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/zricethezav/gitleaks/v8/detect"
)

const (
	// pieceSize is how much text the engine gets at once: it copies what it gets
	// several times over and keeps a list of every keyword in it.
	pieceSize = 1 << 20
	// overlap is how much two successive pieces share, so that what lies across
	// their border is seen whole: it is longer than a private key.
	overlap = 64 << 10
)

// hits gathers places, each once.
type hits map[Hit]struct{}

// search scans a text piece by piece. Lines are told only where the text is the
// one that the caller knows. A panic of the engine on a hostile text is an
// error: what was not searched must not count as clean.
func (h hits) search(detector *detect.Detector, text []byte, tellLines bool) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the secret scanner failed on this text")
		}
	}()
	line := 1
	for start := 0; ; start += pieceSize - overlap {
		end := min(start+pieceSize, len(text))
		for _, finding := range detector.DetectBytes(text[start:end]) {
			hit := Hit{Rule: finding.RuleID}
			if tellLines {
				hit.Line = line + finding.StartLine
			}
			h[hit] = struct{}{}
		}
		if end == len(text) {
			return nil
		}
		line += bytes.Count(text[start:start+pieceSize-overlap], []byte{'\n'})
	}
}

// sorted returns the hits in a fixed order; the engine's own is random. A rule
// that is told with a line is not told without one again.
func (h hits) sorted() []Hit {
	for hit := range h {
		if hit.Line > 0 {
			delete(h, Hit{Rule: hit.Rule})
		}
	}
	return slices.SortedFunc(maps.Keys(h), func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule))
	})
}
