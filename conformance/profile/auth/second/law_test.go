package second_test

import (
	"testing"

	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/profiles/auth"
)

// The law and the second implementation were written apart, each from the contract.
func TestAgainstTheLaw(t *testing.T) {
	implementation.CheckAgainst(t, 3000, Law{
		Decide: func(facts strict.Value) (any, error) { return auth.Decide(facts) },
		Audit:  auth.Audit,
	})
}
