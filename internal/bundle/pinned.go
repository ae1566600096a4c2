package bundle

import (
	"errors"

	"github.com/tspi-dev/harness/tspi"
)

var errPinned = errors.New("the manifest's SHA-256 is not the expected one; get the bundle again from where the digest is from")

// unfit says why a manifest that could be read is not judged by.
func (v *verifier) unfit(m manifest) error {
	switch {
	case v.set.pin != "" && m.digest() != v.set.pin:
		return errPinned
	case len(m.rows) == 0 && v.set.Level != tspi.Core:
		return errNoModules
	}
	return nil
}
