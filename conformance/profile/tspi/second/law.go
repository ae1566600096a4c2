package second

import (
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

// contract is the law of one level, with the rules broken that a switch names.
type contract struct {
	level  law.Level
	broken profile.Switch
}

func (l *contract) hardened() bool { return l.level == law.Hardened }

// on reports whether the rule of that mutant is broken. It stands where the rule stands.
func (l *contract) on(mutant string) bool { return l.broken.On(mutant) }

// Judge is the second implementation by the law of a level.
func Judge(level law.Level, broken profile.Switch) profile.Judge { return &contract{level, broken} }

// Correct is [Judge] with nothing wrong.
func Correct(level law.Level) profile.Judge { return Judge(level, nil) }

// The operations of the protocol's tspi profile.
const (
	OpClassify = "tspi.classify"
	OpRelief   = "tspi.relief"
	OpAudit    = "tspi.audit"
	OpBundle   = "tspi.bundle"
	OpRun      = "tspi.run"
)
