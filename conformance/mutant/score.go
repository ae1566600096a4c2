package mutant

import (
	"fmt"

	"github.com/tspi-dev/harness/conformance"
)

// Score is how many mutants were killed, and how many controls certified.
type Score struct {
	Mutants   int `json:"mutants"`
	Killed    int `json:"killed"`
	Controls  int `json:"controls"`
	Certified int `json:"certified"`
	// SoleKillers are the cases that alone kill some mutant.
	SoleKillers int `json:"sole_killers"`
	// Cases are those of the suite; Killing are those that kill a mutant of their
	// clause, Siblings the other cases that differ in one fact from one that does.
	Cases    int `json:"cases"`
	Killing  int `json:"killing"`
	Siblings int `json:"siblings"`
}

// Score counts.
func (m *Matrix) Score() Score {
	s := Score{Mutants: len(m.Fates), Killed: len(m.Fates) - len(m.Survivors()), Controls: len(m.Controls),
		Certified: len(m.Controls) - len(m.KilledControls()), Cases: len(m.Cases)}
	for i := range m.Cases {
		switch r := &m.Cases[i]; {
		case len(r.Kills) > 0:
			s.Killing++
		case r.Kept == keptSibling:
			s.Siblings++
		}
		if len(m.Cases[i].Alone) > 0 {
			s.SoleKillers++
		}
	}
	return s
}

// by says in a few words what killed a mutant.
func (f *Fate) by() string {
	switch {
	case f.Wire != "":
		return string(f.Wire)
	case len(f.Cases) == 1 && len(f.Standing) == 0:
		return "1 case"
	case len(f.Cases) > 0 && len(f.Standing) > 0:
		return fmt.Sprintf("%d cases, standing checks", len(f.Cases))
	case len(f.Cases) > 0:
		return fmt.Sprintf("%d cases", len(f.Cases))
	case len(f.Standing) > 0:
		return "standing checks"
	}
	return "SURVIVES"
}

// hunted says in a few words what a campaign made of a mutant.
func (f *Fate) hunted() string {
	switch h := f.Hunt; {
	case h == nil:
		return ""
	case !h.Found():
		return fmt.Sprintf("not in %d tables", h.Tables)
	case h.Bundle:
		return fmt.Sprintf("after %d, a bundle", h.Tables)
	default:
		return fmt.Sprintf("after %d, %d rows", h.Tables, h.Rows)
	}
}

// suite names the suite that a matrix is of.
func suiteText(s conformance.SuiteRef) string {
	return fmt.Sprintf("suite %d (%d cases)", s.Version, s.Cases)
}
