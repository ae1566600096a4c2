package cli

import (
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/internal/law"
)

// replay asks the counterexample of a file once more. Its level is the file's.
func (a *app) replay(cmd *cobra.Command, f campaignFlags, args []string) error {
	for _, name := range []string{"cases", "duration", "seed", "shard", "save", "summary", "jobs", "first", "skip",
		"known-failures", "report"} {
		if cmd.Flags().Changed(name) {
			return unusable("--%s: has no meaning with --replay", name)
		}
	}
	text, err := a.readText(f.replay, campaign.MaxReplayBytes)
	if err != nil {
		return err
	}
	replay, err := campaign.ReadReplay([]byte(text))
	if err != nil {
		return unusable("%s: %s", shown(f.replay), oneLine(err))
	}
	if cmd.Flags().Changed("level") && f.level.value != replay.Level {
		return unusable("--level: the file is about level %s", replay.Level)
	}
	p := conformance.DefaultProfile()
	if replay.Profile != "" {
		if p, err = conformance.ProfileNamed(replay.Profile); err != nil {
			return unusable("%s: %s", shown(f.replay), oneLine(err))
		}
	}
	if cmd.Flags().Changed("profile") && f.profile.name != p.Name {
		return unusable("--profile: the file is about profile %s", p.Name)
	}
	level, err := law.ParseLevel(replay.Level)
	if err != nil {
		return unusable("%s: %s", shown(f.replay), oneLine(err))
	}
	impl, err := a.implementation(cmd, f.adapter, p, level, args)
	if err != nil {
		return err
	}
	options := campaign.Options{Timeout: f.adapter.timeout, Harness: buildVersion()}
	if f.adapter.self {
		options.Model = p.Second(level, nil)
	}
	defer a.interruptible()()
	c, err := replay.Again(a.call.Context, impl, options)
	if err != nil {
		return a.adapterProblem(f.adapter, err)
	}
	if f.format.value == "json" {
		err = a.writeRecord(struct {
			Fails          bool                     `json:"fails"`
			Counterexample *campaign.Counterexample `json:"counterexample,omitzero"`
		}{c != nil, c})
	} else {
		err = campaign.WriteReplay(a.out, replay, c)
	}
	if err != nil {
		return err
	}
	if c != nil {
		a.showAdapterStderr(f.adapter, "", c.Stderr)
		return errFallsShort
	}
	return nil
}
