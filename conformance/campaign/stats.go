package campaign

import (
	"sync/atomic"
	"time"

	"github.com/tspi-dev/harness/conformance/adapter"
)

// stats are counts over all sessions of a run. They say nothing of the tables, and
// differ from run to run.
type stats struct {
	answered, unanswered, hangs atomic.Int64
	slowest                     atomic.Int64 // answer so far, in nanoseconds
}

func (s *stats) note(r adapter.Result) {
	if r.Outcome != adapter.Answered {
		s.unanswered.Add(1)
		if r.Outcome == adapter.Hang {
			s.hangs.Add(1)
		}
		return
	}
	s.answered.Add(1)
	for took := r.Duration.Nanoseconds(); ; {
		slowest := s.slowest.Load()
		if took <= slowest || s.slowest.CompareAndSwap(slowest, took) {
			return
		}
	}
}

// maxUnanswered is after how many questions an implementation that has never
// answered one is given up.
const maxUnanswered = 40

// silent reports whether nothing was ever answered.
func (s *stats) silent() bool { return s.answered.Load() == 0 && s.unanswered.Load() > 0 }

// Bounds of the time for an answer while a table that hangs is shrunk: a hang is
// waited for again and again.
const (
	leastShortTimeout = 250 * time.Millisecond
	slownessAllowed   = 10 // times the slowest answer
)

// shortTimeout is far longer than any answer has taken, and at most the usual one.
func (s *stats) shortTimeout(usual time.Duration) time.Duration {
	return min(usual, max(leastShortTimeout, slownessAllowed*time.Duration(s.slowest.Load())))
}
