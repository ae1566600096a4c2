package campaign_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

// withWorlds are the profiles of facts of which a campaign can draw worlds.
func withWorlds(t *testing.T) []*profile.Profile {
	var some []*profile.Profile
	for _, p := range conformance.Profiles() {
		if p.Worlds != nil && p.Name != conformance.DefaultProfile().Name {
			some = append(some, p)
		}
	}
	if len(some) == 0 {
		t.Fatal("there is no profile of facts")
	}
	return some
}

// factsCampaign runs a campaign of a profile.
func factsCampaign(t *testing.T, p *profile.Profile, judge profile.Judge, o campaign.Options) *campaign.Summary {
	t.Helper()
	o.Profile = p
	s, err := campaign.Run(t.Context(), conformance.InProcess(judge), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Guards docs/profiles.md, section 1: the law and the second implementation agree on
// generated worlds, either as the model of the other, and every shape is drawn.
func TestLawAndSecondHoldInEachOthersCampaign(t *testing.T) {
	t.Parallel()
	for _, p := range withWorlds(t) {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			lawful, second := p.Law(law.Core, "1"), p.Second(law.Core, nil)
			for _, s := range []*campaign.Summary{
				factsCampaign(t, p, lawful, campaign.Options{Seed: 7, Cases: cases(1500), Model: second}),
				factsCampaign(t, p, second, campaign.Options{Seed: 8, Cases: cases(1500)}),
			} {
				if s.Verdict != campaign.Held || s.Profile != p.Name || s.Level != "core" {
					t.Errorf("%s of %s at %s: %+v", s.Verdict, s.Profile, s.Level, s.Counterexample)
				}
				for _, shape := range s.Shapes {
					if shape.Tables == 0 && s.Cases >= 1000 {
						t.Errorf("no world with shape %s", shape.Shape)
					}
				}
			}
		})
	}
}

// huntFactsOneIn is n where one mutant of facts in n is hunted: all of them take three minutes.
func huntFactsOneIn() int {
	switch {
	case *every:
		return 1
	case long.Tests():
		return 5
	}
	return 12
}

// Guards that every property of facts can fail, that a mutant of the second implementation is
// found, shrunk and told as facts, saved as a case that it fails, and replayed.
func TestMutantsOfFactsAreFoundShrunkAndReplayed(t *testing.T) {
	t.Parallel()
	for _, p := range withWorlds(t) {
		for i, m := range p.Mutants {
			if !m.Generated() || i%huntFactsOneIn() != 0 {
				continue
			}
			t.Run(p.Name+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				wrong := p.Second(law.Core, profile.Only(m.Name))
				s := factsCampaign(t, p, wrong, campaign.Options{Seed: 1, Cases: 20_000, Jobs: 1})
				c := s.Counterexample
				if c == nil {
					t.Fatalf("%s, clause %s: not found in %d worlds", m.Says, m.Clause, s.Cases)
				}
				if c.Flaky() || c.Shrunk.Rows > max(5, m.Size+2) || c.Facts == nil {
					t.Errorf("%s: shrunk from %d entities to %d, failed %d of %d asks: %s", c.Rule, c.Found.Rows,
						c.Shrunk.Rows, c.Failed, c.Asked, c.Facts)
				}
				text, err := json.Marshal(c.Replay)
				if err != nil {
					t.Fatal(err)
				}
				replay, err := campaign.ReadReplay(text)
				if err != nil {
					t.Fatal(err)
				}
				if again, err := replay.Again(t.Context(), conformance.InProcess(wrong),
					campaign.Options{}); err != nil || again == nil {
					t.Errorf("%s: does not fail again: %v", c.Rule, err)
				}
				if held, err := replay.Again(t.Context(), conformance.InProcess(p.Second(law.Core, nil)),
					campaign.Options{}); err != nil || held != nil {
					t.Errorf("%s: a right implementation fails: %v, %+v", c.Rule, err, held)
				}
				id, file, err := c.CaseFile(t.Context(), p.Law(law.Core, "1"))
				if err != nil {
					t.Fatal(err)
				}
				saved, err := p.ParseCase(id, file)
				if err != nil || !strings.HasPrefix(id, p.Name+"/core/") || saved.Op != c.Op {
					t.Errorf("%s: %v", id, err)
				}
			})
		}
	}
}

// Guards that a campaign depends on its seed alone: the jobs and the shards change nothing but
// the timing.
func TestCampaignsOfFactsAreDetermined(t *testing.T) {
	t.Parallel()
	for _, p := range withWorlds(t) {
		var texts [][]byte
		for _, jobs := range []int{1, 4} {
			broken := profile.Only(p.Mutants[len(p.Mutants)-1].Name)
			s := factsCampaign(t, p, p.Second(law.Core, broken),
				campaign.Options{Seed: 3, Cases: cases(300), Jobs: jobs, GoOn: true})
			s.Timing = nil
			text, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		if !bytes.Equal(texts[0], texts[1]) {
			t.Errorf("%s: one job and four judge differently", p.Name)
		}
		var parts []*campaign.Summary
		for i := range uint64(3) {
			parts = append(parts, factsCampaign(t, p, p.Law(law.Core, "1"),
				campaign.Options{Seed: 3, Cases: 90, Shard: campaign.Shard{Index: i + 1, Count: 3}}))
		}
		whole := factsCampaign(t, p, p.Law(law.Core, "1"), campaign.Options{Seed: 3, Cases: 90})
		joined, err := campaign.Merge(parts, "")
		if err != nil || joined.Digest != whole.Digest || joined.Profile != p.Name || joined.Verdict != campaign.Held {
			t.Errorf("%s: %v, %+v", p.Name, err, joined)
		}
		parts[1].Profile = conformance.DefaultProfile().Name
		if _, err := campaign.Merge(parts, ""); err == nil {
			t.Errorf("%s: shards of two profiles were joined", p.Name)
		}
	}
}

// BenchmarkFacts judges worlds of facts with all their properties, beside the second
// implementation.
func BenchmarkFacts(b *testing.B) {
	for _, p := range conformance.Profiles() {
		if p.Worlds == nil || p.Name == conformance.DefaultProfile().Name {
			continue
		}
		b.Run(p.Name, func(b *testing.B) {
			worlds := uint64(0)
			for b.Loop() {
				s, err := campaign.Run(b.Context(), conformance.InProcess(p.Second(law.Core, nil)),
					campaign.Options{Profile: p, Seed: worlds, Cases: 500, Jobs: 2})
				if err != nil || s.Counterexample != nil {
					b.Fatal(err, s)
				}
				worlds += s.Cases
			}
			b.ReportMetric(float64(worlds)/b.Elapsed().Seconds(), "worlds/s")
		})
	}
}
