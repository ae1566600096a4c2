package cli

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/goldendiff"
)

const goldenLong = `golden shows the golden receipts that tspi carries: what a right implementation
answers to the fixture of this project, testdata/fixture, and with --profile to
testdata/fixtures/PROFILE. Compare your own answers to the same fixture with
them, field by field.

created_at and receipt_paths, which tell when and where a receipt was made, are
not compared. Digests over other records are: to compare a sign-off, make it
with SOURCE_DATE_EPOCH=0.`

func newGolden(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "golden",
		GroupID: groupJudge,
		Short:   "Compare your receipts with the golden ones",
		Long:    goldenLong,
		Example: "  tspi golden list\n" +
			"  tspi golden show inventory\n" +
			"  tspi golden show --profile ident decision\n" +
			"  tspi golden diff result out/tool_server_pressure_inventory_result.json",
		Args: cobra.ArbitraryArgs, // so that needsCommand sees an unknown command
		RunE: needsCommand,
	}
	cmd.AddCommand(newGoldenList(a), newGoldenShow(a), newGoldenDiff(a))
	return cmd
}

func newGoldenList(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "The names of the golden receipts",
		Long:    "list prints the names of the golden receipts, one a line.",
		Example: "  tspi golden list\n  tspi golden list --profile ident",
		Args:    exactArgs(),
	}
	of := addProfile(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		receipts, err := of.golden()
		if err != nil {
			return err
		}
		names, err := goldendiff.Names(receipts)
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, err := a.out.WriteString(name + "\n"); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

func newGoldenShow(a *app) *cobra.Command {
	var of *profileFlag
	cmd := &cobra.Command{
		Use:               "show NAME",
		Short:             "Print a golden receipt",
		Long:              "show prints a golden receipt, byte for byte.",
		Example:           "  tspi golden show inventory",
		Args:              exactArgs("NAME"),
		ValidArgsFunction: completeGolden,
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := of.goldenReceipt(args[0])
			if err != nil {
				return err
			}
			_, err = a.out.Write(text)
			return err
		},
	}
	of = addProfile(cmd)
	return cmd
}

const goldenDiffLong = `diff compares a receipt of yours with the golden one and prints every field
that differs, by its JSON Pointer. FILE may be - for standard input. Of your
receipt only numbers, constants and plain names are shown.

Exit status: 0 they agree; 1 they differ; 2 there is no such receipt, or FILE
is unusable.`

func newGoldenDiff(a *app) *cobra.Command {
	var of *profileFlag
	cmd := &cobra.Command{
		Use:   "diff NAME FILE",
		Short: "Say field by field how your receipt differs",
		Long:  goldenDiffLong,
		Example: "  tspi classify testdata/fixture --format json |\n" +
			"    tspi golden diff inventory -",
		Args:              exactArgs("NAME", "FILE"),
		ValidArgsFunction: completeGolden,
		RunE: func(_ *cobra.Command, args []string) error {
			golden, err := of.goldenReceipt(args[0])
			if err != nil {
				return err
			}
			theirs, err := a.readText(args[1], a.limits.document)
			if err != nil {
				return err
			}
			comparison, err := goldendiff.Compare(golden, []byte(theirs))
			if err != nil {
				return naming(args[1], err)
			}
			if err := view.Comparison(a.out, args[0], shown(args[1]), comparison, a.style()); err != nil {
				return err
			}
			if len(comparison.Differences) > 0 {
				return errFallsShort
			}
			return nil
		},
	}
	of = addProfile(cmd)
	return cmd
}

// golden holds the golden receipts of the profile.
func (f *profileFlag) golden() (fs.FS, error) {
	p, err := f.profile()
	if err != nil || p.Facts == nil {
		return harness.Golden(), err
	}
	return fs.Sub(harness.Golden(), p.Name)
}

func (f *profileFlag) goldenReceipt(name string) ([]byte, error) {
	receipts, err := f.golden()
	if err != nil {
		return nil, err
	}
	text, err := goldendiff.Receipt(receipts, name)
	var unknown *goldendiff.UnknownNameError
	if errors.As(err, &unknown) {
		return nil, unusable("no golden receipt has the name %s", quoted(name)).hinting("tspi golden list names them")
	}
	return text, err
}

func completeGolden(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault // the FILE of diff
	}
	of := profileFlag{name: cmd.Flag("profile").Value.String()}
	receipts, err := of.golden()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names, err := goldendiff.Names(receipts)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
