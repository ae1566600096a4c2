package campaign_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/internal/long"
)

// shortTimeout cuts short what is meant to hang.
const shortTimeout = 1500 * time.Millisecond

// Guards harness.md, sections 2 and 4, through real processes: a crash, a hang and
// output that is no answer are counterexamples by their own verdict, never
// successes, and are shrunk across restarts; so are answers that are wrong at
// times only. A neighbour that does the same without the fault holds.
func TestHostileProcesses(t *testing.T) {
	t.Parallel() // what hangs is waited for
	for name, test := range map[string]struct {
		verdict conformance.Verdict
		rows    int // of the smallest table
		flaky   bool
	}{
		"crashes on a defunct row": {conformance.Crash, 1, false},
		"hangs on a defunct row":   {conformance.Hang, 1, false},
		"babbles on a defunct row": {conformance.Garbage, 1, false},
		"lies every third time":    {conformance.Fail, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := campaign.Options{Seed: 2, Cases: 300, Jobs: 2}
			if test.verdict == conformance.Hang {
				long.Only(t, "each step of shrinking waits for a hang")
				o.Timeout = shortTimeout
			}
			s := run(t, process(name), o)
			c := s.Counterexample
			if s.Verdict != campaign.Failed || c == nil {
				t.Fatalf("%s after %d tables", s.Verdict, s.Cases)
			}
			t.Logf("case %d: %s, %d rows to %d in %d tries, failed %d of %d\n%s", c.Case, c.Rule, c.Found.Rows,
				c.Shrunk.Rows, c.Tries, c.Failed, c.Asked, c.PSText)
			if c.Verdict != test.verdict || c.Shrunk.Rows > test.rows+1 || c.Flaky() != test.flaky {
				t.Errorf("%s, %d rows, failed %d of %d; want %s, %d rows", c.Verdict, c.Shrunk.Rows, c.Failed, c.Asked,
					test.verdict, test.rows)
			}
			if test.verdict != conformance.Fail &&
				(c.Rule != campaign.RuleAnswers || !strings.Contains(c.PSText+string(c.Beside), "<defunct>")) {
				t.Errorf("rule %s on\n%s%s", c.Rule, c.PSText, c.Beside)
			}
			saved(t, s)
		})
	}
	t.Run("honest", func(t *testing.T) {
		if s := run(t, process("honest"), campaign.Options{Seed: 2, Cases: 40, Jobs: 2}); s.Counterexample != nil ||
			s.Cases != 40 {
			t.Errorf("%s after %d tables: %+v", s.Verdict, s.Cases, s.Counterexample)
		}
	})
}

// Guards harness.md, sections 2 and 6: what answers nothing at all is given up, in
// bounded time, and is no counterexample of a table.
func TestSilentProcessesAreGivenUp(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"crashes on everything", "hangs on everything"} {
		began := time.Now()
		s := run(t, process(name), campaign.Options{Seed: 2, Cases: 100, Jobs: 1, Timeout: shortTimeout})
		if s.Aborted == "" || s.Verdict == campaign.Held || time.Since(began) > time.Minute {
			t.Errorf("%s: %s, %q", name, s.Verdict, s.Aborted)
		}
	}
}
