package adapter

import (
	"bytes"
	"errors"
	"os"
	"syscall"
	"time"
)

// inbox reads lines from a pipe into memory that is bounded by the longest line.
type inbox struct {
	pipe *os.File
	raw  syscall.RawConn
	max  int // bytes of the longest line, without its end

	buf     []byte // what came and was not taken yet
	scanned int    // so much of buf holds no line end
	ended   bool   // nothing comes any more
}

const (
	firstBuffer = 8 << 10
	// keptBuffer is how much stays allocated for the next line. A longer line is
	// handed out with its buffer, which spares a copy.
	keptBuffer = 1 << 20
)

func newInbox(pipe *os.File, max int) (*inbox, error) {
	raw, err := pipe.SyscallConn()
	return &inbox{pipe: pipe, raw: raw, max: max}, err
}

// until sets the moment at which a waiting read gives up. The past wakes it.
func (in *inbox) until(t time.Time) { _ = in.pipe.SetReadDeadline(t) }

// arrival says what a read has brought.
type arrival int

const (
	more    arrival = iota // bytes, or the end
	nothing                // nothing is there now
	timeUp                 // the moment set by until is past
)

// wait reads once, until something comes.
func (in *inbox) wait() arrival {
	return in.read(in.pipe.Read)
}

// poll reads once what is there already, without waiting.
func (in *inbox) poll() arrival {
	return in.read(func(b []byte) (int, error) { return readNow(in.raw, b) })
}

func (in *inbox) read(f func([]byte) (int, error)) arrival {
	if in.ended {
		return more
	}
	if len(in.buf) == cap(in.buf) {
		in.grow()
	}
	n, err := f(in.buf[len(in.buf):cap(in.buf)])
	in.buf = in.buf[:len(in.buf)+max(n, 0)]
	switch {
	case err == nil:
	case errors.Is(err, os.ErrDeadlineExceeded):
		return timeUp
	case errors.Is(err, errNotNow):
		return nothing
	default: // io.EOF, or a pipe that cannot be read: nothing comes any more
		in.ended = true
	}
	return more
}

// grow makes room, but never for more than one byte beyond the longest line.
func (in *inbox) grow() {
	room := max(2*cap(in.buf), firstBuffer)
	bigger := make([]byte, len(in.buf), min(room, in.max+1))
	copy(bigger, in.buf)
	in.buf = bigger
}

// line takes the next line, without its end, if it is there whole. The end of
// the output ends a line too.
func (in *inbox) line() (line []byte, ok bool) {
	if i := bytes.IndexByte(in.buf[in.scanned:], '\n'); i >= 0 {
		return in.take(in.scanned+i, 1), true
	}
	in.scanned = len(in.buf)
	return nil, false
}

// rest takes everything that came.
func (in *inbox) rest() []byte { return in.take(len(in.buf), 0) }

// take hands out the first n bytes and drops as many behind them as end says.
func (in *inbox) take(n, end int) []byte {
	in.scanned = 0
	if n+end == len(in.buf) && n > keptBuffer {
		out := in.buf[:n:n]
		in.buf = nil
		return out
	}
	out := bytes.Clone(in.buf[:n])
	in.buf = in.buf[:copy(in.buf, in.buf[n+end:])]
	return out
}

// tooLong reports whether what came without a line end is over the limit.
func (in *inbox) tooLong() bool { return in.scanned > in.max }

// empty reports whether everything that came was taken.
func (in *inbox) empty() bool { return len(in.buf) == 0 }
