package profile

import (
	"crypto/sha256"
	"math/rand/v2"
	"strings"
)

// Question is one request of a run: a case as it is published, or a perturbed variant of
// it.
type Question struct {
	Case    *Case
	Variant int // 0: as published
	Repeat  int // 1: asked before
	Problem Problem
	Expect  Expectation
	// Canaries are the unguessable tokens in its commands, and in other untrusted text.
	Canaries []string
	// Seed is that of a variant which is not made yet: Problem, Expect and Canaries are
	// then empty.
	Seed string
}

// Published is a case as it is published.
func Published(c *Case) Question { return Question{Case: c, Problem: c.Problem, Expect: c.Expect} }

// Random is a source of random numbers for one purpose under one seed.
func Random(seed string, purpose ...string) *rand.Rand {
	return rand.New(rand.NewChaCha8(seedBytes(seed, purpose...)))
}

// seedBytes derives the seed for one purpose. NUL bytes keep the parts apart.
func seedBytes(seed string, purpose ...string) [32]byte {
	return sha256.Sum256([]byte(seed + "\x00" + strings.Join(purpose, "\x00")))
}
