package mutant

import "github.com/tspi-dev/harness/tspi"

// law is the contract by one level, with at most one rule broken.
type law struct {
	level  tspi.Level
	broken string // the name of the mutant, "" where all is right
	// trace, where set, is told of every switch that is asked for.
	trace func(mutant string)
}

func (l *law) hardened() bool { return l.level == tspi.Hardened }

// on reports whether this is the mutant of that name. It stands where the broken
// rule stands.
func (l *law) on(mutant string) bool {
	if l.trace != nil {
		l.trace(mutant)
	}
	return l.broken == mutant
}
