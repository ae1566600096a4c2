package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/drill"
	"github.com/tspi-dev/harness/internal/stage"
)

const drillLong = `drill puts an unmodified reaper on a stage of real processes, lets it do what
it does, and says whom it ended that it must not have. It needs no adapter.

Every scenario runs in fresh Linux namespaces: nothing on the stage can see or
signal a process of this machine, reach a network or write a file. The reaper
sees the system's folders, its own, and those of --bind, all read-only; HOME,
TMPDIR and the working folder are private and empty. Words behind -- that name
a file are given to it as absolute paths.

The helpers on the stage are servers that people run today. --helper and
--owner name others, for a reaper that knows its own. A drill stops at the
first crash or hang; --keep-going goes on.

Exit status: 0 nothing was unsafe and the plain orphans were closed; 1 it was
not so; 2 the call is unusable, or this machine has no stage.`

// drillUsage is the usual template for a command that is run itself and holds others.
var drillUsage = strings.Replace(
	usageTemplate,
	"{{.CommandPath}} COMMAND{{else}}",
	"{{.UseLine}}\n  {{.CommandPath}} list | show NAME{{else}}",
	1,
)

func newDrill(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "drill [flags] -- REAPER ARG…",
		GroupID: groupConform,
		Short:   "Judge a reaper as it is, on a stage of real processes",
		Long:    drillLong,
		Example: "  tspi drill -- ./my-reaper\n" +
			"  tspi drill --only 'second-look/*' -- python3 reaper.py --now\n" +
			"  tspi drill --helper 'node /srv/acme/tool.js' -- ./my-reaper\n" +
			"  tspi drill --generate 50 --seed 7 -- ./my-reaper",
		Args: cobra.ArbitraryArgs,
	}
	cmd.SetUsageTemplate(drillUsage)
	f := drillFlags{}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.only, "only", nil, "stage only the scenarios that match `GLOB`; may be given several times")
	flags.StringArrayVar(&f.skip, "skip", nil, "leave out the scenarios that match `GLOB`; may be given several times")
	flags.StringArrayVar(
		&f.helpers,
		"helper",
		nil,
		"a helper that the reaper knows, as a command line `CMD`; may be given several times",
	)
	flags.StringArrayVar(
		&f.owners,
		"owner",
		nil,
		"an owner that it knows, as a command line `CMD`; may be given several times",
	)
	flags.IntVar(&f.generate, "generate", 0, "also stage `N` generated tables, and shrink a counterexample")
	flags.StringVar(&f.seed, "seed", "", "`S` from which they are drawn, an integer from 0 to 2^64-1")
	flags.DurationVar(&f.timeout, "timeout", 30*time.Second, "time `D` for the reaper in one scenario")
	flags.BoolVar(&f.keepGoing, "keep-going", false, "go on after a crash or a hang")
	flags.StringArrayVar(&f.bind, "bind", nil, "show one more folder `DIR`, read-only; may be given several times")
	flags.StringArrayVar(
		&f.reports,
		"report",
		nil,
		"also write a report, `FORMAT=PATH`: html, text, json, junit or markdown",
	)
	flags.BoolVar(
		&f.showStderr,
		"show-stderr",
		false,
		"show what a reaper wrote where a scenario fails, as is done on a terminal",
	)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.drill(cmd, f, args) }
	for _, sub := range []*cobra.Command{newDrillList(a), newDrillShow(a)} {
		sub.SetUsageTemplate(usageTemplate)
		cmd.AddCommand(sub)
	}
	return cmd
}

type drillFlags struct {
	only, skip, helpers, owners, bind, reports []string
	generate                                   int
	seed                                       string
	timeout                                    time.Duration
	keepGoing, showStderr                      bool
}

// maxDrillTables is how many tables one drill stages: each takes a moment.
const maxDrillTables = 10000

func (a *app) drill(cmd *cobra.Command, f drillFlags, args []string) error {
	if len(args) == 0 || cmd.ArgsLenAtDash() != 0 {
		return unusable(
			"%sthe reaper and its arguments stand behind --",
			label(cmd),
		).hinting("usage: %s", cmd.UseLine())
	}
	options, err := a.drillOptions(f)
	if err != nil {
		return err
	}
	targets, err := parseReports(f.reports, "")
	if err != nil {
		return err
	}
	if err := a.drillReaper(&options, f, args); err != nil {
		return err
	}
	defer a.interruptible()()
	finish := a.drillProgress(&options, f.showStderr)
	report, err := drill.Run(a.call.Context, options)
	finish()
	if err != nil {
		return a.drillProblem(err)
	}
	if _, set := a.call.LookupEnv("SOURCE_DATE_EPOCH"); set {
		report.WithoutTimes() // the clock stands, so that two runs write the same
	}
	for _, target := range targets {
		var text bytes.Buffer
		if err := drill.Write(&text, target.format, report); err != nil {
			return unusable("%s", oneLine(err))
		}
		if err := writeFile(target.path, text.Bytes()); err != nil {
			return err
		}
	}
	if err := drill.WriteText(a.out, report); err != nil {
		return err
	}
	if !report.Passed {
		return errFallsShort
	}
	return nil
}

func (a *app) drillOptions(f drillFlags) (drill.Options, error) {
	o := drill.Options{
		Casting:   drill.Casting{Helpers: f.helpers, Owners: f.owners},
		Timeout:   f.timeout,
		KeepGoing: f.keepGoing,
		Harness:   buildVersion(),
		Generate:  f.generate,
	}
	if f.timeout <= 0 {
		return o, unusable("--timeout: want a duration above 0, such as 30s")
	}
	if f.generate < 0 || f.generate > maxDrillTables {
		return o, unusable("--generate: want an integer from 0 to %d", maxDrillTables)
	}
	if f.seed != "" && f.generate == 0 {
		return o, unusable("--seed: is for --generate N")
	}
	if err := o.Casting.Check(); err != nil {
		return o, unusable("--helper and --owner: %v", err)
	}
	var err error
	if o.Seed, err = campaignSeed(f.seed); err != nil {
		return o, err
	}
	o.Scenarios, err = selectScenarios(f.only, f.skip)
	return o, err
}

// selectScenarios are those that the patterns name; one that names none is an error.
func selectScenarios(only, skip []string) ([]*drill.Scenario, error) {
	all, err := drill.Scenarios()
	if err != nil {
		return nil, err
	}
	matched := map[string]bool{}
	matches := func(patterns []string, id string) bool {
		found := false
		for _, p := range patterns {
			if conformance.MatchID(p, id) {
				matched[p], found = true, true
			}
		}
		return found
	}
	var chosen []*drill.Scenario
	for _, s := range all {
		in, out := len(only) == 0 || matches(only, s.ID), matches(skip, s.ID)
		if in && !out {
			chosen = append(chosen, s)
		}
	}
	for _, p := range slices.Concat(only, skip) {
		if !matched[p] {
			return nil, unusable(
				"--only and --skip: a pattern matches no scenario",
			).hinting("tspi drill list lists them")
		}
	}
	if len(chosen) == 0 {
		return nil, unusable("--only and --skip leave no scenario")
	}
	return chosen, nil
}

// drillReaper says what runs.
func (a *app) drillReaper(o *drill.Options, f drillFlags, args []string) error {
	staged, err := a.stagedCommand(args, f.bind)
	if err != nil {
		return err
	}
	o.Command, o.Show, o.Env = staged.command, staged.show, os.Environ()
	o.Casting.Reaper = strings.Join(o.Command, " ")
	digests, err := a.digestSubjects(staged.files)
	for _, d := range digests {
		o.Files = append(o.Files, drill.File{Name: d.Name, SHA256: d.SHA256})
	}
	return err
}

// drillProblem says why there was no drill.
func (a *app) drillProblem(err error) error {
	var missing *stage.UnavailableError
	var start *stage.StartError
	switch {
	case a.call.Context.Err() != nil:
		return unusable("interrupted; nothing was written")
	case errors.As(err, &missing):
		return unusable("%s", missing.Message).hinting("%s", missing.Hint)
	case errors.As(err, &start):
		return unusable("the reaper could not be started on the stage: %s", cause(start.Err)).
			hinting("it sees the system's folders and its own; --bind DIR shows one more")
	}
	return unusable("%s", oneLine(err))
}

// lastLines are the last ones of a reaper's output, as many as help and fit a screen.
func lastLines(text []byte) []byte {
	const most, longest = 20, 4 << 10
	text = text[max(0, len(text)-longest):]
	lines := bytes.SplitAfter(bytes.TrimRight(text, "\r\n"), []byte("\n"))
	return bytes.Join(lines[max(0, len(lines)-most):], nil)
}

// drillProgress shows how far a drill is, on a terminal only, and what the first reaper
// wrote that got into trouble, there or where it was asked for. The returned function
// takes the line away again.
func (a *app) drillProgress(o *drill.Options, showStderr bool) func() {
	clear := ""
	if a.call.StderrIsTerminal {
		clear = "\r\x1b[K"
		o.Progress = func(done, total int) { fmt.Fprintf(a.call.Stderr, "\r%d of %d staged ", done, total) }
	}
	if a.call.StderrIsTerminal || showStderr {
		troubled := false
		o.Trouble = func(scenario string, stdout, stderr []byte) {
			if troubled {
				return
			}
			troubled = true
			fmt.Fprint(a.call.Stderr, clear)
			for _, output := range []struct {
				name string
				text []byte
			}{{"output", stdout}, {"error", stderr}} {
				if lines := lastLines(output.text); len(lines) > 0 {
					fmt.Fprintf(a.call.Stderr, "the end of the reaper's standard %s in %s:\n%s",
						output.name, scenario, neutralLines(lines))
				}
			}
		}
	}
	return func() { fmt.Fprint(a.call.Stderr, clear) }
}

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
