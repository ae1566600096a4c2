package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/mutant"
	"github.com/tspi-dev/harness/conformance/profile"
	reporting "github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

const mutantsLong = `mutants measures the suite: it runs implementations that are wrong in exactly
one way, and others that differ only in what the contract leaves open, through
the published cases. Each wrong one must be rejected by a case, or by a
standing check, of the clause that it breaks; each of the others must pass.

--campaign N also hunts those that generated tables can reach, each through a
campaign of at most N tables. docs/power.md is made with --format markdown.

Exit status: 0 the suite holds; 1 a wrong implementation survives, or a right
one is rejected; 2 the call is unusable.`

func newMutants(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "mutants [flags]",
		GroupID: groupConform,
		Short:   "The suite's own strength: what wrong implementations it catches",
		Long:    mutantsLong,
		Example: "  tspi mutants\n" +
			"  tspi mutants --level core --format json\n" +
			"  tspi conform -- tspi mutants serve hop-limit-nine",
		Args: exactArgs(),
	}
	level := addChoice(cmd, "level", "the mutants of one law, or of both", "both", tspi.Hardened.String(),
		tspi.Core.String())
	format := addChoice(cmd, "format", "how the matrix is printed", "table", "json", "markdown", "html")
	suite := addSuite(cmd)
	tables := cmd.Flags().Uint64("campaign", 0, "also hunt mutants by campaigns of at most `N` tables")
	seed := cmd.Flags().Uint64("seed", 1, "`S` from which those tables are drawn")
	jobs := addJobs(cmd, "run `N` mutants at once")
	cmd.RunE = func(*cobra.Command, []string) error {
		p, _, err := suite.load()
		if err != nil {
			return err
		}
		process, err := servedMutants(p)
		if err != nil {
			return err
		}
		options := mutant.Options{Profile: p, Levels: levelsOf(p, level), Suite: suite.version, Process: process,
			Jobs: int(*jobs)}
		defer a.interruptible()()
		defer collectRarely(hundreds)()
		finish := a.countProgress("mutants and controls", &options.Progress)
		matrix, err := mutant.Run(a.call.Context, options)
		finish()
		if err == nil && *tables > 0 {
			err = matrix.Hunt(a.call.Context, mutant.HuntOptions{Tables: *tables, Seed: *seed, Jobs: int(*jobs)})
		}
		if err != nil {
			return mutantsProblem(err)
		}
		write := map[string]func() error{
			"table":    func() error { return matrix.WriteTable(a.out) },
			"json":     func() error { return matrix.WriteJSON(a.out) },
			"markdown": func() error { return matrix.WriteMarkdown(a.out) },
			"html":     func() error { return reporting.WriteCharts(a.out, mutantsPage(matrix)) },
		}
		if err := write[format.value](); err != nil {
			return err
		}
		if !matrix.Holds() {
			return errFallsShort
		}
		return nil
	}
	cmd.SetUsageTemplate(strings.Replace(campaignUsage, "merge SUMMARY…", "serve NAME", 1))
	serve := newMutantsServe(a)
	serve.SetUsageTemplate(usageTemplate)
	cmd.AddCommand(serve)
	return cmd
}

// levelsOf are the levels of a profile that were asked for; nil means all.
func levelsOf(p *profile.Profile, c *choice) []law.Level {
	if c.value == "both" {
		return nil
	}
	return []law.Level{p.LevelOr(c.level())}
}

// servedMutants says how this program is started as a mutant: mutants that break the
// protocol show as processes only.
func servedMutants(p *profile.Profile) (func(string, law.Level) adapter.Config, error) {
	program := os.Args[0]
	if strings.HasSuffix(filepath.Base(program), ".test") {
		return nil, unusable("mutants: start tspi itself; a test cannot serve mutants of the protocol")
	}
	return func(name string, level law.Level) adapter.Config {
		return adapter.Config{Command: []string{program, "mutants", "serve", name, "--profile", p.Name, "--level",
			level.String()}}
	}, nil
}

func mutantsProblem(err error) error {
	var start *adapter.StartError
	if errors.As(err, &start) {
		return unusable("%s", oneLine(start)).hinting("tspi mutants starts itself; is it on your path?")
	}
	return unusable("%s", oneLine(err))
}

func newMutantsServe(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve NAME",
		Short: "Serve one mutant over the adapter protocol",
		Long: "serve is an adapter that is wrong in one way: one JSON request a line on\n" +
			"standard input, one JSON response a line on standard output. tspi mutants\n" +
			"lists the names.",
		Example: "  tspi conform -- tspi mutants serve hop-limit-nine",
		Args:    exactArgs("NAME"),
	}
	level, contract := addLevel(cmd), addProfile(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, err := contract.profile()
		if err != nil {
			return err
		}
		m, ok := mutant.Named(p, args[0])
		if !ok {
			return unusable("no mutant has the name %s", quotedID(args[0])).hinting("tspi mutants lists them")
		}
		if err := mutant.Serve(a.call.Context, p, m, p.LevelOr(level.level()), a.call.Stdin,
			a.call.Stdout); err != nil {
			return unusable("%s", oneLine(err))
		}
		return nil
	}
	return cmd
}
