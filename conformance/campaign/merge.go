package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/tspi-dev/harness/generators"
)

// Merge joins the summaries of all shards of one campaign to that of the whole,
// as one run would have written it, but for the timing. harness is the version of
// this program, which must have made them: another may draw other tables.
//
// The error says which summary does not belong, is missing, or stands there
// twice.
func Merge(parts []*Summary, harness string) (*Summary, error) {
	if len(parts) == 0 {
		return nil, errors.New("no summary was given")
	}
	if err := belong(parts, harness); err != nil {
		return nil, err
	}
	w, err := worldsNamed(parts[0].Profile)
	if err != nil {
		return nil, err
	}
	if err := complete(parts); err != nil {
		return nil, err
	}
	whole := *parts[0]
	whole.Shard, whole.Problems, whole.Shortcomings = Shard{1, 1}, []string{}, []string{}
	whole.Counterexample, whole.Further = lowest(parts)
	for _, s := range parts {
		for _, shortcoming := range s.Shortcomings {
			if !slices.Contains(whole.Shortcomings, shortcoming) {
				whole.Shortcomings = append(whole.Shortcomings, shortcoming)
			}
		}
	}
	rules := rulesFor(w, whole.Implementation.Ops)
	last := whole.Counterexample
	if whole.GoesOn {
		last = nil // each shard was judged to its end
	}
	total, err := joined(w, parts, rules, last)
	if err != nil {
		return nil, err
	}
	whole.count(w, rules, total)
	whole.conclude(w)
	whole.Timing = together(parts, whole.Cases)
	return &whole, nil
}

// belong refuses summaries that are not of one campaign.
func belong(parts []*Summary, harness string) error {
	first := parts[0]
	for _, s := range parts {
		differs := ""
		switch {
		case s.Harness != harness:
			return fmt.Errorf("shard %s: was run by another version of tspi than this", s.Shard)
		case s.Profile != first.Profile:
			differs = "profile"
		case s.Seed != first.Seed:
			differs = "seed"
		case s.Level != first.Level:
			differs = "level"
		case s.Planned != first.Planned:
			differs = "number of cases"
		case s.Shard.Count != first.Shard.Count:
			differs = "number of shards"
		case !reflect.DeepEqual(s.Implementation, first.Implementation):
			differs = "implementation"
		case s.Model != first.Model:
			differs = "model"
		case s.GoesOn != first.GoesOn:
			differs = "end (--first)"
		case !slices.Equal(s.Skipped, first.Skipped):
			differs = "list of skipped properties"
		}
		if differs != "" {
			return fmt.Errorf("shard %s: has another %s than shard %s", s.Shard, differs, first.Shard)
		}
	}
	return nil
}

// complete refuses a set of shards that is not each of them once, to its end.
func complete(parts []*Summary) error {
	seen := map[uint64]bool{}
	for _, s := range parts {
		switch {
		case seen[s.Shard.Index]:
			return fmt.Errorf("shard %s: stands there twice", s.Shard)
		case s.Interrupted:
			return fmt.Errorf("shard %s: was interrupted after %d tables; run it again", s.Shard, s.Cases)
		case s.Aborted != "":
			return fmt.Errorf("shard %s: was given up: %s", s.Shard, "the implementation gave no answers; run it again")
		case s.Counterexample == nil && len(s.Shortcomings) == 0 && s.Planned > 0 && s.Cases != s.Shard.size(s.Planned):
			return fmt.Errorf("shard %s: has %d of its %d tables; run it again", s.Shard, s.Cases,
				s.Shard.size(s.Planned))
		}
		seen[s.Shard.Index] = true
	}
	count := parts[0].Shard.Count
	for i := uint64(1); i <= count; i++ {
		if !seen[i] {
			return fmt.Errorf("shard %s: is missing", Shard{i, count})
		}
	}
	return nil
}

// lowest are the counterexample of the lowest case and, where the shards went on, the
// lowest that was found of each other rule.
func lowest(parts []*Summary) (first *Counterexample, further []*Counterexample) {
	var all []*Counterexample
	for _, s := range parts {
		all = append(all, s.Counterexamples()...)
	}
	if len(all) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(all, func(a, b *Counterexample) int { return cmp.Compare(a.Case, b.Case) })
	seen := map[muting]bool{}
	for _, c := range all {
		if m := mutingOf(c.Rule, c.Clause, c.Verdict); !seen[m] {
			seen[m] = true
			further = append(further, c)
		}
	}
	if !parts[0].GoesOn {
		return further[0], nil
	}
	return further[0], further[1:]
}

// maxRedrawn bounds the tables that are drawn again, which takes some minutes: a
// summary may claim any number.
const maxRedrawn = 1_000_000

// joined adds up the tallies. Where there is a counterexample, what the others
// judged beyond its case does not count: their tables up to it are drawn again.
func joined(w worlds, parts []*Summary, rules []generators.Property, found *Counterexample) (*tally, error) {
	if err := affordable(parts, found); err != nil {
		return nil, err
	}
	var total tally
	for _, s := range parts {
		t, err := s.tally(w, rules)
		if err != nil {
			return nil, fmt.Errorf("shard %s: %w", s.Shard, err)
		}
		if s.isBeyond(found) {
			seed, _ := parseDecimal(s.Seed)
			drawn := drawTally(w, rules, s.Skipped, seed, s.Shard, found.Case)
			t = &drawn
		}
		total.join(t)
	}
	return &total, nil
}

// isBeyond reports whether a shard has judged cases beyond that of a counterexample.
func (s *Summary) isBeyond(found *Counterexample) bool {
	return found != nil && s.Cases > 0 && s.Shard.at(s.Cases-1) > found.Case
}

// affordable refuses what would draw too many tables again.
func affordable(parts []*Summary, found *Counterexample) error {
	tables := uint64(0)
	for _, s := range parts {
		if !s.isBeyond(found) {
			continue
		}
		if tables += s.Shard.size(found.Case + 1); tables > maxRedrawn {
			return fmt.Errorf(
				"shard %s: its tables up to case %d, the counterexample's, would be drawn again, and of all shards no more than %d are; "+
					"ask the counterexample again with --replay and the summary that has it", s.Shard, found.Case,
				maxRedrawn)
		}
	}
	return nil
}

// join adds another tally.
func (t *tally) join(other *tally) {
	t.cases += other.cases
	t.addSum(other.sum)
	t.shapes = sums(t.shapes, other.shapes)
	t.held = sums(t.held, other.held)
}

func sums(a, b []uint64) []uint64 {
	if a == nil {
		return append(a, b...)
	}
	for i := range b {
		a[i] += b[i]
	}
	return a
}

// tally is what the summary counts.
func (s *Summary) tally(w worlds, rules []generators.Property) (*tally, error) {
	t := &tally{cases: s.Cases}
	var err error
	if t.sum, err = parseDigest(s.Digest); err != nil {
		return nil, err
	}
	if s.Cases == 0 && t.sum != [4]uint64{} {
		return nil, errors.New("/tables_digest: is that of some tables, and none was judged; run the shard again")
	}
	shapes := w.Shapes()
	if len(s.Shapes) != len(shapes) || len(s.Rules) != len(rules) {
		return nil, errors.New("/shapes or /rules: are not those of this version")
	}
	for i, count := range s.Shapes {
		if count.Shape != shapes[i] || count.Tables > s.Cases {
			return nil, fmt.Errorf("/shapes/%d: is not that of this version, or more than all", i)
		}
		t.shapes = append(t.shapes, count.Tables)
	}
	for i, count := range s.Rules {
		switch {
		case count.Rule != rules[i].Name || count.Tables > s.Cases:
			return nil, fmt.Errorf("/rules/%d: is not that of this version, or more than all", i)
		case rules[i].OneIn <= 1 && count.Tables != s.Cases && !matchesRule(s.Skipped, count.Rule):
			return nil,
				fmt.Errorf("/rules/%d: is held against every table, and here against %d of %d; run the shard again", i,
					count.Tables, s.Cases)
		}
		t.held = append(t.held, count.Tables)
	}
	return t, nil
}

// together is the timing of shards that ran side by side.
func together(parts []*Summary, cases uint64) *Timing {
	t := &Timing{}
	for _, s := range parts {
		if s.Timing == nil {
			return nil
		}
		t.Seconds = max(t.Seconds, s.Timing.Seconds)
		t.Questions += s.Timing.Questions
		t.Slow += s.Timing.Slow
	}
	if t.Seconds > 0 {
		t.TablesPerSecond = float64(cases) / t.Seconds
	}
	return t
}
