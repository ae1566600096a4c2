package campaign_test

import (
	"flag"
	"testing"

	"github.com/tspi-dev/harness/internal/law"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/conformance/mutant"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/long"
)

var every = flag.Bool("every", false, "hunt every mutant that generation can reach, not one in sixteen")

// huntOneIn is n where one mutant in n is hunted: all of them take a minute.
func huntOneIn() int {
	switch {
	case *every:
		return 1
	case long.Tests():
		return 8
	}
	return 16
}

// Guards docs/campaigns.md: every mutant that generation can reach is found within 5,000
// tables, and shrunk to the rows that it needs, or one more. `make power` hunts all.
func TestMutantsAreFoundAndShrunk(t *testing.T) {
	t.Parallel() // with what waits for processes
	reached := 0
	for i, m := range mutant.All(tspiprofile.Profile()) {
		if !m.Generated() || i%huntOneIn() != 0 {
			continue
		}
		reached++
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			s := run(t, conformance.InProcess(mutant.Judge(tspiprofile.Profile(), m, m.Level)),
				campaign.Options{Level: m.Level, Seed: 1, Cases: 5000, Jobs: 1})
			c := s.Counterexample
			if c == nil {
				t.Fatalf("%s, clause %s: not found in %d tables", m.Says, m.Clause, s.Cases)
			}
			if c.Op != tspiprofile.OpBundle && c.Shrunk.Rows > m.Size+1 || c.Flaky() {
				t.Errorf(
					"%s, clause %s: %s (%s) shrunk from %d rows to %d in %d tries, want %d; failed %d of %d asks\n%s",
					m.Says, m.Clause, c.Rule, c.Clause,
					c.Found.Rows, c.Shrunk.Rows, c.Tries, m.Size, c.Failed, c.Asked, c.PSText)
			}
		})
	}
	if reached < 4 {
		t.Errorf("only %d mutants are meant to be reached", reached)
	}
}

// Guards harness.md, sections 4 and 5: what differs only in what the contract
// leaves free is never a counterexample.
func TestControlsHold(t *testing.T) {
	t.Parallel()
	for i, level := range []law.Level{law.Hardened, law.Core} {
		for j, c := range tspiprofile.Profile().Controls {
			if !long.Tests() && j%4 != i {
				continue
			}
			t.Run(level.String()+" "+c.Name, func(t *testing.T) {
				t.Parallel()
				s := run(t, conformance.InProcess(tspiprofile.Profile().Control(c, level)),
					campaign.Options{Level: level, Seed: 31, Cases: cases(12), Jobs: 1})
				if s.Verdict != campaign.Held {
					t.Errorf("%s: %s, %+v", c.Says, s.Verdict, s.Counterexample)
				}
			})
		}
	}
}
