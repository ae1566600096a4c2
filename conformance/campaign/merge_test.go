package campaign_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
)

// Guards docs/campaigns.md: merge refuses shards that overlap, are missing, are not whole or
// are of another campaign, and says which.
func TestMergeRefuses(t *testing.T) {
	shard := func(index, count uint64) campaign.Summary {
		o := campaign.Options{Seed: 9, Cases: 40, Shard: campaign.Shard{Index: index, Count: count}}
		return *run(t, conformance.InProcess(own(law.Hardened)), o)
	}
	one, two, third := shard(1, 2), shard(2, 2), shard(3, 3)
	if merged, err := campaign.Merge([]*campaign.Summary{&one, &two}, ""); err != nil || merged.Cases != 40 {
		t.Fatalf("the two of two: %v", err)
	}
	edited := func(edit func(s *campaign.Summary)) []*campaign.Summary {
		s := two
		edit(&s)
		return []*campaign.Summary{&one, &s}
	}
	for name, test := range map[string]struct {
		parts []*campaign.Summary
		want  string
	}{
		"none":             {nil, "no summary"},
		"one missing":      {[]*campaign.Summary{&one}, "shard 2/2: is missing"},
		"one twice":        {[]*campaign.Summary{&one, &two, &one}, "shard 1/2: stands there twice"},
		"another division": {[]*campaign.Summary{&one, &third}, "another number of shards"},
		"another seed":     {edited(func(s *campaign.Summary) { s.Seed = "10" }), "another seed"},
		"another level":    {edited(func(s *campaign.Summary) { s.Level = "core" }), "another level"},
		"another length":   {edited(func(s *campaign.Summary) { s.Planned = 41 }), "another number of cases"},
		"another version": {edited(func(s *campaign.Summary) {
			s.Implementation.Version = "2"
		}), "another implementation"},
		"another harness": {edited(func(s *campaign.Summary) { s.Harness = "2" }), "another version of tspi"},
		"another model":   {edited(func(s *campaign.Summary) { s.Model = "x" }), "another model"},
		"an interrupted one": {edited(func(s *campaign.Summary) {
			s.Interrupted = true
		}), "was interrupted after 20 tables"},
		"one given up":  {edited(func(s *campaign.Summary) { s.Aborted = "x" }), "was given up"},
		"a partial one": {edited(func(s *campaign.Summary) { s.Cases = 19 }), "has 19 of its 20 tables"},
		"a count too high": {edited(func(s *campaign.Summary) {
			s.Shapes = append([]campaign.ShapeCount{{Shape: "cycle", Tables: 21}}, s.Shapes[1:]...)
		}), "/shapes/0"},
	} {
		if _, err := campaign.Merge(test.parts, ""); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// Guards harness.md, section 4: every case belongs to exactly one shard.
func TestShards(t *testing.T) {
	for _, text := range []string{"", "1", "0/1", "2/1", "1/0", "1/", "/1", "-1/2", "1/1000001", "1/2/3", "a/b"} {
		if s, err := campaign.ParseShard(text); err == nil {
			t.Errorf("%q is taken for shard %s", text, s)
		}
	}
	for _, text := range []string{"1/1", "3/8", "1000000/1000000"} {
		if s, err := campaign.ParseShard(text); err != nil || s.String() != text {
			t.Errorf("%s: %v", text, err)
		}
	}
}
