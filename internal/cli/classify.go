package cli

import (
	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

const classifyLong = `classify says of each helper in a captured process table whether it may be
closed: close candidate, owner check, or keep. It closes none.

` + inputsHelp + `

The table format says first what matters; json is the inventory record; jsonl
is the record without its rows on the first line, then one row a line.

A verdict is about the captured moment and expires with it. ppid 1 proves
detachment only where orphans go to pid 1 (not under systemd --user: nothing
is closable there, the safe side). A service that init itself runs looks like
an orphan: name it in registered_helpers or keep its kind off the allowlist.
Memory is resident size: what processes share is counted more than once.

Exit status: 0 it could be classified, whatever was found; 2 it could not.`

func newClassify(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "classify [FIXTURE]",
		GroupID: groupRead,
		Short:   "Say which helpers of a process table may be closed",
		Long:    classifyLong,
		Example: "  " + psCommand + " | tspi classify\n" +
			"  tspi classify testdata/fixture\n" +
			"  tspi classify --ps table.txt --policy my_policy.json --format jsonl",
		Args: rangeArgs(nil, []string{"FIXTURE"}),
	}
	inputs := addInputs(cmd)
	format := addChoice(cmd, "format", "what is printed", "table", "json", "jsonl")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		in, err := a.readInputs(optional(args), inputs)
		if err != nil {
			return err
		}
		inventory := tspi.Classify(in)
		switch format.value {
		case "json":
			return a.writeRecord(inventory)
		case "jsonl":
			return a.writeLines(inventory)
		}
		return view.Inventory(a.out, in, inventory, a.style())
	}
	return cmd
}

// optional is the one argument, "" where there is none.
func optional(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// inventoryHead is an inventory record without its rows: the first line of the
// jsonl format.
type inventoryHead struct {
	Schema  string               `json:"schema"`
	Policy  tspi.InventoryPolicy `json:"policy"`
	Summary tspi.Summary         `json:"summary"`
}

func (a *app) writeLines(inventory *tspi.Inventory) error {
	if err := a.writeLine(inventoryHead{inventory.Schema, inventory.Policy, inventory.Summary}); err != nil {
		return err
	}
	for i := range inventory.Rows {
		if err := a.writeLine(&inventory.Rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) writeLine(v any) error {
	if err := json.MarshalWrite(a.out, v, json.Deterministic(true)); err != nil {
		return err
	}
	return a.out.WriteByte('\n')
}
