package mutant

import (
	"slices"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/tspi"
)

// Mutant is an implementation that breaks one rule and keeps all others.
type Mutant struct {
	// Name is in lower-case words joined by dashes, as "hop-limit-nine".
	Name string
	// Clause is the rule that it breaks: an id of [conformance.Clauses].
	Clause string
	// Level is the law by which it must fall. What breaks a rule of core falls by
	// core already.
	Level tspi.Level
	// Rows is how many rows the smallest table has that shows the fault; 0 where no
	// table that can be generated shows it.
	Rows int
	// Says is one sentence: what it gets wrong.
	Says string
	// wire, where set, is what the mutant does with the protocol.
	wire wire
}

// Generated reports whether a campaign of generated tables can find the mutant.
func (m Mutant) Generated() bool { return m.Rows > 0 }

// OnTheWire reports whether the mutant breaks the protocol itself, so that it shows
// only where it is asked as a process ([Mutant.Serve]).
func (m Mutant) OnTheWire() bool { return m.wire != nil }

// Answerer is the mutant by the law of a level. One that breaks the protocol
// answers right.
func (m Mutant) Answerer(level tspi.Level) conformance.Answerer {
	return &law{level: level, broken: m.Name}
}

// All returns every mutant, by the contract's sections.
func All() []Mutant {
	return slices.Concat(inputMutants(), tableMutants(), kindMutants(), programMutants(), chainMutants(), decisionMutants(), inventoryMutants(),
		guardMutants(), auditMutants(), claimMutants(), bundleMutants(), runMutants(), wireMutants())
}

// Named returns the mutant of that name.
func Named(name string) (Mutant, bool) {
	all := All()
	i := slices.IndexFunc(all, func(m Mutant) bool { return m.Name == name })
	if i < 0 {
		return Mutant{}, false
	}
	return all[i], true
}
