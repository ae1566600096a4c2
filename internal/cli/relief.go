package cli

import (
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

const reliefLong = `relief says what could be done about the pressure of helpers in a captured
process table: what is waiting to be closed, which owners to ask for a release,
and that nothing was done. The json format is the receipt.

` + inputsHelp + `

A receipt is about the captured moment and expires with it, and what somebody
detached on purpose looks like an orphan; tspi help classify tells the other
known limits.

Exit status: 0 it could be classified, whatever was found; 2 it could not.`

func newRelief(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "relief [FIXTURE]",
		GroupID: groupRead,
		Short:   "Say what could be done about the pressure, as a receipt",
		Long:    reliefLong,
		Example: "  " + psCommand + " | tspi relief\n  tspi relief testdata/fixture --format json",
		Args:    rangeArgs(nil, []string{"FIXTURE"}),
	}
	inputs := a.addInputs(cmd)
	format := addChoice(cmd, "format", "what is printed", "text", "json")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		in, err := a.readInputs(optional(args), inputs)
		if err != nil {
			return err
		}
		receipt := tspi.Relief(tspi.NewSurvey(in).Head())
		if format.value == "json" {
			return a.writeRecord(receipt)
		}
		return view.Relief(a.out, receipt, a.style())
	}
	return cmd
}
