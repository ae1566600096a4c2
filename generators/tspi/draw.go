package tspi

import (
	"math/rand"

	"github.com/leanovate/gopter"

	"github.com/tspi-dev/harness/generators"
)

// Case is case i of a seed.
func Case(seed, i uint64) *Table { return FromKey(generators.Mix(seed ^ generators.Mix(i))) }

// FromKey draws the table of a key (see [Table.Key]).
func FromKey(key uint64) *Table {
	return draw(key, rand.New(generators.NewSource(key)))
}

// Tables generates tables from the parameters' random numbers.
func Tables() gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(FromKey(p.Rng.Uint64()), gopter.NoShrinker)
	}
}

// Cases generates the cases first, first+1, … of a seed, whatever the parameters.
// It is for one worker: several would share the count.
func Cases(seed, first uint64) gopter.Gen {
	next := first
	return func(*gopter.GenParameters) *gopter.GenResult {
		t := Case(seed, next)
		next++
		return gopter.NewGenResult(t, gopter.NoShrinker)
	}
}
