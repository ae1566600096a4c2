package campaign

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
)

// ReadSummary reads a summary that was saved as JSON. It is strict, and refuses
// what no campaign writes. It is no proof of origin: whoever can edit a summary
// can edit all of it.
func ReadSummary(text []byte) (*Summary, error) {
	s := &Summary{}
	if err := json.Unmarshal(text, s, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("no summary of a campaign: %w", withoutText(err))
	}
	return s, s.check()
}

func (s *Summary) check() error {
	w, err := worldsNamed(s.Profile)
	if err != nil {
		return err
	}
	level, errLevel := law.ParseLevel(s.Level)
	_, errSeed := parseDecimal(s.Seed)
	_, errDigest := parseDigest(s.Digest)
	switch {
	case s.Schema != SummarySchema:
		return fmt.Errorf("/schema: want %s", SummarySchema)
	case errLevel != nil || !w.of().HasLevel(level):
		return errors.New("/level: want " + levelsOf(w))
	case errSeed != nil:
		return errors.New("/seed: want an integer from 0 to 2^64-1 in a string")
	case errDigest != nil:
		return errDigest
	case !s.Shard.valid():
		return errors.New("/shard: want an index from 1 to the count")
	case s.Planned > 0 && s.Cases > s.Shard.size(s.Planned):
		return errors.New("/cases: are more than the shard has")
	}
	if err := errors.Join(s.numbers(), s.texts()); err != nil {
		return err
	}
	if s.Counterexample == nil && len(s.Further) > 0 || len(s.Further) > 0 && !s.GoesOn {
		return errors.New(
			"/further_counterexamples: stand there without a first one, or in a campaign that ends with it")
	}
	if len(s.Further) > 2*len(allRules(w)) {
		return errors.New("/further_counterexamples: are more than there are rules")
	}
	for i, c := range s.Counterexamples() {
		place := "/counterexample"
		if i > 0 {
			place = fmt.Sprintf("/further_counterexamples/%d", i-1)
		}
		if err := c.check(w, s, place); err != nil {
			return err
		}
	}
	if c := s.Counterexample; c != nil && !s.GoesOn {
		// An interrupted run may not have judged all cases below it, nor shards that
		// ended by the clock.
		if whole := !s.Interrupted && s.Planned > 0; whole && (s.Cases == 0 || c.Case != s.Shard.at(s.Cases-1)) {
			return errors.New("/counterexample: is not the last case")
		}
	}
	again := *s
	again.Problems = nil
	again.conclude(w)
	if again.Verdict != s.Verdict || !reflect.DeepEqual(append([]string{}, again.Problems...), s.Problems) {
		return errors.New("/verdict: does not follow from the rest")
	}
	return nil
}

func parseDigest(text string) ([4]uint64, error) {
	var sum [4]uint64
	digits, ok := strings.CutPrefix(text, digestPrefix)
	if _, err := fmt.Sscanf(digits, "%16x%16x%16x%16x", &sum[3], &sum[2], &sum[1], &sum[0]); err != nil || !ok ||
		len(digits) != 64 {
		return sum, fmt.Errorf("/tables_digest: want %s and 64 hex digits", digestPrefix)
	}
	return sum, nil
}

// check refuses what no campaign writes of a counterexample: its words are those of the
// replay file, which are checked against what there is, or texts of ours.
func (c *Counterexample) check(w worlds, s *Summary, place string) error {
	if err := c.Replay.check(); err != nil {
		return fmt.Errorf("%s/replay: %w", place, err)
	}
	if c.Case != c.Replay.Case || c.Rule != c.Replay.Rule || c.During != "" && c.During != c.Replay.During ||
		c.Clause != c.Replay.Clause || c.Verdict != c.Replay.Verdict || s.Level != c.Replay.Level ||
		s.Profile != c.Replay.Profile || s.Seed != c.Replay.Seed {
		return errors.New(place + "/replay: is that of another counterexample")
	}
	switch {
	case c.Case%s.Shard.Count != s.Shard.Index-1 || c.Case > s.Shard.at(maxJudged) || s.Planned > 0 &&
		c.Case >= s.Planned:
		return errors.New(place + "/case: is none of the shard's cases; run the shard again")
	case c.Failed < 0 || c.Failed > c.Asked:
		return errors.New(place + "/failed: want from 0 to as many as it was asked; run the shard again")
	case !slices.Contains(conformance.Classes(), c.Class):
		return errors.New(place + "/class: want unsafe, wrong or over-cautious")
	case c.Family != "" &&
		!slices.Contains([]string{string(generators.Safety), string(generators.Relation), string(generators.Model),
			string(generators.Injected), string(familyBundle)}, c.Family):
		return errors.New(place + "/family: there is no such family")
	}
	if c.Op != "" && !slices.Contains(w.of().OpNames(), c.Op) {
		return errors.New(place + "/op: there is no such operation")
	}
	if len(c.Differences) > maxFound || len(c.Planted) > maxNames {
		return errors.New(place + ": has more differences or planted faults than a campaign writes")
	}
	for _, text := range slices.Concat([]string{c.Detail, c.Wrote, c.Known}, c.Planted) {
		if err := fit(place, text, maxSentence); err != nil {
			return err
		}
	}
	for i, d := range c.Differences {
		for _, text := range []string{d.Clause, string(d.Kind), d.Path, d.Want, d.Got} {
			if err := plainText(fmt.Sprintf("%s/differences/%d", place, i), text, maxDifference); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bounds of differences: how many, and the bytes of one of their texts.
const (
	maxFound      = 100
	maxDifference = 2000
)
