package second_test

import (
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/effect/second"
	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	worlds "github.com/tspi-dev/harness/generators/effect"
	"github.com/tspi-dev/harness/internal/strict"
)

var implementation = Second{
	Profile: "effect", Decide: second.Decide, Audit: second.Audit, World: Drawn(worlds.Worlds(), second.Decide),
	Mutants: second.Mutants(), Clauses: second.Clauses(), Controls: second.Controls(),
	Size: func(facts strict.Value) int {
		o, _ := facts.(strict.Object)
		return len(o.Array("required")) + strings.Count(o.Object("log").Text("text"), "\n")
	},
}

var (
	hashA = strings.Repeat("a", 64)
	hashB = strings.Repeat("b", 64)
)
