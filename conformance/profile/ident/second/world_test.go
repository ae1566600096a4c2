package second_test

import (
	"github.com/tspi-dev/harness/conformance/profile/ident/second"
	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	worlds "github.com/tspi-dev/harness/generators/ident"
)

var implementation = Second{
	Profile: "ident", Decide: second.Decide, Audit: second.Audit, World: Drawn(worlds.Worlds(), second.Decide),
	Mutants: second.Mutants(), Clauses: second.Clauses(), Controls: second.Controls(),
}
