package second_test

import (
	"github.com/tspi-dev/harness/conformance/profile/cover/second"
	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	worlds "github.com/tspi-dev/harness/generators/cover"
)

var implementation = Second{
	Profile: "cover", Decide: second.Decide, Audit: second.Audit, World: Drawn(worlds.Worlds(), second.Decide),
	Mutants: second.Mutants(), Clauses: second.Clauses(), Controls: second.Controls(),
}
