package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/tspi"
)

const auditLong = `audit judges a claimed inventory, yours or anyone's: does it close what must
not be closed, overclaim, contradict itself, or leak a command or a path?

CLAIM.json is the inventory itself; - is standard input. With PROFILE of facts
before it, it is a claim about the facts that --facts names
(docs/contracts/PROFILE.md). With --fixture it is
held against the fixture it is about, which finds what the claim leaves out
and what it gets wrong. Without, only what it says of itself can be judged, by
--min-age-seconds and --active-owner-status where the defaults do not hold.

A claim without finding is right about the captured moment, and expires with
it; tspi help classify tells the other known limits.

Exit status: 0 no finding; 1 findings; 2 the claim or the fixture is unusable.`

func newAudit(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "audit [PROFILE] CLAIM.json",
		GroupID: groupJudge,
		Short:   "Judge a claimed inventory, yours or anyone's",
		Long:    auditLong,
		Example: "  tspi audit claim.json --fixture testdata/fixture\n" +
			"  tspi classify testdata/fixture --format json |\n" +
			"    tspi audit - --fixture testdata/fixture\n" +
			"  tspi audit ident claim.json --facts facts.json",
		Args: rangeArgs([]string{"CLAIM.json"}, []string{"CLAIM.json"}),
	}
	flags := cmd.Flags()
	grounds := auditFlags{}
	flags.StringVar(&grounds.fixture, "fixture", "", "fixture `DIR` that the claim is about")
	flags.StringVar(&grounds.minAge, "min-age-seconds", "", "youngest age of a close candidate, `N` >= 1 (default 300)")
	flags.StringArrayVar(&grounds.active, "active-owner-status", nil,
		"an active owner `STATUS`; may be given several times")
	facts := flags.String("facts", "", "with a PROFILE, the `FILE` of facts that the claim is about")
	addMaxInput(cmd, &a.limits.claim, "claim")
	level := addLevel(cmd)
	format := addChoice(cmd, "format", "what is printed", "text", "json")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		findings, p, err := a.findingsOn(args, grounds, *facts, level.level())
		if err != nil {
			return err
		}
		if err := a.writeFindings(args[len(args)-1], *facts, p, grounds, findings, format.value); err != nil {
			return err
		}
		if len(findings) > 0 {
			return errFallsShort
		}
		return nil
	}
	return cmd
}

// findingsOn judges a claim: one about facts where a profile, which it returns, is named
// before it.
func (a *app) findingsOn(args []string, grounds auditFlags, facts string, level law.Level) ([]law.Finding,
	*record.FactsProfile, error) {
	if len(args) == 2 {
		p, err := factsProfile(args[0])
		if err != nil {
			return nil, nil, err
		}
		findings, err := a.auditFacts(p, args[1], facts)
		return findings, p, err
	}
	if facts != "" {
		return nil, nil, unusable("audit: --facts belongs to a profile of facts").
			hinting("tspi audit PROFILE CLAIM.json --facts FACTS.json")
	}
	findings, err := a.audit(args[0], grounds, level)
	return findings, nil, err
}

type auditFlags struct {
	fixture, minAge string
	active          []string
}

func (a *app) audit(claimFile string, grounds auditFlags, level tspi.Level) ([]tspi.Finding, error) {
	if grounds.fixture != "" && (grounds.minAge != "" || len(grounds.active) > 0) {
		return nil, unusable("audit: --fixture brings its own minimum age and active owner statuses").
			hinting("give --fixture alone, or --min-age-seconds and --active-owner-status without it")
	}
	claim, err := a.decodeFile(claimFile, a.limits.claim)
	if err != nil {
		return nil, raisable(err)
	}
	a.hintAtWrapper(claim)
	if grounds.fixture != "" {
		folder, err := a.readFolder(grounds.fixture,
			"--fixture wants the folder with the three inputs that the claim is about")
		if err != nil {
			return nil, err
		}
		in, err := folder.Read(level)
		if err != nil {
			return nil, err
		}
		return tspi.AuditInventory(claim, in), nil
	}
	input := tspi.Object{{Name: string(tspi.InputClaimedInventory), Value: claim}}
	if grounds.minAge != "" {
		n, ok := tspi.AsInteger(tspi.Number(grounds.minAge))
		if !ok || n.Cmp(tspi.NewInteger(1)) < 0 {
			return nil, unusable("audit: --min-age-seconds: want an integer >= 1")
		}
		input = append(input, tspi.Member{Name: "min_age_seconds", Value: tspi.Number(grounds.minAge)})
	}
	if len(grounds.active) > 0 {
		statuses := tspi.Array{}
		for _, status := range grounds.active {
			statuses = append(statuses, status)
		}
		input = append(input, tspi.Member{Name: "active_owner_status_values", Value: statuses})
	}
	return tspi.Audit(input, level)
}

// hintAtWrapper tells a person who audits a whole negative case that the claim is
// only a part of it. It is judged all the same, as the claim that it is not.
func (a *app) hintAtWrapper(claim tspi.Value) {
	object, _ := claim.(tspi.Object)
	if _, wrapped := object.Get(string(tspi.InputClaimedInventory)); wrapped {
		fmt.Fprintln(a.call.Stderr,
			"hint: the claim lies in a claimed_inventory, as in a negative case; tspi run judges those, and audit the bare claim")
	}
}

// auditAnswer is the json format: the answer of an adapter to tspi.audit.
type auditAnswer struct {
	Findings []tspi.Finding `json:"findings"`
}

func (a *app) writeFindings(claimFile, facts string, p *record.FactsProfile, grounds auditFlags, findings []law.Finding,
	format string) error {
	if format == "json" {
		return a.writeRecord(auditAnswer{findings})
	}
	about := shown(claimFile) + " by what it says of itself"
	switch {
	case facts != "":
		about = shown(claimFile) + " against the facts " + shown(facts)
	case grounds.fixture != "":
		about = shown(claimFile) + " against the fixture " + shown(grounds.fixture)
	}
	return view.Findings(a.out, about, findings, p, a.style())
}
