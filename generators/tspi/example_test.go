package tspi_test

import (
	"fmt"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/tspi"
)

// hasty is somebody's classifier, as an author would wrap it: documents in,
// documents out. It closes whatever init has adopted.
type hasty struct{ own }

func (h hasty) Classify(input tspi.Object) (tspi.Value, error) {
	inventory, err := h.inventory(input)
	if err != nil {
		return nil, err
	}
	for i := range inventory.Rows {
		if inventory.Rows[i].Reason == tspi.ReasonDetached {
			inventory.Rows[i].Decision = tspi.DecisionSafeClose
		}
	}
	return tspi.ValueOf(inventory)
}

// An author holds all properties against a classifier in a test, without a process,
// and gets the smallest table that proves what is wrong.
func ExampleProperties() {
	level := tspi.Hardened
	mine, model := hasty{own{level}}, own{level}
	for i := range uint64(1000) {
		trial := tspigen.NewTrial(tspigen.Case(7, i), level, mine, model)
		failure, err := tspigen.Check(trial, tspigen.Properties())
		if err != nil {
			fmt.Println(err)
			return
		}
		if failure == nil {
			continue
		}
		small, _, err := tspigen.Shrink(trial.Table, trial.FailsFor(failure.Property), 1000)
		if err != nil {
			fmt.Println(err)
			return
		}
		kind := small.Policy.Kinds[0]
		fmt.Printf("%s\n%sallowlisted: %v\n", failure.Property.Name, small.Text(), kind.Allowlisted)
		return
	}
	// Output:
	// candidates-satisfy-the-predicate
	// 2 1 05:00 0.0 1 notes-mcp
	// allowlisted: false
}
