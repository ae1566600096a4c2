package generators

// Source is splitmix64. Unlike the sources of the standard library it costs nothing to
// seed, which counts when each world has its own. It is one of math/rand and of
// math/rand/v2.
type Source struct{ state uint64 }

// NewSource is the source of a seed.
func NewSource(seed uint64) *Source { return &Source{seed} }

// Uint64 is the next number.
func (s *Source) Uint64() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return Mix(s.state)
}

// Int63 is the next number without its last bit.
func (s *Source) Int63() int64 { return int64(s.Uint64() >> 1) }

// Seed begins again.
func (s *Source) Seed(seed int64) { s.state = uint64(seed) }

// Mix is splitmix64's finaliser: each bit of the result depends on all of z.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Hash is FNV-1a.
func Hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}
