package mutant

import (
	"context"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/conformance/profile"
)

// Hunt is what a campaign of generated tables made of a mutant.
type Hunt struct {
	// Rule is the property that the mutant broke, "" where it was not found.
	Rule string
	// Clause is the rule of the contract that the answers broke.
	Clause string
	// Tables is how many tables were asked about, up to and with the one that failed.
	Tables uint64
	// Rows is how many rows the smallest table has to which it was shrunk.
	Rows int
	// Bundle says that it was a bundle, and no table, on which the mutant failed.
	Bundle bool
}

// Found reports whether the campaign found the mutant.
func (h *Hunt) Found() bool { return h.Rule != "" }

// HuntOptions say how a campaign hunts mutants.
type HuntOptions struct {
	Tables uint64 // at most; every mutant is asked about the same ones
	Seed   uint64
	// Jobs is how many mutants are hunted at once; 0 means one per CPU.
	Jobs int
}

// huntShrink bounds the shrinking of a table.
const huntShrink = 20 * time.Second

// Hunt puts a mutant through a campaign at its level. Mutants that break the protocol
// are not hunted: any question shows them.
func hunt(ctx context.Context, p *profile.Profile, m profile.Mutant, o HuntOptions) (*Hunt, error) {
	s, err := campaign.Run(ctx, conformance.InProcess(Judge(p, m, m.Level)), campaign.Options{Profile: p,
		Level: m.Level, Seed: o.Seed, Cases: o.Tables, Jobs: 1, ShrinkTime: huntShrink,
	})
	if err != nil {
		return nil, err
	}
	h := &Hunt{Tables: s.Cases}
	if c := s.Counterexample; c != nil {
		h.Rule, h.Clause, h.Rows, h.Bundle = c.Rule, c.Clause, c.Shrunk.Rows, c.Planted != nil
	}
	return h, nil
}

// Hunt hunts every mutant of the matrix that a campaign can find, and notes in its
// fate what came of it.
func (m *Matrix) Hunt(ctx context.Context, o HuntOptions) error {
	var jobs []func() error
	for i := range m.Fates {
		f := &m.Fates[i]
		if f.Generated() {
			jobs = append(jobs, func() (err error) {
				f.Hunt, err = hunt(ctx, m.Profile, f.Mutant, o)
				return err
			})
		}
	}
	return parallel(ctx, workers(o.Jobs), jobs)
}
