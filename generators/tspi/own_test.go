package tspi_test

import (
	"errors"
	"os"
	"runtime/debug"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // as tspi campaign does
	os.Exit(m.Run())
}

// own is our own classifier as an implementation: documents in, documents out.
type own struct{ level law.Level }

func (o own) Classify(input strict.Object) (strict.Value, error) {
	inventory, err := o.inventory(input)
	if err != nil {
		return nil, err
	}
	return strict.ValueOf(inventory)
}

func (o own) Relief(input strict.Object) (strict.Value, error) {
	inventory, err := o.inventory(input)
	if err != nil {
		return nil, err
	}
	return strict.ValueOf(tspi.Relief(inventory))
}

func (o own) Audit(input strict.Object) (strict.Value, error) {
	findings, err := tspi.Audit(input, o.level)
	if err != nil {
		return nil, refused(err)
	}
	return strict.ValueOf(map[string]any{"findings": findings})
}

func (o own) inventory(input strict.Object) (*tspi.Inventory, error) {
	get := func(name string) strict.Value { v, _ := input.Get(name); return v }
	in, err := tspi.ReadInputs(get("process_table"), get("pressure_policy"), get("owner_classes"), o.level)
	if err != nil {
		return nil, refused(err)
	}
	return tspi.Classify(in), nil
}

// refused turns an unusable input into the answer that says so.
func refused(err error) error {
	var input *law.InputError
	if errors.As(err, &input) {
		return &tspigen.Refusal{Code: input.Code, Input: input.Input, Pointer: input.Pointer}
	}
	return err
}

// refusalOf is an error as a refusal, nil where it is none.
func refusalOf(err error) *tspigen.Refusal {
	var refusal *tspigen.Refusal
	errors.As(err, &refusal)
	return refusal
}
