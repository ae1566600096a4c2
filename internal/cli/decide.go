package cli

import (
	"errors"
	"iter"
	"runtime/debug"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/strict"
)

const decideLong = `decide answers the question of a profile over facts that you collected: ident
(is this still the process that I recorded?) and the other profiles of facts.
FACTS.json is the document of docs/contracts/PROFILE.md; - is standard input.
Nothing is read but that file, and nothing is signalled.

For effect the file may be the log of acts itself: LOG.jsonl with --lineage,
and --required for each artefact that is to be there in the end. Its name is
looked at without following links, and it is read as it is, up to --max-input.

An answer is about the moment in which the facts were collected, and expires
with it; the profile's own limits are printed below the table.

Exit status: 0 it was decided, whatever it says; 2 the call or the facts are
unusable.`

func newDecide(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "decide PROFILE FACTS.json",
		GroupID: groupJudge,
		Short:   "Answer a profile's question over facts",
		Long:    decideLong,
		Example: "  tspi decide ident facts.json\n" +
			"  tspi decide ident - --format json < facts.json\n" +
			"  tspi decide effect acts.jsonl --lineage run1 --writer gone \\\n" +
			"    --required report:file:ws/out.json",
		Args: exactArgs("PROFILE", "FACTS.json"),
	}
	addMaxInput(cmd, &a.limits.claim, "facts or log")
	format := addChoice(cmd, "format", "how the answer is printed", "table", "json", "jsonl")
	var log logFlags
	log.add(cmd.Flags())
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		p, err := factsProfile(args[0])
		if err != nil {
			return err
		}
		if p.Name == "effect" { // until the answer is printed
			defer debug.SetGCPercent(debug.SetGCPercent(garbageOfLogs))
		}
		d, err := a.decide(p, args[1], &log)
		if err != nil {
			return raisable(err)
		}
		return a.writeDecision(p, d, format.value)
	}
	return cmd
}

// decided is a decision as it is printed. That over a log may have millions of rows, so
// that they are made one by one.
type decided struct {
	whole   any // for one JSON document
	rows    iter.Seq[strict.Object]
	summary strict.Object
}

// decide takes the decision over a file of facts, or over a log as it is.
func (a *app) decide(p *record.FactsProfile, file string, log *logFlags) (*decided, error) {
	if isLog, err := log.isLog(p.Name, file); isLog || err != nil {
		if err != nil {
			return nil, err
		}
		return a.decideLog(file, log)
	}
	facts, err := a.decodeFacts(p, file)
	if err != nil {
		return nil, err
	}
	decision, err := p.Decide(facts)
	if err != nil {
		return nil, naming(file, err)
	}
	return &decided{jsontext.Value(strict.Encode(decision)), objects(decision.Array("rows")),
		decision.Object("summary")}, nil
}

func objects(array strict.Array) iter.Seq[strict.Object] {
	return func(yield func(strict.Object) bool) {
		for _, v := range array {
			if object, _ := v.(strict.Object); !yield(object) {
				return
			}
		}
	}
}

func (a *app) writeDecision(p *record.FactsProfile, d *decided, format string) error {
	switch format {
	case "json":
		return record.WriteCanonical(a.out, d.whole)
	case "jsonl":
		for row := range d.rows {
			if _, err := a.out.Write(append(strict.Encode(row), '\n')); err != nil {
				return err
			}
		}
		return nil
	}
	return view.Decision(a.out, p, d.rows, d.summary, a.style())
}

// factsProfile is the profile of facts of that name.
func factsProfile(name string) (*record.FactsProfile, error) {
	p, err := conformance.ProfileNamed(name)
	if err != nil {
		return nil, unusable("%s: %s", quoted(name), err.Error())
	}
	if p.Facts == nil {
		return nil, unusable("profile %s decides over process tables", p.Name).
			hinting("tspi classify, and tspi audit CLAIM.json")
	}
	return p.Facts, nil
}

// decodeFacts reads facts, or a claim about them, by the strictness of the profiles
// (docs/profiles.md, section 2).
func (a *app) decodeFacts(p *record.FactsProfile, file string) (strict.Value, error) {
	text, err := a.readText(file, a.limits.claim)
	if err != nil {
		return nil, err
	}
	v, err := strict.Decode([]byte(text))
	var syntax *strict.SyntaxError
	if errors.As(err, &syntax) {
		return nil, unusable("%s [%s]", join(shown(file), law.SafePointer(syntax.Pointer), syntax.Error()),
			p.InputInvalid())
	}
	return v, err
}

// auditFacts judges a claim about facts.
func (a *app) auditFacts(p *record.FactsProfile, claimFile, factsFile string) ([]law.Finding, error) {
	if factsFile == "" {
		return nil, unusable("audit %s: --facts is missing", p.Name).
			hinting("tspi audit %s CLAIM.json --facts FACTS.json", p.Name)
	}
	if claimFile == "-" && factsFile == "-" {
		return nil, unusable("audit %s: the claim and the facts cannot both be standard input", p.Name)
	}
	facts, err := a.decodeFacts(p, factsFile)
	if err != nil {
		return nil, raisable(err)
	}
	claim, err := a.decodeFacts(p, claimFile)
	if err != nil {
		return nil, raisable(err)
	}
	findings, err := p.Audit(facts, claim)
	file := factsFile
	if fault := new(law.InputError); errors.As(err, &fault) && fault.Input == law.InputClaim {
		file = claimFile
	}
	return findings, naming(file, err)
}
