package tspi

import "math/rand"

// Case is case i of a seed.
func Case(seed, i uint64) *Table { return FromKey(mix(seed ^ mix(i))) }

// FromKey draws the table of a key (see [Table.Key]).
func FromKey(key uint64) *Table {
	return draw(key, rand.New(&source{key}))
}

// source is splitmix64. Unlike the sources of math/rand it costs nothing to seed,
// which counts when each table has its own.
type source struct{ state uint64 }

func (s *source) Uint64() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return mix(s.state)
}

func (s *source) Int63() int64    { return int64(s.Uint64() >> 1) }
func (s *source) Seed(seed int64) { s.state = uint64(seed) }

// mix is splitmix64's finaliser: each bit of the result depends on all of z.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
