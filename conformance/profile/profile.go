package profile

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/record"
)

// Profile is one contract, judged by the harness.
type Profile struct {
	// Name is the last step of every path, and begins the name of each operation:
	// "ident", "ident.decide".
	Name string
	// Title is the question that the contract answers.
	Title string
	// Suite is the current suite version, which judges unless another is asked for.
	Suite int
	// Levels are the laws, the weakest first; the last is the default. LevelNote says of a
	// level what a certificate has to say of it.
	Levels    []law.Level
	LevelNote map[law.Level]string
	Ops       []Op // those that are required first
	Clauses   []Clause
	Format    Format
	// Law is the built-in implementation, of that version of the program.
	Law func(level law.Level, version string) Judge
	// Second is the second implementation with the rules broken that the switch names; nil
	// breaks nothing.
	Second   func(level law.Level, broken Switch) Judge
	Mutants  []Mutant
	Controls []Control
	// Facts is how a fixture of a profile of facts is judged; nil for tspi.
	Facts *record.FactsProfile
}

// Op is an operation of a profile.
type Op struct {
	Name     string // "ident.decide"
	Required bool   // of every implementation; any other is a feature that it may declare
}

// Level is the profile's default.
func (p *Profile) Level() law.Level { return p.Levels[len(p.Levels)-1] }

// HasLevel reports whether a level is one of the profile's.
func (p *Profile) HasLevel(level law.Level) bool { return slices.Contains(p.Levels, level) }

// LevelOr is a level where the profile has it, else its default: the zero value of
// [law.Level] is hardened, which the profiles of facts do not have.
func (p *Profile) LevelOr(level law.Level) law.Level {
	if p.HasLevel(level) {
		return level
	}
	return p.Level()
}

// OpNames are the names of all operations.
func (p *Profile) OpNames() []string {
	names := make([]string, len(p.Ops))
	for i := range p.Ops {
		names[i] = p.Ops[i].Name
	}
	return names
}

// Required are the names of the operations that every implementation has.
func (p *Profile) Required() []string {
	var names []string
	for i := range p.Ops {
		if p.Ops[i].Required {
			names = append(names, p.Ops[i].Name)
		}
	}
	return names
}

// Clause returns the clause with that id.
func (p *Profile) Clause(id string) (Clause, bool) {
	i := slices.IndexFunc(p.Clauses, func(c Clause) bool { return c.ID == id })
	if i < 0 {
		return Clause{}, false
	}
	return p.Clauses[i], true
}
