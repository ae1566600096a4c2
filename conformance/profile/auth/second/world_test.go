package second_test

import (
	"github.com/tspi-dev/harness/conformance/profile/auth/second"
	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	worlds "github.com/tspi-dev/harness/generators/auth"
)

var implementation = Second{
	Profile: "auth", Decide: second.Decide, Audit: second.Audit, World: Drawn(worlds.Worlds(), second.Decide),
	Mutants: second.Mutants(), Clauses: second.Clauses(), Controls: second.Controls(),
}
