package cli

import (
	"bufio"
	"context"

	"github.com/spf13/cobra"
)

// app is what the commands of one call share.
type app struct {
	call   Call
	out    *bufio.Writer // standard output; Run flushes it
	limits limits
	atEnd  []func() // what is to be cleared away
}

// constructors are the commands, in the order of the help.
func constructors() []func(*app) *cobra.Command {
	return []func(*app) *cobra.Command{
		newClassify,
		newExplain,
		newRelief,
		newRedact,
		newPolicy,
		newAudit,
		newDecide,
		newRun,
		newBundle,
		newGolden,
		newSmoke,
		newConform,
		newCampaign,
		newDrill,
		newReport,
		newCases,
		newMutants,
		newAdapter,
		newVersion,
		newCompletion,
	}
}

// Groups of commands in the help.
const (
	groupRead    = "read"
	groupJudge   = "judge"
	groupConform = "conform"
	groupOther   = "other"
)

// Run runs one call and returns its exit status.
func Run(call Call) int {
	if call.Context == nil {
		call.Context = context.Background()
	}
	a := &app{call: call, out: bufio.NewWriterSize(call.Stdout, 1<<16), limits: defaultLimits()}
	return a.run()
}

func (a *app) run() int {
	defer func() {
		for _, clear := range a.atEnd {
			clear()
		}
	}()
	root := a.root()
	root.SetArgs(a.call.Args)
	root.SetIn(a.call.Stdin)
	root.SetOut(a.out)
	root.SetErr(a.call.Stderr)
	err := root.Execute()
	if flushErr := a.out.Flush(); flushErr != nil && isAnswer(err) {
		err = unusable("standard output: %s", cause(flushErr))
	}
	return report(a.call.Stderr, err)
}

const rootLong = `Which helper processes left behind by long agent sessions may be closed? tspi
reads a process table that you captured and says so, without being able to
close any: it reads no live process, signals none in it, and prints no command
line.`

const rootExample = `  ps -axww -o pid,ppid,etime,pcpu,rss,command | tspi classify
  tspi explain 4711 --ps table.txt
  tspi run testdata/fixture --out out`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:               "tspi",
		Short:             "Tool Server Pressure Inventory: a contract and its conformance harness",
		Long:              rootLong,
		Example:           rootExample,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs, // so that needsCommand sees an unknown command
	}
	version := root.Flags().Bool("version", false, "the versions, as tspi version prints them")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *version && len(args) == 0 {
			return a.version()
		}
		return needsCommand(cmd, args)
	}
	root.SetFlagErrorFunc(flagProblem)
	root.SetUsageTemplate(usageTemplate)
	root.AddGroup(
		&cobra.Group{ID: groupRead, Title: "Read a process table:"},
		&cobra.Group{ID: groupJudge, Title: "Judge records, fixtures and bundles:"},
		&cobra.Group{ID: groupConform, Title: "Certify an implementation, in any language:"},
		&cobra.Group{ID: groupOther, Title: "Other:"},
	)
	for _, construct := range constructors() {
		root.AddCommand(construct(a))
	}
	root.SetHelpCommand(newHelp(root))
	root.SetHelpCommandGroupID(groupOther)
	return root
}
