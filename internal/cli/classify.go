package cli

import (
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/tspi"
)

const classifyLong = `classify says of each helper in a captured process table whether it may be
closed: close candidate, owner check, or keep. It closes none.

` + inputsHelp + `

The table format says first what matters; json is the inventory record; jsonl
is the record without its rows on the first line, then one row a line.
On a terminal the table fits its width and has colours, unless NO_COLOR is set.

Known limits. A verdict is about the captured moment and expires with it.
ppid 1 proves detachment only where orphans go to pid 1 (not under a subreaper
such as systemd --user: nothing is closable there, the safe side). What
somebody detached on purpose looks like an orphan (nohup, setsid, disown, a
server that daemonises itself or serves several sessions over a port), and so
does a service that init restarted: name such helpers with --register or in
registered_helpers, or keep their kind off the allowlist.
Memory is resident size: what processes share is counted more than once.

A table of which no line can be read is refused, with what it seems to be
instead: the output of another ps, UTF-16, a log, a quotation. BusyBox's ps has
no pcpu: install procps.

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
	inputs := a.addInputs(cmd)
	format := addChoice(cmd, "format", "what is printed", "table", "json", "jsonl")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		in, err := a.readInputs(optional(args), inputs)
		if err != nil {
			return err
		}
		switch format.value {
		case "json":
			return record.WriteInventory(a.out, tspi.NewSurvey(in))
		case "jsonl":
			return record.WriteInventoryLines(a.out, tspi.NewSurvey(in))
		}
		return view.Inventory(a.out, in, tspi.NewSurvey(in), a.style())
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
