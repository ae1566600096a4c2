package campaign

import (
	"sync"
	"time"
)

// ledger hands out the cases of a shard and takes their results, in order
// whatever order they come in, up to the lowest that failed.
type ledger struct {
	mu        sync.Mutex
	limit     uint64    // of k, 0 for none
	deadline  time.Time // zero for none
	next      uint64    // to hand out
	committed uint64    // cases that the total counts
	pending   map[uint64]entry
	total     tally
	suspect   *suspicion // the lowest case that failed
	progress  func(t *tally)
}

// suspicion is a case that failed at least once.
type suspicion struct {
	k       uint64
	failure *failure
}

// take hands out the next case; ok is false where there is none to be asked.
func (l *ledger) take() (k uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limit > 0 && l.next >= l.limit || l.suspect != nil && l.next > l.suspect.k ||
		!l.deadline.IsZero() && !time.Now().Before(l.deadline) {
		return 0, false
	}
	l.next++
	return l.next - 1, true
}

// deliver takes the result of a case. One that failed is counted only when that
// is settled.
func (l *ledger) deliver(k uint64, e entry, f *failure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f != nil {
		l.suspectOf(k, f)
	}
	if l.suspect != nil && k > l.suspect.k {
		return
	}
	l.pending[k] = e
	for l.suspect == nil || l.committed < l.suspect.k {
		if !l.commit() {
			break
		}
	}
	l.progress(&l.total)
}

// commit counts the next case, where it was delivered.
func (l *ledger) commit() bool {
	e, there := l.pending[l.committed]
	if there {
		delete(l.pending, l.committed)
		l.total.add(e)
		l.committed++
	}
	return there
}

// accuse says that a case failed after all, though it was delivered as good.
func (l *ledger) accuse(k uint64, f *failure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.suspectOf(k, f)
}

func (l *ledger) suspectOf(k uint64, f *failure) {
	if l.suspect == nil || k < l.suspect.k {
		l.suspect = &suspicion{k, f}
	}
}

// reopen goes on behind a failure that was settled otherwise: the case is judged once
// more, and with it all behind it.
func (l *ledger) reopen() {
	l.suspect = nil
	l.pending = map[uint64]entry{}
	l.next = l.committed
}

// acquit goes on behind a case that proved to be good. What was judged behind it
// before is judged again.
func (l *ledger) acquit() {
	l.commit()
	l.reopen()
}
