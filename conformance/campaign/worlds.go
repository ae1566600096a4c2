package campaign

import (
	"context"
	"fmt"
	"io"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// worlds is what a campaign draws for a profile, and how it asks and tells of it: tables
// for tspi, facts and claims for the others.
type worlds interface {
	generators.Worlds
	// of is the profile.
	of() *profile.Profile
	// noun is what a person calls the worlds: "tables".
	noun() string
	// entities is what a person calls the parts of one: "rows".
	entities() string
	// check holds a subject against a property.
	check(s *subject, p *generators.Property, t *generators.Trial) ([]generators.Difference, error)
	// standing reads the answer to a question and holds it against the standing checks.
	standing(s *subject, q question, response adapter.Response) (strict.Value, []profile.Difference)
	// isOwn reports whether an implementation is the one that the standing checks are made
	// of, so that they would compare its answers with themselves.
	isOwn(conformance.Answerer) bool
	// plausible makes a shrunk world one that somebody could meet, where such a one fails
	// in the same way.
	plausible(e *examination, w generators.World) (generators.World, error)
	// size is that of a world, for people.
	size(generators.World) Size
	// tell puts a world and what was asked about it into a counterexample, and says how bad
	// it is.
	tell(c *Counterexample, e *examination, w generators.World)
	// save and load put a world into a replay file and read it back. What is read must be a
	// world that could have been drawn and shrunk.
	save(r *Replay, w generators.World)
	load(r *Replay, level law.Level) (generators.World, error)
	// caseFile is [Counterexample.CaseFile].
	caseFile(ctx context.Context, c *Counterexample, level law.Level, trusted conformance.Answerer) (id string,
		text []byte, err error)
	// write shows the world of a counterexample to people.
	write(w io.Writer, c *Counterexample)
}

// worldsOf are those of a profile. An error says that a campaign cannot draw any.
func worldsOf(p *profile.Profile) (worlds, error) {
	switch {
	case p.Worlds == nil:
		return nil, fmt.Errorf("profile %s: there are no generated worlds of it yet", p.Name)
	case p.Name == tspiprofile.Name:
		return tableWorlds{p.Worlds, p}, nil
	}
	return factWorlds{p.Worlds, p}, nil
}

// worldsNamed are those of the profile that a saved file names; of tspi where it names none.
func worldsNamed(name string) (worlds, error) {
	if name == "" {
		name = tspiprofile.Name
	}
	p, err := conformance.ProfileNamed(name)
	if err != nil {
		return nil, fmt.Errorf("/profile: %w", err)
	}
	return worldsOf(p)
}
