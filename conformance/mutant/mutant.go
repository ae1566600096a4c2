package mutant

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// All returns every mutant of a profile, by the contract's sections: those of its second
// implementation, and those that break the protocol.
func All(p *profile.Profile) []profile.Mutant { return slices.Concat(p.Mutants, wireMutants(p)) }

// Named returns the mutant of that name.
func Named(p *profile.Profile, name string) (profile.Mutant, bool) {
	all := All(p)
	i := slices.IndexFunc(all, func(m profile.Mutant) bool { return m.Name == name })
	if i < 0 {
		return profile.Mutant{}, false
	}
	return all[i], true
}

// Judge is a mutant by the law of a level. One that breaks the protocol answers right.
func Judge(p *profile.Profile, m profile.Mutant, level law.Level) profile.Judge {
	return p.Second(level, profile.Only(m.Name))
}
