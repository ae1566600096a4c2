package profile

// Switch tells the rules of a second implementation that are broken, by the names of their
// mutants. A nil one breaks nothing.
type Switch func(mutant string) bool

// On reports whether a rule is broken.
func (s Switch) On(mutant string) bool { return s != nil && s(mutant) }

// Only breaks the rule of one mutant.
func Only(mutant string) Switch { return func(name string) bool { return name == mutant } }
