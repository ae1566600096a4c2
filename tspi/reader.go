package tspi

import (
	"fmt"

	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
)

// reader reads what section 1 of the contract lists.
type reader struct {
	law.Reader
	level  Level
	memory *Memory // where an audit looks for its fixture first; nil: it reads it
}

func newReader(input Input, level Level) *reader {
	return &reader{Reader: law.Reader{Input: input, Code: CodeInputInvalid, Unlisted: !level.IsHardened()},
		level: level}
}

// textsOr reads an array of texts; absent means the default, and empty means none.
func (r *reader) textsOr(at law.Place, absent func() []string) []string {
	if !at.Found {
		return absent()
	}
	return r.Texts(at)
}

// name reads a name of section 1.
func (r *reader) name(at law.Place) string {
	s, ok := at.Value.(string)
	switch {
	case !ok || s == "":
		r.Fail(at, "a name")
	case !r.level.IsHardened():
	case !law.IsName(s):
		r.Fail(at, fmt.Sprintf("a name of letters, digits, _ . : - with a letter or digit first, at most %d",
			law.MaxNameLength))
	case guard.IsGuardedKey(s):
		r.FailWith(at, "this name is one of the keys that the redaction guard refuses; choose another")
	}
	return s
}

// status reads a name that is used as an owner status; launchd_detached is the one that
// the law itself gives.
func (r *reader) status(at law.Place) string {
	s := r.name(at)
	if r.level.IsHardened() && s == StatusDetached {
		r.FailWith(at, StatusDetached+" is reserved for processes that init has adopted; choose another status")
	}
	return s
}
