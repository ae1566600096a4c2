package conformance

import (
	"io/fs"
	"runtime"
	"time"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// Options say how a run is done. The zero value is a hardened run of the current
// suite with fresh challenges.
type Options struct {
	// Profile is the contract that judges; nil means [DefaultProfile].
	Profile *profile.Profile
	// Level is a level of the profile. The zero value is its default.
	Level law.Level
	// Cases is the tree of cases; nil means the embedded one.
	Cases fs.FS
	// Suite is the suite version that judges; 0 means the profile's current one.
	Suite int
	// Only and Skip are patterns of case ids, in which * stands for any text.
	Only, Skip []string
	// Known are failures that somebody expects.
	Known []KnownFailure
	// ChallengeMode is "" or [ChallengeFresh], [ChallengeSeed] or [ChallengeOff].
	ChallengeMode string
	// Seed repeats the challenges of an earlier run, with ChallengeSeed.
	Seed string
	// Jobs is how many sessions are asked at once; 0 means one per CPU. With challenges, an adapter that is a
	// process has two at least.
	Jobs int
	// Timeout is for one answer; 0 means 10 s.
	Timeout time.Duration
	// Layouts, where set, keep the folders of cases for further runs. Only an
	// implementation that is known to write nothing into them may be asked so.
	Layouts *Layouts
	// Harness is the version of the program that runs the suite, for the report.
	Harness string
	// CreatedAt is the clock of the report; the zero time means now.
	CreatedAt time.Time
	// Progress, where set, is called from time to time with what is done.
	Progress func(done, total, notGreen int)
}

// Variants is how many perturbed variants are made of each case.
const Variants = 2

// repeatEvery says that one question in so many is asked a second time: a
// long-lived adapter may keep state.
const repeatEvery = 10

func (o Options) withDefaults() Options {
	if o.Profile == nil {
		o.Profile = DefaultProfile()
	}
	o.Level = o.Profile.LevelOr(o.Level)
	if o.Suite == 0 {
		o.Suite = o.Profile.Suite
	}
	if o.ChallengeMode == "" {
		o.ChallengeMode = ChallengeFresh
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Timeout <= 0 {
		o.Timeout = 10 * time.Second
	}
	if o.CreatedAt.IsZero() {
		o.CreatedAt = time.Now()
	}
	return o
}
