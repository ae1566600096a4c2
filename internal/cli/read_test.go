package cli

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Guards the reading of pipes, which come in pieces of any size: what is read is
// what was written, at and around the ends of pieces.
func TestPipesAreReadWhole(t *testing.T) {
	for _, size := range []int{0, 1, firstPiece - 1, firstPiece, firstPiece + 1, 3 * firstPiece, 3*firstPiece + 1, 40 * firstPiece} {
		want := strings.Repeat("12345678901234567", size/17+1)[:size]
		for name, in := range map[string]io.Reader{
			"whole":             strings.NewReader(want),
			"halves":            iotest.HalfReader(strings.NewReader(want)),
			"end with the data": iotest.DataErrReader(strings.NewReader(want)),
		} {
			if got, err := readAll(in, 0); err != nil || got != want {
				t.Errorf("%d bytes, %s: got %d, %v", size, name, len(got), err)
			}
		}
	}
	broken := errors.New("broken pipe")
	in := io.MultiReader(strings.NewReader("700 1 10:00"), iotest.ErrReader(broken))
	if got, err := readAll(in, 0); !errors.Is(err, broken) || got != "" {
		t.Errorf("a pipe that breaks: got %q, %v", got, err)
	}
}
