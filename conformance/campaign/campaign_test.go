package campaign_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/law"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/internal/long"
)

// cases is how many a test asks: more in the long run.
func cases(n uint64) uint64 {
	if long.Tests() {
		return n
	}
	return n / 4
}

func run(t *testing.T, impl conformance.Implementation, o campaign.Options) *campaign.Summary {
	t.Helper()
	s, err := campaign.Run(t.Context(), impl, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// inProcess is a faulty implementation without a process.
func inProcess(answer answerFunc) conformance.Implementation {
	return conformance.InProcess(faulty{own(law.Hardened), answer})
}

// steady is the text of a summary without what a clock says.
func steady(t *testing.T, s *campaign.Summary) string {
	t.Helper()
	s.Timing = nil
	text, err := json.Marshal(s, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Guards harness.md, section 4: our own implementation holds at both levels, with
// the built-in one beside it, whose answers are its own.
func TestOwnImplementationHolds(t *testing.T) {
	for _, level := range []law.Level{law.Hardened, law.Core} {
		s := run(t, conformance.InProcess(own(level)), campaign.Options{Level: level, Seed: 11, Cases: cases(160)})
		if s.Verdict != campaign.Held || s.Cases != cases(160) || s.Counterexample != nil {
			t.Errorf("%s: %s after %d tables: %+v", level, s.Verdict, s.Cases, s.Counterexample)
		}
		for _, shape := range s.Shapes {
			if shape.Tables > s.Cases {
				t.Errorf("%s in %d of %d tables", shape.Shape, shape.Tables, s.Cases)
			}
		}
	}
}

// Guards docs/campaigns.md: a campaign with the same seed is the same campaign, byte for
// byte, whatever the number of jobs; with another seed it has other tables.
func TestSameSeedSameCampaign(t *testing.T) {
	o := campaign.Options{Seed: 3, Cases: cases(60), Jobs: 1}
	for name, impl := range map[string]conformance.Implementation{
		"held": conformance.InProcess(own(law.Hardened)), "failed": inProcess(wrong["stops a hop early"].answer),
	} {
		first := steady(t, run(t, impl, o))
		for _, jobs := range []int{1, 4} {
			o := o
			o.Jobs = jobs
			if again := steady(t, run(t, impl, o)); again != first {
				t.Errorf("%s, %d jobs:\n%s\nand with one job\n%s", name, jobs, again, first)
			}
		}
	}
	a, b := run(t, conformance.InProcess(own(law.Hardened)), o), o
	b.Seed = 4
	if other := run(t, conformance.InProcess(own(law.Hardened)), b); a.Digest == other.Digest {
		t.Error("two seeds have the same tables")
	}
}

// Guards docs/campaigns.md: one run and the shards of it have the same tables, verdict and
// shrunk counterexample.
func TestShardsJoinToTheWhole(t *testing.T) {
	for name, impl := range map[string]conformance.Implementation{
		"held": conformance.InProcess(own(law.Hardened)), "failed": inProcess(wrong["stops a hop early"].answer),
	} {
		o := campaign.Options{Seed: 5, Cases: cases(60)}
		whole := steady(t, run(t, impl, o))
		var parts []*campaign.Summary
		for i := range uint64(4) {
			o.Shard = campaign.Shard{Index: 4 - i, Count: 4}
			parts = append(parts, saved(t, run(t, impl, o)))
		}
		merged, err := campaign.Merge(parts, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := steady(t, merged); got != whole {
			t.Errorf("%s: four shards\n%s\nand one run\n%s", name, got, whole)
		}
	}
}

// saved is a summary that was written and read back.
func saved(t *testing.T, s *campaign.Summary) *campaign.Summary {
	t.Helper()
	text, err := json.Marshal(s, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	again, err := campaign.ReadSummary(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if second, _ := json.Marshal(again, json.Deterministic(true)); !bytes.Equal(text, second) {
		t.Errorf("a summary is another after it was saved")
	}
	return again
}

// Guards docs/campaigns.md: each wrong implementation is found, its counterexample names its
// case and is shrunk to the fewest rows that show it, or one more.
func TestWrongImplementationsAreFoundAndShrunk(t *testing.T) {
	for name, test := range wrong {
		t.Run(name, func(t *testing.T) {
			c := found(t, name)
			t.Logf("case %d: %s (%s), %d rows to %d in %d tries: %v\n%s", c.Case, c.Rule, c.Clause, c.Found.Rows,
				c.Shrunk.Rows, c.Tries, c.Differences, c.PSText)
			if c.Shrunk.Rows > test.rows+1 || c.Flaky() || c.Verdict != conformance.Fail || len(c.Differences) == 0 {
				t.Errorf("shrunk to %d rows, want %d; %d of %d asks", c.Shrunk.Rows, test.rows, c.Failed, c.Asked)
			}
		})
	}
}

// found is the counterexample of a wrong implementation, looked for once.
func found(t *testing.T, name string) *campaign.Counterexample {
	t.Helper()
	once, _ := counterexamples.LoadOrStore(name, sync.OnceValue(func() *campaign.Summary {
		s, err := campaign.Run(context.Background(), inProcess(wrong[name].answer),
			campaign.Options{Seed: 1, Cases: 2000, Jobs: 1})
		if err != nil {
			return nil
		}
		return s
	}))
	s := once.(func() *campaign.Summary)()
	if s == nil || s.Verdict != campaign.Failed || s.Counterexample == nil || s.Counterexample.Case != s.Cases-1 {
		t.Fatalf("nothing is found: %+v", s)
	}
	return s.Counterexample
}

var counterexamples sync.Map // of a function that returns a *campaign.Summary, by name

// Guards harness.md, section 4: a campaign that is limited by time ends with it,
// and says how far it came.
func TestDuration(t *testing.T) {
	s := run(t, conformance.InProcess(own(law.Hardened)), campaign.Options{Seed: 1, Duration: 300 * time.Millisecond})
	if s.Planned != 0 || s.Cases == 0 || s.Timing.Seconds > 60 {
		t.Errorf("%d tables in %f s", s.Cases, s.Timing.Seconds)
	}
}
