package parallel_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/tspi-dev/harness/internal/parallel"
)

// on runs a test on so many cores.
func on(t *testing.T, cores int) {
	t.Helper()
	before := runtime.GOMAXPROCS(cores)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// Guards docs/performance.md: each block is worked on once, on however many cores, and
// what is kept by worker is used by one goroutine at a time.
func TestEach(t *testing.T) {
	for _, cores := range []int{1, 2, 7} {
		on(t, cores)
		for _, blocks := range []int{0, 1, 2, 100} {
			done := make([]atomic.Int32, blocks)
			busy := make([]atomic.Bool, parallel.Workers(blocks))
			parallel.Each(blocks, func(worker, block int) {
				if !busy[worker].CompareAndSwap(false, true) {
					t.Errorf("%d cores: worker %d is used twice at once", cores, worker)
				}
				done[block].Add(1)
				busy[worker].Store(false)
			})
			for block := range done {
				if n := done[block].Load(); n != 1 {
					t.Errorf("%d cores: block %d of %d was worked on %d times", cores, block, blocks, n)
				}
			}
		}
	}
}

// Guards docs/performance.md: the same bytes on one core and on many, whichever block is
// ready first.
func TestWriteKeepsTheOrder(t *testing.T) {
	for _, cores := range []int{1, 2, 7} {
		on(t, cores)
		for _, blocks := range []int{0, 1, 2, 500} {
			var got, want bytes.Buffer
			err := parallel.Write(&got, blocks, func(_, block int, text []byte) []byte {
				if block%3 == 0 {
					runtime.Gosched()
				}
				return fmt.Appendf(text, "block %d\n", block)
			})
			for block := range blocks {
				fmt.Fprintf(&want, "block %d\n", block)
			}
			if err != nil || got.String() != want.String() {
				t.Errorf("%d cores, %d blocks: error %v, and other bytes than in order", cores, blocks, err)
			}
		}
	}
}

// full is a writer that takes so many writes and no more.
type full int

var errFull = errors.New("full")

func (f *full) Write(text []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// A writer that fails ends the work: no block is made long after it.
func TestWriteEndsWithItsWriter(t *testing.T) {
	for _, cores := range []int{1, 4} {
		on(t, cores)
		var made atomic.Int32
		room := full(10)
		err := parallel.Write(&room, 100_000, func(_, _ int, text []byte) []byte {
			made.Add(1)
			return append(text, 'x')
		})
		if !errors.Is(err, errFull) || made.Load() > 100 {
			t.Errorf("%d cores: error %v after %d blocks, want that of the writer after a few more than 10", cores, err,
				made.Load())
		}
	}
}

// A panic is the caller's, who may have something to recover.
func TestPanics(t *testing.T) {
	for _, cores := range []int{1, 4} {
		on(t, cores)
		for name, call := range map[string]func(func(int)){
			"Each": func(do func(int)) { parallel.Each(100, func(_, block int) { do(block) }) },
			"Write": func(do func(int)) {
				_ = parallel.Write(&bytes.Buffer{}, 100, func(_, block int, text []byte) []byte {
					do(block)
					return text
				})
			},
		} {
			func() {
				defer func() {
					if cause := recover(); cause != "block 41" {
						t.Errorf("%s on %d cores: recovered %v, want the panic of block 41", name, cores, cause)
					}
				}()
				call(func(block int) {
					if block == 41 {
						panic("block 41")
					}
				})
			}()
		}
	}
}
