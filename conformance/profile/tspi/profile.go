package tspi

import (
	"fmt"

	"golang.org/x/tools/txtar"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/tspi/second"
	"github.com/tspi-dev/harness/internal/law"
)

// Name is the profile's name.
const Name = "tspi"

// The operations of the profile.
const (
	OpClassify = "tspi.classify"
	OpRelief   = "tspi.relief"
	OpAudit    = "tspi.audit"
	OpBundle   = "tspi.bundle"
	OpRun      = "tspi.run"
)

// suiteVersion is that of the current suite.
const suiteVersion = 1

// Profile is tspi: which helpers may be closed?
func Profile() *profile.Profile {
	return &profile.Profile{
		Name: Name, Title: "Which helpers may be closed?", Suite: suiteVersion,
		Levels: []law.Level{law.Core, law.Hardened},
		LevelNote: map[law.Level]string{
			law.Core:     "core is the law as first published, with known holes; it does not stand for the hardened law",
			law.Hardened: "hardened is core plus every rule that closes a known hole",
		},
		Ops: []profile.Op{{Name: OpClassify, Required: true}, {Name: OpAudit, Required: true},
			{Name: OpRelief}, {Name: OpBundle}, {Name: OpRun}},
		Clauses: clauses(),
		Format:  format{},
		Law:     func(level law.Level, version string) profile.Judge { return BuiltIn(level, version, Folders{}) },
		Second:  second.Judge, Mutants: second.Mutants(), Controls: second.Controls(),
	}
}

// format is how tspi's cases are read, perturbed and judged.
type format struct{}

// Problem reads the files of a case.
func (format) Problem(op string, files []txtar.File) (profile.Problem, error) {
	p := &Problem{}
	for _, file := range files {
		if err := p.addFile(op, file.Name, file.Data); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	return p, p.check(op)
}

// Expectation reads an expect.json.
func (format) Expectation(op string, text []byte) (profile.Expectation, error) {
	e, err := parseExpectation(op, text)
	return &e, err
}

// Perturb makes a variant of a case.
func (format) Perturb(c *profile.Case, seed string, variant int) profile.Question {
	return perturb(c, seed, variant)
}

// comparison gathers the differences between an answer and what a case demands.
type comparison struct {
	profile.Comparison
	// full is true where the case says everything that the hardened law says of an
	// inventory; a core case leaves that open even where it is asked at hardened.
	full bool
}
