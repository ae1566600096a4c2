package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

const decideLong = `decide answers the question of a profile over facts that you collected: ident
(is this still the process that I recorded?) and the other profiles of facts. FACTS.json is the document of docs/contracts/PROFILE.md; - is standard
input. Nothing is read but that file, and nothing is signalled.

An answer is about the moment in which the facts were collected, and expires
with it.

Exit status: 0 it was decided, whatever it says; 2 the call or the facts are
unusable.`

func newDecide(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "decide PROFILE FACTS.json",
		GroupID: groupJudge,
		Short:   "Answer a profile's question over facts",
		Long:    decideLong,
		Example: "  tspi decide ident facts.json\n  tspi decide ident - --format json < facts.json",
		Args:    exactArgs("PROFILE", "FACTS.json"),
	}
	addMaxInput(cmd, &a.limits.claim, "facts")
	format := addChoice(cmd, "format", "how the answer is printed", "table", "json", "jsonl")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, err := factsProfile(args[0])
		if err != nil {
			return err
		}
		facts, err := a.decodeFile(args[1], a.limits.claim)
		if err != nil {
			return err
		}
		answer, err := a.askLaw(p, ".decide", facts)
		if err != nil {
			return err
		}
		switch format.value {
		case "json":
			return a.writeRecord(answer)
		case "jsonl":
			for _, row := range answer.Array("rows") {
				if _, err := a.out.Write(append(strict.Encode(row), '\n')); err != nil {
					return err
				}
			}
			return nil
		}
		return view.Decision(a.out, p.Name, answer)
	}
	return cmd
}

// factsProfile is the profile of facts of that name.
func factsProfile(name string) (*profile.Profile, error) {
	p, err := conformance.ProfileNamed(name)
	if err != nil {
		return nil, unusable("%s", err.Error())
	}
	if p.Name == tspiprofile.Name {
		return nil, unusable("profile tspi decides over process tables").hinting("tspi classify, and tspi audit CLAIM.json")
	}
	return p, nil
}

// askLaw asks the built-in implementation of a profile.
func (a *app) askLaw(p *profile.Profile, op string, input strict.Value) (strict.Object, error) {
	text, err := p.Law(p.Level(), buildVersion()).Answer(a.call.Context, p.Name+op, strict.Encode(input))
	var refused *profile.ErrorAnswer
	if errors.As(err, &refused) {
		return nil, unusable("%s: %s", refused.Message, refused.ErrorCode)
	}
	if err != nil {
		return nil, err
	}
	v, err := strict.Decode(text)
	answer, _ := v.(strict.Object)
	return answer, err
}

// auditFacts judges a claim about facts.
func (a *app) auditFacts(name, claimFile, factsFile string) ([]law.Finding, error) {
	p, err := factsProfile(name)
	if err != nil {
		return nil, err
	}
	if factsFile == "" {
		return nil, unusable("audit %s: --facts is missing", name).hinting("tspi audit %s CLAIM.json --facts FACTS.json", name)
	}
	facts, err := a.decodeFile(factsFile, a.limits.claim)
	if err != nil {
		return nil, err
	}
	claim, err := a.decodeFile(claimFile, a.limits.claim)
	if err != nil {
		return nil, err
	}
	answer, err := a.askLaw(p, ".audit", strict.Object{{Name: "facts", Value: facts}, {Name: "claim", Value: claim}})
	if err != nil {
		return nil, err
	}
	var findings []law.Finding
	for _, v := range answer.Array("findings") {
		o, _ := v.(strict.Object)
		findings = append(findings, law.Finding{ErrorCode: law.Code(o.Text("error_code")), Message: o.Text("message"),
			SubjectID: o.Text("subject_id"), SubjectKind: law.SubjectKind("subject")})
	}
	return findings, nil
}
