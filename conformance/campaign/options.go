package campaign

import (
	"runtime"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// Options say how a campaign is run. The zero value asks nothing: set Cases or
// Duration.
type Options struct {
	// Profile is the contract that is judged by; nil means tspi.
	Profile *profile.Profile
	Level   law.Level
	Seed    uint64
	// Cases is how many cases the whole campaign has, over all shards; 0 means as
	// many as Duration allows.
	Cases uint64
	// Duration ends the campaign where set: no case is begun after it.
	Duration time.Duration
	// Shard is the part that this run takes; the zero value is the whole.
	Shard Shard
	// Jobs is how many sessions are asked at once; 0 means one per CPU.
	Jobs int
	// Timeout is for one answer; 0 means 10 s.
	Timeout time.Duration
	// Model is the implementation that answers are compared with; nil means the
	// built-in one.
	Model conformance.Answerer
	// OverTheWire has each question and answer written and read, as between processes, where
	// both sides are ours too. Else that is done in one case of 64.
	OverTheWire bool
	// GoOn goes on behind a counterexample, to one for each property. Otherwise the
	// campaign ends with the first.
	GoOn bool
	// Skip are patterns of rules that nothing is held against, with * for any text.
	Skip []string
	// Known are rules of which somebody knows that they fail, with the reason: patterns
	// as in Skip. Their counterexamples are told, and do not fail the campaign.
	Known []conformance.KnownFailure
	// ShrinkTries is how many smaller tables are tried for a counterexample, and
	// ShrinkTime how long; 0 means 3,000, and one minute.
	ShrinkTries int
	ShrinkTime  time.Duration
	// Harness is the version of the program that runs the campaign, for the
	// summary.
	Harness string
	// Progress, where set, is called after each case that was judged, by one
	// goroutine at a time.
	Progress func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Cases     uint64 // judged so far, in this shard
	Total     uint64 // to be judged in this shard; 0 where the time decides
	Shapes    int    // seen at least once
	Shrinking bool   // a counterexample was found, and is being shrunk
	Tries     int    // smaller tables that were tried
}

// Defaults of [Options].
const (
	defaultShrinkTries = 3000
	defaultShrinkTime  = time.Minute
)

func (o Options) withDefaults() Options {
	if o.Profile == nil {
		o.Profile = conformance.DefaultProfile()
	}
	o.Level = o.Profile.LevelOr(o.Level)
	if o.Shard == (Shard{}) {
		o.Shard = Shard{1, 1}
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Timeout <= 0 {
		o.Timeout = adapter.DefaultTimeout
	}
	if o.Model == nil {
		o.Model = o.Profile.Law(o.Level, o.Harness)
	}
	if o.ShrinkTries <= 0 {
		o.ShrinkTries = defaultShrinkTries
	}
	if o.ShrinkTime <= 0 {
		o.ShrinkTime = defaultShrinkTime
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	return o
}
