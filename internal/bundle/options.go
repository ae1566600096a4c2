package bundle

import (
	"errors"

	"github.com/tspi-dev/harness/tspi"
)

const (
	// defaultMaxBody is the contract's bound on a body (section 10).
	defaultMaxBody = 16 << 20
	// bodiesInAll is how many bodies of the greatest size are read, at most.
	bodiesInAll = 256
)

// Options say how a bundle is judged. The zero value is the hardened law with
// the contract's limits.
type Options struct {
	// Level is the law that is applied. Both levels read nothing outside the
	// folder, follow no link and keep to the limits.
	Level tspi.Level
	// ManifestSHA256 is the digest that the manifest must have, got by another
	// way than the bundle: 64 lowercase hex digits, optionally behind "sha256:".
	// Empty means that any will do.
	ManifestSHA256 string
	// MaxBodyBytes is the limit on one body, 0 for 16 MiB. Of all bodies together
	// 256 times as much is read: a body beyond that is over the limit as well.
	MaxBodyBytes int64
	// Linked says that the bundle's folder was named through a symbolic link (see
	// [ReachedByLink]), so that every target is reached through one.
	Linked bool
}

// errPin says that the caller's own digest is none.
var errPin = errors.New(
	"the manifest's expected SHA-256: want 64 lowercase hex digits, with or without sha256: before them")

// settled is Options with their defaults.
type settled struct {
	Options
	pin string // hex digits only, or ""
}

func (o Options) settle() (settled, error) {
	s := settled{Options: o}
	if o.ManifestSHA256 != "" {
		pin, ok := parseDigest(o.ManifestSHA256)
		if !ok {
			return settled{}, errPin
		}
		s.pin = pin
	}
	if s.MaxBodyBytes <= 0 {
		s.MaxBodyBytes = defaultMaxBody
	}
	return s, nil
}

// maxInAll is the limit on all bodies together.
func (s settled) maxInAll() int64 {
	const most = 1<<63 - 1
	if s.MaxBodyBytes > most/bodiesInAll {
		return most
	}
	return s.MaxBodyBytes * bodiesInAll
}
