package tspi

import (
	"math/rand"

	"github.com/tspi-dev/harness/generators"
)

// Case is case i of a seed.
func Case(seed, i uint64) *Table { return FromKey(generators.Mix(seed ^ generators.Mix(i))) }

// FromKey draws the table of a key (see [Table.Key]).
func FromKey(key uint64) *Table {
	return draw(key, rand.New(generators.NewSource(key)))
}
