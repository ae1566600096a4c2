package auth

import (
	"slices"
	"strings"
)

// scopeKey is a scope as it is compared (section 1, Equal). Ids hold no comma.
type scopeKey struct {
	shape
	maxRuntimeS int64
}

// shape is a scope but for its runtime: what a launch must be equal in to fit another.
type shape struct{ backend, root, required, mounts, network string }

func (s *Scope) shape() shape {
	return shape{s.Backend, strings.Join(s.Root, ","), joinedSet(s.Required), joinedSet(s.Mounts), s.Network}
}

func (s *Scope) key() scopeKey { return scopeKey{s.shape(), s.MaxRuntimeS} }

// joinedSet joins a set in text order.
func joinedSet(ids []string) string { return strings.Join(slices.Sorted(slices.Values(ids)), ",") }

// fits reports whether a launch of scope s stays within what was sealed.
func (s *Scope) fits(sealed *Scope) bool {
	return s.shape() == sealed.shape() && s.MaxRuntimeS <= sealed.MaxRuntimeS
}

// covers reports whether a parent's scope covers a child's (section 2).
func (s *Scope) covers(child *Scope) bool {
	return s.Backend == child.Backend &&
		len(child.Root) >= len(s.Root) && slices.Equal(child.Root[:len(s.Root)], s.Root) &&
		holdsAll(child.Required, s.Required) && holdsAll(s.Mounts, child.Mounts) &&
		!(s.Network == networkNone && child.Network == networkInherit) &&
		child.MaxRuntimeS <= s.MaxRuntimeS
}

// holdsAll reports whether each id of some is in a set, which has at most 16.
func holdsAll(set, some []string) bool {
	return !slices.ContainsFunc(some, func(id string) bool { return !slices.Contains(set, id) })
}
