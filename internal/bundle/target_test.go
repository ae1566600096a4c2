package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/tspi-dev/harness/internal/long"
)

// Section 10: a body is no link, on no step of its way, also where one is put in
// its place between the look at it and the opening. A folder of the bundle holds
// what must never be opened; somebody swaps a link to it to and fro all the while.
func TestSwappedLinksAreNotFollowed(t *testing.T) {
	for _, c := range []struct {
		name, link string // what is swapped, and the link that takes its place
		open       func(*os.Root) (*os.File, error)
	}{
		{"a file", "other/body", func(root *os.Root) (*os.File, error) {
			f, _, err := openRegular(root, "swapped")
			return f, err
		}},
		{"a folder", "other", func(root *os.Root) (*os.File, error) {
			dir, _, err := openStep(root, "swapped")
			if dir == nil {
				return nil, err
			}
			defer dir.Close()
			f, err := dir.Open("body")
			return f, err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
			must(t, os.Mkdir(at("other"), 0o755))
			must(t, os.WriteFile(at("other/body"), nil, 0o644))
			if c.link == "other" {
				must(t, os.Mkdir(at("swapped"), 0o755))
				must(t, os.WriteFile(at("swapped/body"), nil, 0o644))
			} else {
				must(t, os.WriteFile(at("swapped"), nil, 0o644))
			}
			must(t, os.Symlink(c.link, at("link")))
			forbidden, err := os.Stat(at("other/body"))
			must(t, err)
			root, err := os.OpenRoot(dir)
			must(t, err)
			defer root.Close()

			tries := 20_000 // without the second look, each finds the link once in some thousand
			if !long.Tests() {
				tries = 4_000
			}
			var done atomic.Bool
			swapped := make(chan error)
			go func() {
				defer close(swapped)
				for !done.Load() {
					for _, move := range [][2]string{{"swapped", "kept"}, {"link", "swapped"}, {"swapped", "link"},
						{"kept", "swapped"}} {
						if err := os.Rename(at(move[0]), at(move[1])); err != nil {
							swapped <- err
							return
						}
					}
				}
			}()
			for range tries {
				f, err := c.open(root)
				if err != nil {
					t.Errorf("what was swapped is taken for the machine's trouble: %v", err)
				}
				if f == nil {
					continue
				}
				info, err := f.Stat()
				f.Close()
				if err != nil || os.SameFile(info, forbidden) {
					t.Errorf("the link was followed (%v)", err)
					break
				}
			}
			done.Store(true)
			must(t, <-swapped)
		})
	}
}

// Section 10: what cannot be opened though it was there a moment ago is missing
// when it is gone, no body when a link or another escape took its place, and
// otherwise the machine's trouble, of which no finding tells.
func TestOpenFailed(t *testing.T) {
	escape := errors.New("path escapes from parent") // as os.Root says it
	for _, c := range []struct {
		err     error
		state   targetState
		trouble bool
	}{
		{syscall.ENOENT, targetMissing, false},
		{syscall.ENOTDIR, targetMissing, false},
		{syscall.ELOOP, targetEscapes, false},
		{escape, targetEscapes, false},
		{syscall.EACCES, targetMissing, true},
		{syscall.EIO, targetMissing, true},
	} {
		state, err := openFailed(&fs.PathError{Op: "openat", Path: "body", Err: c.err})
		if state != c.state || (err != nil) != c.trouble {
			t.Errorf("%v: state %v and %v, want %v and trouble: %v", c.err, state, err, c.state, c.trouble)
		}
	}
}

// Section 10: a target of 64 steps is looked for, one of 65 is not there.
func TestTargetDepth(t *testing.T) {
	for steps, want := range map[int]targetState{maxDepth: targetRegular, maxDepth + 1: targetMissing} {
		t.Run(fmt.Sprint(steps), func(t *testing.T) {
			dir := t.TempDir()
			way := strings.Repeat("d/", steps-1)
			must(t, os.MkdirAll(filepath.Join(dir, way), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, way, "body"), nil, 0o644))
			root, err := os.OpenRoot(dir)
			must(t, err)
			defer root.Close()
			f, state, err := openTarget(root, strings.Split(way+"body", "/"))
			must(t, err)
			if f != nil {
				f.Close()
			}
			if state != want {
				t.Errorf("state %v, want %v", state, want)
			}
		})
	}
}
