//go:build unix

package adapter_test

import (
	"errors"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// guard is how long a test waits for something that must come. It measures
// nothing: it is there so that a test that cannot end says so.
const guard = 30 * time.Second

// A wire joins a test with all processes that its client starts, and with their
// descendants: they inherit its ends, whatever they do with their own pipes. Its
// end of file is the proof that none of them is left.
type wire struct {
	t       *testing.T
	heard   *os.File // what the processes tell
	hold    int      // our copy of the end that they inherit
	release *os.File // closing it, or a byte, releases those who wait
	theirs  int
}

const (
	tellVariable    = "ADAPTER_TEST_TELL"
	releaseVariable = "ADAPTER_TEST_RELEASE"
)

func newWire(t *testing.T) *wire {
	t.Helper()
	w := &wire{t: t}
	w.heard, w.hold = inheritable(t, true)
	w.release, w.theirs = inheritable(t, false)
	t.Cleanup(func() {
		_ = w.heard.Close()
		_ = w.release.Close()
		_ = unix.Close(w.theirs)
		if w.hold >= 0 {
			_ = unix.Close(w.hold)
		}
	})
	return w
}

// inheritable makes a pipe, our end as a file and theirs as a descriptor that
// every child inherits. It is a high one, out of the way of others.
func inheritable(t *testing.T, weRead bool) (ours *os.File, theirs int) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ours, other := r, w
	if !weRead {
		ours, other = w, r
	}
	theirs, err = unix.FcntlInt(other.Fd(), unix.F_DUPFD, 50)
	if err != nil {
		t.Fatal(err)
	}
	_ = other.Close()
	return ours, theirs
}

func (w *wire) env(behaviour string) []string {
	return append(os.Environ(),
		"GORACE=atexit_sleep_ms=0", // the race detector has every process sleep for 1 s at its end
		behaviourVariable+"="+behaviour,
		tellVariable+"="+strconv.Itoa(w.hold),
		releaseVariable+"="+strconv.Itoa(w.theirs))
}

// await waits until a process tells something.
func (w *wire) await() {
	w.t.Helper()
	_ = w.heard.SetReadDeadline(time.Now().Add(guard))
	if _, err := io.ReadFull(w.heard, make([]byte, 1)); err != nil {
		w.t.Fatalf("no process told that it had come so far: %v", err)
	}
}

// free lets one process that waits go on.
func (w *wire) free() {
	w.t.Helper()
	if _, err := w.release.Write([]byte{'g'}); err != nil {
		w.t.Fatal(err)
	}
}

// allGone waits until no process that inherited the wire is left.
func (w *wire) allGone() {
	w.t.Helper()
	_ = unix.Close(w.hold)
	w.hold = -1
	_ = w.heard.SetReadDeadline(time.Now().Add(guard))
	if _, err := io.Copy(io.Discard, w.heard); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			w.t.Fatal("a process was left behind")
		}
		w.t.Fatal(err)
	}
}

// tell is the processes' side of await.
func tell(b byte) { _, _ = unix.Write(inherited(tellVariable), []byte{b}) }

// awaitRelease is the processes' side of free. It returns too when the test ends.
func awaitRelease() {
	for {
		if _, err := unix.Read(inherited(releaseVariable), make([]byte, 1)); err != unix.EINTR {
			return
		}
	}
}

// inherited is a bare descriptor: an *os.File would close it when collected.
func inherited(variable string) int {
	fd, err := strconv.Atoi(os.Getenv(variable))
	if err != nil {
		os.Exit(93)
	}
	return fd
}
