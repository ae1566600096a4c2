package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// Guards the reading of pipes, which come in pieces of any size: what is read is
// what was written, at and around the ends of pieces.
func TestPipesAreReadWhole(t *testing.T) {
	for _, size := range []int{0, 1, firstPiece - 1, firstPiece, firstPiece + 1, 3 * firstPiece, 3*firstPiece + 1,
		40 * firstPiece} {
		want := strings.Repeat("12345678901234567", size/17+1)[:size]
		for name, in := range map[string]io.Reader{
			"whole":             strings.NewReader(want),
			"halves":            iotest.HalfReader(strings.NewReader(want)),
			"end with the data": iotest.DataErrReader(strings.NewReader(want)),
		} {
			if got, err := readAll(in); err != nil || got != want {
				t.Errorf("%d bytes, %s: got %d, %v", size, name, len(got), err)
			}
		}
	}
	broken := errors.New("broken pipe")
	in := io.MultiReader(strings.NewReader("700 1 10:00"), iotest.ErrReader(broken))
	if got, err := readAll(in); !errors.Is(err, broken) || got != "" {
		t.Errorf("a pipe that breaks: got %q, %v", got, err)
	}
}

// Guards docs/command-line.md: a file that is standard input is read from where its reader
// before has stopped, and one of several blocks is what was written.
func TestFilesAreReadWhole(t *testing.T) {
	for _, size := range []int{1, 100, bytesABlock, bytesABlock + 1, 2*bytesABlock + 12345} {
		want := strings.Repeat("12345678901234567", size/17+1)[:size]
		path := filepath.Join(t.TempDir(), "table.txt")
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, from := range []int{0, 1, size} {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.Seek(int64(from), io.SeekStart); err != nil {
				t.Fatal(err)
			}
			a := &app{call: Call{Stdin: f}}
			if got, err := a.readText("-", int64(size)); err != nil || got != want[from:] {
				t.Errorf("%d bytes from %d: got %d, %v", size, from, len(got), err)
			}
		}
		if got, err := (&app{}).readText(path, int64(size)-1); err == nil {
			t.Errorf("%d bytes: got %d with a limit of a byte less", size, len(got))
		}
	}
}
