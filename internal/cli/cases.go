package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/tspi"
)

func newCases(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "cases",
		GroupID: groupConform,
		Short:   "The cases of the suite: list, show, export",
		Long:    "cases shows the conformance cases that this program carries.",
		Example: "  tspi cases list --level core\n" +
			"  tspi cases show tspi/core/5.orphan/on-the-threshold\n" +
			"  tspi cases export cases",
		Args: cobra.ArbitraryArgs, // so that needsCommand sees an unknown command
		RunE: needsCommand,
	}
	cmd.AddCommand(newCasesList(a), newCasesShow(a), newCasesExport(a))
	return cmd
}

func newCasesList(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [GLOB]",
		Short: "The ids and titles of all cases",
		Long: "list prints one case a line: id, operation, title. Core cases are asked at\n" +
			"both levels. GLOB is a pattern of ids, as conform takes it with --only.",
		Example: "  tspi cases list --level core\n  tspi cases list '*/5.orphan/*'",
		Args:    rangeArgs(nil, []string{"GLOB"}),
	}
	suite := addSuite(cmd)
	level := addLevel(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, s, err := suite.load()
		if err != nil {
			return err
		}
		asked, err := levelFor(cmd, p, level)
		if err != nil {
			return err
		}
		pattern := "*"
		if len(args) > 0 {
			pattern = args[0]
		}
		n := 0
		for _, c := range s.Cases {
			if asked == tspi.Core && c.Level() != tspi.Core || !conformance.MatchID(pattern, c.ID) {
				continue
			}
			n++
			fmt.Fprintf(a.out, "%s\t%s\t%s\n", c.ID, c.Op, c.Title)
		}
		if n == 0 {
			return unusable("no case id matches the pattern").hinting("* stands for any text: '*/5.orphan/*'")
		}
		_, err = fmt.Fprintf(a.out, "%d cases of level %s, suite %d, %s\n", n, asked, s.Version, s.Digest)
		return err
	}
	return cmd
}

func newCasesShow(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "One case, as it stands in the suite",
		Long:    "show prints the file of a case: what is sent, and what is demanded.",
		Example: "  tspi cases show tspi/core/5.orphan/on-the-threshold",
		Args:    exactArgs("ID"),
	}
	suite := addSuite(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if name, _, _ := strings.Cut(args[0], "/"); !cmd.Flags().Changed("profile") && isProfile(name) {
			suite.name = name // the id says whose case it is
		}
		_, s, err := suite.load()
		if err != nil {
			return err
		}
		c, ok := s.Case(args[0])
		if !ok {
			return unusable("no case has the id %s", quotedID(args[0])).
				hinting("tspi cases list lists them; a pattern such as '*/5.orphan/*' behind it selects")
		}
		_, err = a.out.Write(c.Text)
		return err
	}
	return cmd
}

func newCasesExport(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "All cases, as files and as JSON",
		Long: `export writes every case into a folder that must not be there yet: its file
as it stands in the suite, and beside it the same as JSON, with the request
that is sent, for programs that read no txtar. case.schema.json is the schema
of the JSON files. docs/suite.md is the reference of both.`,
		Example: "  tspi cases export cases",
		Args:    exactArgs("DIR"),
	}
	suite := addSuite(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, s, err := suite.load()
		if err != nil {
			return err
		}
		if err := exportSuite(p, s, args[0]); err != nil {
			return err
		}
		_, err = fmt.Fprintf(a.out, "%d cases exported to %s\n", len(s.Cases), shown(args[0]))
		return err
	}
	return cmd
}

// suiteFlags name a suite: the profile and the version.
type suiteFlags struct {
	*profileFlag
	version int
}

func addSuite(cmd *cobra.Command) *suiteFlags {
	f := &suiteFlags{profileFlag: addProfile(cmd)}
	cmd.Flags().IntVar(&f.version, "suite", 0, "suite version `N`; 0 is the profile's current one")
	return f
}

// load reads the suite that was asked for.
func (f *suiteFlags) load() (*profile.Profile, *conformance.Suite, error) {
	p, err := f.profile()
	if err != nil {
		return nil, nil, err
	}
	version := f.version
	if version == 0 {
		version = p.Suite
	}
	s, err := conformance.EmbeddedSuite(p, version)
	if err != nil {
		return nil, nil, unusable("%s", err.Error())
	}
	return p, s, nil
}

// quotedID shows an id that the person typed; it may hold slashes.
func quotedID(id string) string {
	if len(id) > 100 || strings.HasPrefix(id, "/") {
		return "given"
	}
	return fmt.Sprintf("%q", id)
}
