package campaign

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/tspi"
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
	_, errLevel := tspi.ParseLevel(s.Level)
	_, errSeed := parseDecimal(s.Seed)
	_, errDigest := parseDigest(s.Digest)
	switch {
	case s.Schema != SummarySchema:
		return fmt.Errorf("/schema: want %s", SummarySchema)
	case errLevel != nil:
		return errors.New("/level: want core or hardened")
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
	if c := s.Counterexample; c != nil {
		if err := c.Replay.check(); err != nil {
			return fmt.Errorf("/counterexample/replay: %w", err)
		}
		if c.Case != c.Replay.Case || c.Rule != c.Replay.Rule {
			return errors.New("/counterexample/replay: is that of another counterexample")
		}
		// An interrupted run may not have judged all cases below it, nor shards that
		// ended by the clock.
		if whole := !s.Interrupted && s.Planned > 0; whole && (s.Cases == 0 || c.Case != s.Shard.at(s.Cases-1)) {
			return errors.New("/counterexample: is not the last case")
		}
	}
	again := *s
	again.Problems = nil
	again.conclude()
	if again.Verdict != s.Verdict || !reflect.DeepEqual(append([]string{}, again.Problems...), s.Problems) {
		return errors.New("/verdict: does not follow from the rest")
	}
	return nil
}

func parseDigest(text string) ([4]uint64, error) {
	var sum [4]uint64
	digits, ok := strings.CutPrefix(text, digestPrefix)
	if _, err := fmt.Sscanf(digits, "%16x%16x%16x%16x", &sum[3], &sum[2], &sum[1], &sum[0]); err != nil || !ok || len(digits) != 64 {
		return sum, fmt.Errorf("/tables_digest: want %s and 64 hex digits", digestPrefix)
	}
	return sum, nil
}
