package cli

import (
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/bundle"
	"github.com/tspi-dev/harness/internal/record"
)

const runLong = `run judges a fixture: its three positive inputs must raise nothing, each of
its eight negative cases must raise its own code and no other, and nothing may
hold a command, a path or a secret. It writes the records that say so into the
folder of --out, whole or not at all; a run that does not pass writes them too.

Where SOURCE_DATE_EPOCH is set it is the clock, and two runs over the same
inputs write the same bytes. No record holds a path of yours.

A run that passes is about these inputs and expires with them; tspi help
classify tells the known limits of a verdict.

Exit status: 0 it passed; 1 it did not; 2 the inputs are unusable or the
records could not be written, and nothing was written.`

func newRun(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "run FIXTURE --out DIR",
		GroupID: groupJudge,
		Short:   "Judge a fixture with its negative cases, and write records",
		Long:    runLong,
		Example: "  tspi run testdata/fixture --out out\n" +
			"  SOURCE_DATE_EPOCH=0 tspi run testdata/fixture --out out \\\n" +
			"    --sign-off out/sign_off.json",
		Args: exactArgs("FIXTURE"),
	}
	out := addOut(cmd)
	signOff := cmd.Flags().String("sign-off", "", "write a sign-off over the records to `FILE`")
	level := addLevel(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *out == "" {
			return outMissing(cmd)
		}
		options := bundle.Options{Level: level.level()}
		return a.judge(args[0], options, record.RunRequest{
			Request:     record.Request{Mode: record.ModeFixture, Level: options.Level},
			Out:         *out,
			SignOffFile: *signOff,
		})
	}
	return cmd
}

// addOut gives a command the flag for where its records go.
func addOut(cmd *cobra.Command) *string {
	return cmd.Flags().String("out", "", "folder `DIR` for the records; it is made where it is missing")
}

func outMissing(cmd *cobra.Command) error {
	return unusable("%s--out is missing", label(cmd)).hinting("usage: %s", cmd.UseLine())
}
