package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/drill"
)

func newDrillList(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "The scenarios, with what each is about",
		Long:    "list prints one scenario a line: its name, and what stands on the stage.",
		Example: "  tspi drill list",
		Args:    exactArgs(),
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		all, err := drill.Scenarios()
		if err != nil {
			return err
		}
		for _, s := range all {
			fmt.Fprintf(a.out, "%s\t%s\n", s.ID, s.Title)
		}
		_, err = fmt.Fprintf(a.out, "%d scenarios in %d groups\n", len(all), len(drill.Groups()))
		return err
	}
	return cmd
}

func newDrillShow(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "One scenario, as it stands in its file",
		Long:    "show prints the file of a scenario: the table, and which of it may be ended.",
		Example: "  tspi drill show second-look/recycled-after-term",
		Args:    exactArgs("NAME"),
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		all, err := drill.Scenarios()
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.ID == args[0] {
				_, err = a.out.Write(s.Text)
				return err
			}
		}
		return unusable("no scenario has the name %s", quotedID(args[0])).hinting("tspi drill list lists them")
	}
	return cmd
}
