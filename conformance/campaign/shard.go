package campaign

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of Count equal parts of a campaign: the cases Index-1,
// Index-1+Count, Index-1+2·Count and so on. Index counts from 1.
type Shard struct {
	Index uint64 `json:"index"`
	Count uint64 `json:"count"`
}

// maxShards bounds the shards of a campaign.
const maxShards = 1_000_000

// ParseShard reads I/N, as "3/8".
func ParseShard(text string) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, errIndex := strconv.ParseUint(index, 10, 64)
	n, errCount := strconv.ParseUint(count, 10, 64)
	s := Shard{i, n}
	if !ok || errIndex != nil || errCount != nil || !s.valid() {
		return Shard{}, fmt.Errorf("want I/N, with I from 1 to N, and N at most %d", maxShards)
	}
	return s, nil
}

func (s Shard) valid() bool { return 1 <= s.Index && s.Index <= s.Count && s.Count <= maxShards }

// String is I/N.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// at is the case that the shard asks k-th, from 0.
func (s Shard) at(k uint64) uint64 { return s.Index - 1 + k*s.Count }

// size is how many of the first n cases are the shard's.
func (s Shard) size(n uint64) uint64 {
	if n < s.Index {
		return 0
	}
	return (n-s.Index)/s.Count + 1
}
