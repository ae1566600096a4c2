package adapter

import (
	"errors"
	"os"
	"sync"
	"syscall"
	"time"
)

// tail drains standard error and keeps its end in bounded memory.
type tail struct {
	pipe *os.File
	raw  syscall.RawConn
	max  int
	done chan struct{} // closed when nothing is read any more

	mu    sync.Mutex
	ring  []byte // at most max bytes; once full, the oldest stands at total%max
	total int64  // bytes that came in all
}

func newTail(pipe *os.File, max int) (*tail, error) {
	raw, err := pipe.SyscallConn()
	return &tail{pipe: pipe, raw: raw, max: max, done: make(chan struct{})}, err
}

// drain reads until the end, or until stop.
func (t *tail) drain() {
	defer close(t.done)
	chunk := make([]byte, 16<<10)
	for {
		n, err := t.pipe.Read(chunk)
		t.keep(chunk[:n])
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.sweep(chunk)
			return
		}
		if err != nil {
			return
		}
	}
}

// sweep reads what is still in the pipe once its writers were ended. It is
// bounded, because a descendant that left the group may go on writing.
func (t *tail) sweep(chunk []byte) {
	_ = t.pipe.SetReadDeadline(time.Time{})
	for range 128 {
		n, err := readNow(t.raw, chunk)
		t.keep(chunk[:max(n, 0)])
		if err != nil {
			return
		}
	}
}

// stop ends the draining without waiting for those who keep the pipe open.
func (t *tail) stop() {
	_ = t.pipe.SetReadDeadline(past)
	<-t.done
	_ = t.pipe.Close()
}

func (t *tail) keep(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := int(t.total % int64(t.max)) // where the next byte goes
	t.total += int64(len(b))
	if skip := len(b) - t.max; skip > 0 {
		at = (at + skip) % t.max
		b = b[skip:]
	}
	for len(b) > 0 {
		n := min(len(b), t.max-at)
		if at+n > len(t.ring) {
			t.ring = append(t.ring, make([]byte, at+n-len(t.ring))...)
		}
		copy(t.ring[at:], b[:n])
		b, at = b[n:], (at+n)%t.max
	}
}

// mark is the place that the output has reached.
func (t *tail) mark() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// since returns a copy of what came behind mark, as far as it is kept, and how
// many bytes of it are not.
func (t *tail) since(mark int64) (kept []byte, dropped int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	from := max(mark, t.total-int64(t.max))
	if from == t.total {
		return nil, 0
	}
	start, n := int(from%int64(t.max)), int(t.total-from)
	kept = append(kept, t.ring[start:min(start+n, len(t.ring))]...)
	kept = append(kept, t.ring[:n-len(kept)]...)
	return kept, from - mark
}
