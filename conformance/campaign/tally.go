package campaign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// tally counts the cases that were judged. It depends on the tables alone, so the
// tallies of shards add up to that of one run, and that of any range of cases can
// be drawn again.
type tally struct {
	cases  uint64
	sum    [4]uint64 // least significant first
	shapes []uint64  // tables with each shape
	held   []uint64  // tables that each property was held against
}

// entry is what one case adds.
type entry struct {
	sum    [4]uint64
	shapes []bool
	held   []bool
}

// newEntry is the entry of case i, whose input was sent as these bytes.
func newEntry(i uint64, world generators.World, shapes int, input []byte, held []bool) entry {
	hash := sha256.New()
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], i)
	hash.Write(number[:])
	hash.Write(input)
	e := entry{shapes: make([]bool, shapes), held: held}
	for i := range e.shapes {
		e.shapes[i] = world.HasShape(i)
	}
	digest := hash.Sum(nil)
	for word := range e.sum {
		e.sum[word] = binary.BigEndian.Uint64(digest[24-8*word:])
	}
	return e
}

func (t *tally) add(e entry) {
	t.cases++
	t.addSum(e.sum)
	if t.shapes == nil {
		t.shapes = make([]uint64, len(e.shapes))
		t.held = make([]uint64, len(e.held))
	}
	for shape, has := range e.shapes {
		if has {
			t.shapes[shape]++
		}
	}
	for i, held := range e.held {
		if held {
			t.held[i]++
		}
	}
}

func (t *tally) addSum(sum [4]uint64) {
	carry := uint64(0)
	for word := range t.sum {
		t.sum[word], carry = bits.Add64(t.sum[word], sum[word], carry)
	}
}

// digest is the sum modulo 2^256 of the SHA-256 of each table.
func (t *tally) digest() string {
	var b [32]byte
	for word, v := range t.sum {
		binary.BigEndian.PutUint64(b[24-8*word:], v)
	}
	return digestPrefix + hex.EncodeToString(b[:])
}

const digestPrefix = "sum-sha256:"

// seen is how many shapes occurred.
func (t *tally) seen() int {
	n := 0
	for _, tables := range t.shapes {
		if tables > 0 {
			n++
		}
	}
	return n
}

// drawTally is the tally of a shard's cases up to and with case last, drawn again.
func drawTally(w worlds, rules []generators.Property, skip []string, seed uint64, shard Shard, last uint64) tally {
	var t tally
	for k := range shard.size(last + 1) {
		i := shard.at(k)
		world := w.Case(seed, i)
		t.add(newEntry(i, world, len(w.Shapes()), strict.Encode(world.Question()),
			heldAgainst(rules, world.Draws(), skip)))
	}
	return t
}

// heldAgainst says of each rule whether the trial with a seed is held against it. Those that were
// skipped are not.
func heldAgainst(rules []generators.Property, seed uint64, skip []string) []bool {
	held := make([]bool, len(rules))
	for i := range rules {
		held[i] = !matchesRule(skip, rules[i].Name) && generators.Applies(rules[i].Name, rules[i].OneIn, seed)
	}
	return held
}
