package redact

import (
	"fmt"
	"slices"

	"github.com/tspi-dev/harness/tspi"
)

// Checked is what [Check] has looked at.
type Checked struct {
	Rows    int // of the table
	Helpers int // of the inventory by the hardened law
	Tokens  int // different tokens of the original that were looked for and are not there
}

// Check holds what is to be written against the original that it was made from.
// The error says what differs, or in which line of the original the token stands
// that is left, and repeats neither.
func Check(original, written Source) (Checked, error) {
	var done Checked
	for _, level := range []tspi.Level{tspi.Hardened, tspi.Core} {
		a, err := original.read(level)
		if err != nil {
			return done, err
		}
		b, err := written.read(level)
		if err != nil {
			return done, fmt.Errorf("the fixture cannot be read by the %s law: %w", level, err)
		}
		helpers, err := agree(a, b)
		if err != nil {
			return done, fmt.Errorf("the fixture is classified otherwise by the %s law: %w", level, err)
		}
		if level == tspi.Hardened {
			done.Rows, done.Helpers = len(a.Table.Rows), helpers
			done.Tokens, err = leaks(original.PSText, written.PSText, known(a))
			if err != nil {
				return done, err
			}
		}
	}
	return done, nil
}

// known are the texts that anybody may know: a token that stands in one of them
// tells nothing of the capture.
func known(in tspi.Inputs) []string {
	texts := vocabulary()
	for _, k := range in.Policy.Kinds {
		texts = append(texts, k.Name, k.KeepOwnerStatus)
		texts = slices.Concat(texts, k.Match, k.Require, k.Exclude)
	}
	for _, h := range in.Owners.Hints {
		texts = append(texts, h.Substring, h.Status)
	}
	return slices.Concat(texts, in.Owners.InitNames, in.Owners.ActiveStatuses)
}
