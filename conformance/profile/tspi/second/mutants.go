package second

import (
	"slices"

	"github.com/tspi-dev/harness/conformance/profile"
)

// Mutants returns every mutant, by the contract's sections.
func Mutants() []profile.Mutant {
	return slices.Concat(inputMutants(), tableMutants(), kindMutants(), programMutants(), chainMutants(),
		decisionMutants(), inventoryMutants(),
		guardMutants(), auditMutants(), claimMutants(), bundleMutants(), runMutants())
}
