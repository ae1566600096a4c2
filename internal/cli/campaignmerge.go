package cli

import (
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance/campaign"
)

const campaignMergeLong = `merge joins the summaries of all shards of one campaign, as --summary wrote
them, to that of the whole: as one run would have written it, but for the
timing. Of several counterexamples it keeps the one of the lowest case.

It refuses shards that stand there twice, are missing or were interrupted, and
those of another seed, level, length, implementation or version.

Exit status: as of campaign; 2 also where the summaries do not belong together.`

func newCampaignMerge(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "merge SUMMARY…",
		Short:   "Join the summaries of all shards of a campaign",
		Long:    campaignMergeLong,
		Example: "  tspi campaign merge shards/*.json\n  tspi campaign merge 1.json 2.json --summary whole.json",
		Args:    cobra.ArbitraryArgs,
	}
	format := addChoice(cmd, "format", "how the outcome is printed", "text", "json")
	summary := cmd.Flags().String("summary", "", "write the summary of the whole as JSON to `PATH`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return unusable("%sSUMMARY is missing", label(cmd)).hinting("usage: %s", cmd.UseLine())
		}
		if err := notInput(args, output{"--summary", *summary}); err != nil {
			return err
		}
		var parts []*campaign.Summary
		for _, name := range args {
			text, err := a.readText(name, campaign.MaxReplayBytes)
			if err != nil {
				return err
			}
			part, err := campaign.ReadSummary([]byte(text))
			if err != nil {
				return unusable("%s: %s", shown(name), oneLine(err))
			}
			parts = append(parts, part)
		}
		whole, err := campaign.Merge(parts, buildVersion())
		if err != nil {
			return unusable("%s", oneLine(err))
		}
		if *summary != "" {
			if err := writeFileJSON(*summary, whole); err != nil {
				return err
			}
		}
		if err := a.showCampaign(format, whole, func(c *campaign.Counterexample) []string {
			return []string{againCommand(campaignFlags{adapter: &adapterFlags{}}, whole, c, []string{"…"})}
		}); err != nil {
			return err
		}
		return campaignStatus(whole)
	}
	return cmd
}
