package parallel

import (
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers is how many goroutines work on so many blocks: one a core, and never more than
// there are blocks.
func Workers(blocks int) int { return max(1, min(runtime.GOMAXPROCS(0), blocks)) }

// Each calls do for every block from 0 to blocks-1, and returns when all are done. worker
// counts the goroutines, from 0 to [Workers](blocks)-1: what do keeps by worker is used by
// one goroutine at a time. A single block is worked on by the caller's own goroutine. A
// panic in do is the caller's.
func Each(blocks int, do func(worker, block int)) {
	workers := Workers(blocks)
	if workers == 1 {
		for block := range blocks {
			do(0, block)
		}
		return
	}
	var (
		g    group
		next atomic.Int64
	)
	for worker := range workers {
		g.start(func() {
			for block := int(next.Add(1)) - 1; block < blocks && !g.failed(); block = int(next.Add(1)) - 1 {
				g.call(func() { do(worker, block) })
			}
		})
	}
	g.wait()
}

// ahead is how many blocks a core may be ahead of what is written: it bounds the memory,
// and keeps a core busy while a slow block is waited for.
const ahead = 3

// Write writes the blocks from 0 to blocks-1 one behind the other. work appends a block to a
// text that is empty and has memory of a block that is written already; worker is as for
// [Each]. The error is the writer's, behind which nothing more is written.
func Write(w io.Writer, blocks int, work func(worker, block int, text []byte) []byte) error {
	workers := Workers(blocks)
	if workers == 1 {
		var text []byte
		for block := range blocks {
			text = work(0, block, text[:0])
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		return nil
	}
	// Who has a text takes the next block. So the blocks that are worked on, or wait to be
	// written, follow one another, and each has a place of its own in made.
	texts := make(chan []byte, ahead*workers)
	made := make([]chan []byte, cap(texts))
	for i := range made {
		made[i] = make(chan []byte, 1)
		texts <- nil
	}
	var (
		g    group
		next atomic.Int64
	)
	for worker := range workers {
		g.start(func() {
			for text := range texts {
				block := int(next.Add(1)) - 1
				if block >= blocks {
					return
				}
				g.call(func() { text = work(worker, block, text[:0]) })
				made[block%len(made)] <- text
			}
		})
	}
	var err error
	for block := 0; block < blocks && err == nil; block++ {
		text := <-made[block%len(made)]
		if g.failed() {
			break
		}
		_, err = w.Write(text)
		texts <- text
	}
	next.Store(int64(blocks))
	close(texts)
	g.wait()
	return err
}

// group is the goroutines of one call.
type group struct {
	running  sync.WaitGroup
	panicked atomic.Pointer[any] // what the first panic was of
}

func (g *group) start(work func()) { g.running.Go(work) }

// call calls a function and keeps what it panics with.
func (g *group) call(do func()) {
	defer func() {
		if cause := recover(); cause != nil {
			g.panicked.CompareAndSwap(nil, &cause)
		}
	}()
	do()
}

func (g *group) failed() bool { return g.panicked.Load() != nil }

// wait waits for all, and panics as one of them did.
func (g *group) wait() {
	g.running.Wait()
	if cause := g.panicked.Load(); cause != nil {
		panic(*cause)
	}
}
