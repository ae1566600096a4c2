package conformance

import (
	"fmt"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/attr"
	"github.com/tspi-dev/harness/conformance/profile/auth"
	"github.com/tspi-dev/harness/conformance/profile/cover"
	"github.com/tspi-dev/harness/conformance/profile/effect"
	"github.com/tspi-dev/harness/conformance/profile/ident"
	"github.com/tspi-dev/harness/conformance/profile/tspi"
)

// profiles are all of the harness, in the order in which people are told of them. It is the
// one list: a profile joins the harness here. Each is made when it is asked for: a profile
// has hundreds of mutants, and most commands need the names alone.
var profiles = []struct {
	name string
	make func() *profile.Profile
}{
	{"tspi", tspi.Profile}, {"ident", ident.Profile}, {"attr", attr.Profile}, {"auth", auth.Profile},
	{"effect", effect.Profile}, {"cover", cover.Profile},
}

// Profiles returns every profile of the harness.
func Profiles() []*profile.Profile {
	all := make([]*profile.Profile, len(profiles))
	for i := range profiles {
		all[i] = profiles[i].make()
	}
	return all
}

// ProfileNames are the names of all profiles.
func ProfileNames() []string {
	names := make([]string, len(profiles))
	for i := range profiles {
		names[i] = profiles[i].name
	}
	return names
}

// ProfileNamed returns the profile of that name. The error names all of them.
func ProfileNamed(name string) (*profile.Profile, error) {
	for i := range profiles {
		if profiles[i].name == name {
			return profiles[i].make(), nil
		}
	}
	return nil, fmt.Errorf("there is no such profile; there are %s", strings.Join(ProfileNames(), ", "))
}

// DefaultProfile is the profile that is judged unless another is asked for.
func DefaultProfile() *profile.Profile { return profiles[0].make() }

// RuleOf is the rule of a clause in one sentence, "" where the profile has no such clause.
func RuleOf(profileName, clause string) string {
	p, err := ProfileNamed(profileName)
	if err != nil {
		return ""
	}
	c, _ := p.Clause(clause)
	return c.Rule
}

// LevelNote is what has to be said of a level wherever it is certified, "" for nothing.
func LevelNote(profileName, level string) string {
	p, err := ProfileNamed(profileName)
	if err != nil {
		return ""
	}
	for _, l := range p.Levels {
		if l.String() == level {
			return p.LevelNote[l]
		}
	}
	return ""
}

// What package profile calls so, under the names by which a Go author certifies an
// implementation.
type (
	Answerer    = profile.Judge
	Case        = profile.Case
	Class       = profile.Class
	Clause      = profile.Clause
	Description = profile.Description
	Difference  = profile.Difference
	ErrorAnswer = profile.ErrorAnswer
	Kind        = profile.Kind
	Layouts     = profile.Layouts
	Question    = profile.Question
	Refusal     = profile.Refusal
)

// Codes of an [ErrorAnswer].
const (
	ErrorInvalidInput = profile.ErrorInvalidInput
	ErrorUnsupported  = profile.ErrorUnsupported
	ErrorInternal     = profile.ErrorInternal
)

// How bad a failure is, the worst first.
const (
	Unsafe       = profile.Unsafe
	Wrong        = profile.Wrong
	OverCautious = profile.OverCautious
)

// Classes returns all of them, the worst first.
func Classes() []Class { return profile.Classes() }
