package cli

import (
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	reporting "github.com/tspi-dev/harness/conformance/report"
)

const reportLong = `report renders results that tspi conform saved with --report json=PATH. As
html, text and markdown it takes several and puts them side by side.

Failures are grouped by their cause, the unsafe ones first. text has two
screens at most; --verbose shows all.

html is one page that needs no network: redirect it into a file and open that.
It filters by rule, verdict and text, and draws each process table as a tree.

Exit status: 0 every result passed; 1 one did not; 2 a file is unusable.`

func newReport(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "report RESULTS.json…",
		GroupID: groupConform,
		Short:   "Render saved results of conform",
		Long:    reportLong,
		Example: "  tspi report results.json\n" +
			"  tspi report mine.json theirs.json --format html > report.html",
		Args: cobra.ArbitraryArgs,
	}
	format := addChoice(cmd, "format", "how it is rendered",
		string(reporting.Text), string(reporting.HTML), string(reporting.Markdown), string(reporting.JUnit),
		string(reporting.JSON))
	verbose := cmd.Flags().Bool("verbose", false, "show every failure with all that was sent, and every clause (text)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return unusable("%sRESULTS.json is missing", label(cmd)).hinting("usage: %s", cmd.UseLine())
		}
		var reports []*conformance.Report
		passed := true
		for _, name := range args {
			text, err := a.readText(name, reporting.MaxReportBytes)
			if err != nil {
				return err
			}
			report, err := reporting.Read([]byte(text))
			if err != nil {
				return unusable("%s: %s", shown(name), oneLine(err))
			}
			reports = append(reports, report)
			passed = passed && report.Passed()
		}
		var err error
		if f := reporting.Format(format.value); f == reporting.Text {
			err = reporting.WriteText(a.out, reporting.TextOptions{Verbose: *verbose}, reports...)
		} else {
			err = reporting.Write(a.out, f, reports...)
		}
		if err != nil {
			return unusable("%s", err.Error())
		}
		if !passed {
			return errFallsShort
		}
		return nil
	}
	return cmd
}
