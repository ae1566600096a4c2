package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

const explainLong = `explain names the words of the policy by which a process is a helper and where
they were found, in its program or its command, draws its owner chain hop by
hop, says why the walk stopped, and names the rule of the contract that
decided. Of a process that is no helper it says which word was missing, which
excludes it, or that its command only mentions a helper. Of the command itself
it shows nothing.

` + inputsHelp + `

A verdict is about the captured moment and expires with it, and what somebody
detached on purpose looks like an orphan; tspi help classify tells the other
known limits.

Exit status: 0 it is explained; 2 the inputs are unusable, or no row of the
table has that pid.`

func newExplain(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "explain PID [FIXTURE]",
		GroupID: groupRead,
		Short:   "Follow one helper's owner chain to the rule that decided",
		Long:    explainLong,
		Example: "  " + psCommand + " | tspi explain 4711\n" +
			"  tspi explain 4711 --ps table.txt",
		Args: rangeArgs([]string{"PID"}, []string{"FIXTURE"}),
	}
	inputs := a.addInputs(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		pid, err := strconv.ParseUint(args[0], 10, 31)
		if err != nil {
			return unusable("explain: PID must be a number from 0 to 2147483647, got %s", quoted(args[0]))
		}
		in, err := a.readInputs(optional(args[1:]), inputs)
		if err != nil {
			return err
		}
		explanations := tspi.Explain(in, int32(pid))
		if len(explanations) == 0 {
			return unusable("no row of the process table has the pid %d", pid).
				hinting("it may have ended before the capture; tspi classify lists the helpers")
		}
		return view.Explanations(a.out, in, explanations, mayShow, a.style())
	}
	return cmd
}

// mayShow reports whether a word of a policy may be printed: neither the redaction
// guard of section 7 nor the secret scan of a run finds anything in it.
func mayShow(word string) bool {
	if len(tspi.Guard(word, tspi.Hardened)) > 0 {
		return false
	}
	const shortestSecret = 16 // starting the scan takes longer than everything else
	if len(word) < shortestSecret || !strings.ContainsAny(word, "0123456789") {
		return true
	}
	hits, err := secretscan.Gitleaks().Scan([]byte(word), word)
	return err == nil && len(hits) == 0
}
