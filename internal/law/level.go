package law

import "fmt"

// Level selects which of the contract's two laws is applied.
type Level int

const (
	// Hardened is core plus every rule marked [H]. It is the zero value and
	// the default, so that a forgotten level is the safe one.
	Hardened Level = iota
	// Core is the law as it was first published, with its known holes.
	Core
)

// String returns the name of the level as the command line and the protocol
// spell it.
func (l Level) String() string {
	if l == Core {
		return "core"
	}
	return "hardened"
}

// ParseLevel reads "core" or "hardened".
func ParseLevel(s string) (Level, error) {
	switch s {
	case "core":
		return Core, nil
	case "hardened":
		return Hardened, nil
	}
	return Hardened, fmt.Errorf("level: want core or hardened, got %q", s)
}

// IsHardened reports whether the rules marked [H] apply.
func (l Level) IsHardened() bool { return l != Core }
