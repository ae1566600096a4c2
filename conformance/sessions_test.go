package conformance_test

import (
	"path/filepath"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

// What processes of an adapter share by themselves is a mistake (docs/protocol.md, section 7). It shows with
// challenges even where one job was asked for, since two sessions at least are asked at once; without challenges
// there is no certificate, and one is.
func TestTwoSessionsAreAsked(t *testing.T) {
	t.Setenv(lockVariable, filepath.Join(t.TempDir(), "lock"))
	for _, test := range []struct {
		peer, challenge string
		jobs            int
		passes          bool
	}{
		{"holds a lock", conformance.ChallengeFresh, 2, false},
		{"holds a lock", conformance.ChallengeOff, 1, true},
		{"floods stderr", conformance.ChallengeFresh, 2, true},
	} {
		options := conformance.Options{Only: []string{"tspi/core/4.hint/*", "tspi/core/4.cycle/*"},
			ChallengeMode: test.challenge, Jobs: 1}
		r, err := conformance.Run(t.Context(), process(test.peer), options)
		if err != nil {
			t.Fatal(err)
		}
		green := r.Counts.RequiredGreen == r.Counts.RequiredTotal && r.Counts.Total > 0
		if green != test.passes || r.Jobs != test.jobs || r.OneShot {
			t.Errorf("%s, challenge %s: all green %v, want %v; %d jobs, want %d", test.peer, test.challenge, green,
				test.passes, r.Jobs, test.jobs)
		}
	}
}
