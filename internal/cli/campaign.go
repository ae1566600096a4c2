package cli

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/tspi"
)

const campaignLong = `campaign asks an implementation about generated worlds, thousands or millions
of them: process tables, or with --profile the facts and claims of that
contract. Where an answer is wrong it shrinks the world to the smallest one for
which it still is, and goes on: to one counterexample for each property that
does not hold. --first stops at the first. docs/campaigns.md lists the
properties.

What stands behind -- is really run, on this host, with your rights. The author
of a reaper puts its classifier there, never the part that closes.

--skip PROPERTY looks for no counterexample to it; --known-failures FILE has
lines of a property and a reason, and its counterexamples do not count.

Case i of a seed is one table, whatever the shard or the number of jobs. A seed
is drawn and printed where none is given. --shard I/N asks one of N equal
parts; in a Kubernetes Indexed Job that is JOB_COMPLETION_INDEX, with
JOB_COMPLETIONS set to the number of completions. merge joins the summaries of
all shards.

--save DIR writes a counterexample as a case of the suite and, beside it, a
file for --replay, which asks it once more. Ctrl-C ends a campaign with a
summary of what was judged until then, which is no verdict.

Exit status: 0 no counterexample in all the tables; 1 there is one; 2 the call
is unusable, or the campaign was interrupted; 3 the adapter could not be
started, or gave no answers.`

// campaignUsage is the usual template for a command that is run itself and holds
// another one besides.
var campaignUsage = strings.Replace(usageTemplate, "{{.CommandPath}} COMMAND{{else}}",
	"{{.UseLine}}\n  {{.CommandPath}} merge SUMMARY…{{else}}", 1)

func newCampaign(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "campaign [flags] (--self | -- ADAPTER ARG…)",
		GroupID: groupConform,
		Short:   "Search generated tables for a counterexample, and shrink it",
		Long:    campaignLong,
		Example: "  tspi campaign -- python3 adapter.py\n" +
			"  tspi campaign --duration 8h --save found -- ./adapter\n" +
			"  tspi campaign --seed 7 --shard 3/8 --summary 3.json -- ./adapter\n" +
			"  tspi campaign --replay found/….replay.json -- ./adapter",
		Args: cobra.ArbitraryArgs,
	}
	cmd.SetUsageTemplate(campaignUsage)
	f := campaignFlags{adapter: addAdapterFlags(cmd), profile: addProfile(cmd), level: addLevel(cmd),
		jobs:   addJobs(cmd, "ask `N` adapters at once"),
		format: addChoice(cmd, "format", "how the outcome is printed", "text", "json")}
	flags := cmd.Flags()
	flags.Uint64Var(&f.cases, "cases", defaultCampaign, "ask about `N` tables, over all shards")
	flags.DurationVar(&f.duration, "duration", 0, "ask for so long, `D`, in place of a number of tables")
	flags.StringVar(&f.seed, "seed", "", "`S` from which the tables are drawn, an integer from 0 to 2^64-1")
	flags.StringVar(&f.shard, "shard", "", "ask the part `I/N` of the tables, as 3/8")
	flags.StringVar(&f.save, "save", "", "write a counterexample into the folder `DIR`")
	flags.StringVar(&f.replay, "replay", "", "ask the counterexample of a saved `FILE` again, and nothing else")
	flags.BoolVar(&f.first, "first", false, "stop at the first counterexample, in place of one for each property")
	flags.BoolVar(&f.overTheWire, "over-the-wire", false,
		"write and read each question and answer, where --self needs no text too")
	flags.StringArrayVar(&f.skip, "skip", nil,
		"look for no counterexample to `PROPERTY`, with * for any text; may be given several times")
	flags.StringVar(&f.known, "known-failures", "", "`FILE` of properties that are known to fail, with reasons")
	flags.StringVar(&f.summary, "summary", "", "write the summary as JSON to `PATH`")
	flags.StringVar(&f.report, "report", "", "also write a page with plots, `html=PATH`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.campaign(cmd, f, args) }
	merge := newCampaignMerge(a)
	merge.SetUsageTemplate(usageTemplate)
	cmd.AddCommand(merge)
	return cmd
}

const longestReason = 600 // bytes

const defaultCampaign = 1000 // tables, which take seconds

type campaignFlags struct {
	adapter               *adapterFlags
	profile               *profileFlag
	level, format         *choice
	cases                 uint64
	duration              time.Duration
	seed, shard           string
	jobs                  *jobs
	save, replay, summary string
	report, known         string
	first, overTheWire    bool
	skip                  []string
}

func (a *app) campaign(cmd *cobra.Command, f campaignFlags, args []string) error {
	if f.replay != "" {
		return a.replay(cmd, f, args)
	}
	options, err := a.campaignOptions(cmd, f)
	if err != nil {
		return err
	}
	impl, err := a.implementation(cmd, f.adapter, options.Profile, options.Level, args)
	if err != nil {
		return err
	}
	page, err := campaignReport(f.report)
	if err != nil {
		return err
	}
	if err := f.checkTargets(page, options); err != nil {
		return err
	}
	if err := notInput(impl.files, output{"--summary", f.summary}, output{"--report", page}); err != nil {
		return err
	}
	defer a.interruptible()()
	defer collectRarely(tens)()
	finish := a.campaignProgress(&options)
	samples := &campaignSamples{now: a.call.Now}
	samples.watch(&options)
	s, err := campaign.Run(a.call.Context, impl.Implementation, options)
	finish()
	if err != nil {
		return a.adapterProblem(f.adapter, err)
	}
	if _, set := a.call.LookupEnv("SOURCE_DATE_EPOCH"); set {
		s.Timing, samples.samples = nil, nil // the clock stands, so that two runs write the same
	}
	saved := map[*campaign.Counterexample]string{}
	if f.save != "" {
		for _, c := range s.Counterexamples() {
			if saved[c], err = a.saveCounterexample(f, c, options, args); err != nil {
				return err
			}
		}
	}
	again := func(c *campaign.Counterexample) []string {
		commands := []string{againCommand(f, s, c, args)}
		if saved[c] != "" {
			commands = append(commands, saved[c])
		}
		return commands
	}
	if f.summary != "" {
		if err := writeFileJSON(f.summary, s); err != nil {
			return err
		}
	}
	if err := writeCampaignPage(page, campaignPage(s, samples, func(c *campaign.Counterexample) string {
		return againCommand(f, s, c, nil)
	})); err != nil {
		return err
	}
	if err := a.showCampaign(f.format, s, again); err != nil {
		return err
	}
	if s.Counterexample != nil {
		a.showAdapterStderr(f.adapter, "", s.Counterexample.Stderr)
	}
	return campaignStatus(s)
}

// campaignOptions are what the flags and, for the shard, the environment say.
func (a *app) campaignOptions(cmd *cobra.Command, f campaignFlags) (campaign.Options, error) {
	p, err := f.profile.profile()
	if err != nil {
		return campaign.Options{}, err
	}
	level, err := levelFor(cmd, p, f.level)
	if err != nil {
		return campaign.Options{}, err
	}
	o := campaign.Options{Profile: p, Level: level, Cases: f.cases, Duration: f.duration, Jobs: int(*f.jobs),
		Timeout: f.adapter.timeout, Harness: buildVersion(), GoOn: !f.first, Skip: f.skip, OverTheWire: f.overTheWire}
	if f.known != "" && f.first {
		return o, unusable("--first: has no meaning with --known-failures, behind which the campaign goes on")
	}
	if f.known != "" {
		text, err := a.readText(f.known, a.limits.document)
		if err != nil {
			return o, err
		}
		if o.Known, err = conformance.ParseKnownFailures(text); err != nil {
			return o, unusable("%s: %v", shown(f.known), err)
		}
		for _, known := range o.Known { // it stands in the summary, which is passed on
			if tspi.HoldsPath(known.Reason, tspi.Hardened) || len(known.Reason) > longestReason {
				return o, unusable("%s: a reason holds an absolute path, or is longer than %d bytes", shown(f.known),
					longestReason)
			}
		}
	}
	if f.adapter.self {
		o.Model = p.Second(o.Level, nil)
	}
	switch {
	case cmd.Flags().Changed("duration") && f.duration <= 0:
		return o, unusable("--duration: want a duration above 0, such as 8h")
	case cmd.Flags().Changed("duration") && !cmd.Flags().Changed("cases"):
		o.Cases = 0
	case f.cases == 0:
		return o, unusable("--cases: want an integer >= 1")
	}
	if o.Shard, err = a.campaignShard(f.shard); err != nil {
		return o, err
	}
	if o.Seed, err = campaignSeed(f.seed); err != nil {
		return o, err
	}
	if f.seed == "" && o.Shard.Count > 1 {
		return o, unusable("--seed: is missing; all shards of a campaign need the same")
	}
	return o, nil
}

// Kubernetes numbers the pods of an Indexed Job from 0, and does not tell them how
// many there are: whoever writes the Job says so in the second variable.
const (
	shardIndexVariable = "JOB_COMPLETION_INDEX"
	shardCountVariable = "JOB_COMPLETIONS"
)

func (a *app) campaignShard(flag string) (campaign.Shard, error) {
	if flag != "" {
		s, err := campaign.ParseShard(flag)
		if err != nil {
			return s, unusable("--shard: %v", err)
		}
		return s, nil
	}
	index, indexed := a.call.LookupEnv(shardIndexVariable)
	count, counted := a.call.LookupEnv(shardCountVariable)
	if !indexed {
		return campaign.Shard{Index: 1, Count: 1}, nil
	}
	if !counted {
		return campaign.Shard{}, unusable("%s is set and %s is not", shardIndexVariable, shardCountVariable).
			hinting("set it to the number of completions of the Job, or give --shard 1/1 for the whole campaign")
	}
	n, err := strconv.ParseUint(index, 10, 32)
	if err != nil {
		return campaign.Shard{}, unusable("%s: want an integer >= 0", shardIndexVariable)
	}
	s, err := campaign.ParseShard(strconv.FormatUint(n+1, 10) + "/" + count)
	if err != nil {
		return s, unusable("%s and %s: want an index from 0 and a count above it", shardIndexVariable,
			shardCountVariable)
	}
	return s, nil
}

// campaignSeed reads a seed, or draws one.
func campaignSeed(flag string) (uint64, error) {
	if flag == "" {
		var b [8]byte
		_, _ = rand.Read(b[:]) // never fails
		return binary.BigEndian.Uint64(b[:]), nil
	}
	seed, err := strconv.ParseUint(flag, 0, 64)
	if err != nil {
		return 0, unusable("--seed: want an integer from 0 to 2^64-1")
	}
	return seed, nil
}

// checkTargets refuses what cannot be written, before a long run. page is the file
// of --report.
func (f campaignFlags) checkTargets(page string, o campaign.Options) error {
	if f.save != "" {
		if err := checkSaveFolder(f.save, o.Profile.Name, o.Level.String()); err != nil {
			return err
		}
	}
	if f.summary != "" {
		if err := checkTarget(f.summary); err != nil {
			return err
		}
	}
	return distinctTargets(f.summary, page)
}

func (a *app) showCampaign(format *choice, s *campaign.Summary, again func(*campaign.Counterexample) []string) error {
	if format.value == "json" {
		return a.writeRecord(s)
	}
	return campaign.WriteText(a.out, s, again)
}

// campaignStatus is how a command with that outcome ends.
func campaignStatus(s *campaign.Summary) error {
	switch {
	case s.Aborted != "":
		return errAdapter
	case s.Verdict == campaign.Held:
		return nil
	case s.Verdict == campaign.Failed:
		return errFallsShort
	case s.Interrupted:
		return unusable("interrupted after %d tables, which is no verdict", s.Cases)
	case len(s.Problems) > 0:
		return unusable("%s", s.Problems[0])
	}
	return errors.New("the campaign has no verdict")
}

// campaignProgress shows how far a campaign is, on a terminal only. The returned
// function takes the line away again.
func (a *app) campaignProgress(o *campaign.Options) func() {
	if !a.call.StderrIsTerminal {
		return func() {}
	}
	began := a.call.Now()
	last := time.Time{}
	o.Progress = func(p campaign.Progress) {
		if now := a.call.Now(); now.Sub(last) >= 100*time.Millisecond {
			last = now
			fmt.Fprintf(a.call.Stderr, "\r%s\x1b[K", campaignLine(p, now.Sub(began), o.Duration))
		}
	}
	return func() { fmt.Fprint(a.call.Stderr, "\r\x1b[K") }
}

// campaignLine is one line of progress after a time; limit is the time that the
// campaign has, 0 where a number of cases ends it.
func campaignLine(p campaign.Progress, passed, limit time.Duration) string {
	if p.Shrinking {
		return fmt.Sprintf("a counterexample after %d tables; shrinking it, %d smaller ones tried", p.Cases, p.Tries)
	}
	rate := float64(p.Cases) / max(passed.Seconds(), 0.001)
	parts := []string{fmt.Sprintf("%d tables", p.Cases)}
	if p.Total > 0 {
		parts[0] = fmt.Sprintf("%d of %d tables", p.Cases, p.Total)
	}
	parts = append(parts, fmt.Sprintf("%.0f a second", rate),
		fmt.Sprintf("%d of %d shapes seen", p.Shapes, len(tspigen.AllShapes())))
	left := time.Duration(0)
	if p.Total > 0 && rate > 0 {
		left = time.Duration(float64(p.Total-p.Cases) / rate * float64(time.Second))
	}
	if limit > 0 && (p.Total == 0 || limit-passed < left) {
		left = max(0, limit-passed)
	}
	return strings.Join(append(parts, left.Round(time.Second).String()+" left"), ", ")
}
