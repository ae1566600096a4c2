package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/guard"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// FactsProfile is a profile of facts as a run over its fixture needs it
// (docs/fixtures-of-facts.md).
type FactsProfile struct {
	Name      string
	Codes     []law.Code // each has a negative case, in the contract's order
	MessageOf func(law.Code) string
	// Decide and Audit are the law. An error is a *[law.InputError].
	Decide func(facts strict.Value) (strict.Object, error)
	Audit  func(facts, claim strict.Value) ([]law.Finding, error)
	// Claim is the claim that a decision makes about its facts.
	Claim func(facts, decision strict.Object) strict.Value
	// Untrusted are the names of members that may hold a command or other free text.
	Untrusted []string
	// Limits are the contract's known limits in short, for people.
	Limits string
}

// InputInvalid is the code of an input that the profile cannot read.
func (p *FactsProfile) InputInvalid() law.Code {
	return law.Code(strings.ToUpper(p.Name) + "_INPUT_INVALID")
}

// DecisionProjection is what the records tell of the decision.
type DecisionProjection struct {
	RowCount int            `json:"row_count"`
	Summary  jsontext.Value `json:"summary"` // as it was decided
}

// The anti-claim of the profiles of facts, before and behind the known limits of one.
const (
	factsAntiClaim = "This record authorizes nothing: no process was signalled, released or read live for it. " +
		"It is about facts that somebody else collected, and expires with them. "
	factsAntiClaimEnd = " Digests prove integrity and not origin, a clean secret scan proves no absence of secrets, " +
		"and nothing is said of the system as a whole."
)

func (p *FactsProfile) contract() *contract {
	c := &contract{
		component: p.Name, antiClaim: factsAntiClaim + p.Limits + factsAntiClaimEnd,
		files: []string{fixture.FactsName}, redaction: 3, hardened: true,
		messageOf: func(code law.Code) string {
			if slices.Contains(p.Codes, code) {
				return p.MessageOf(code)
			}
			return tspi.MessageOf(code)
		},
		named: func(kind law.SubjectKind) bool {
			return kind == law.SubjectInput || kind == law.SubjectRecord || kind == law.SubjectSummary ||
				kind == law.SubjectClaim
		},
	}
	for _, code := range p.Codes {
		c.cases = append(c.cases, tspi.NegativeCase{ID: string(code), Code: code})
		c.files = append(c.files, negativePath(code))
	}
	return c
}

func negativePath(code law.Code) string { return fixture.NegativeFolder + "/" + string(code) + ".json" }

// judgeFacts judges a fixture of facts and builds its records.
func judgeFacts(req Request) (*Records, error) {
	req.Level = law.Core // the one level of a profile of facts
	j := &judgement{req: req, contract: req.contract(), manifest: NotPresent}
	facts, err := req.Folder.Facts()
	if err != nil {
		return nil, req.Facts.invalid(err)
	}
	j.basis = []fixture.Digest{facts.Digest()}
	j.guardFacts(facts)
	if err := j.decide(facts); err != nil {
		return nil, err
	}
	negatives, err := j.judgeClaims(facts)
	if err != nil {
		return nil, err
	}
	j.scanInputs(3, append([]fixture.Document{facts}, negatives...))
	return j.records()
}

// invalid gives an error of reading the profile's code.
func (p *FactsProfile) invalid(err error) error {
	var fault *law.InputError
	if !errors.As(err, &fault) {
		return err
	}
	coded := *fault
	coded.Code = p.InputInvalid()
	return &coded
}

// guardFacts holds the facts against the redaction guard. Members that the contract marks
// untrusted are there for a command, and may still hold no path.
func (j *judgement) guardFacts(facts fixture.Document) {
	l := j.lane(CheckPositiveInputs, 3, facts.Ref)
	for _, leak := range guard.Check(j.req.Facts.neutral(facts.Value), law.Hardened) {
		more := ""
		if pointer := law.SafePointer(leak.Pointer); pointer != "" && !guard.HoldsPath(pointer, law.Hardened) {
			more = "It stands at " + pointer + "."
		}
		l.raise(newFinding(tspi.LeakCode(leak.Kind), law.SubjectInput, string(facts.Input), more))
	}
}

// neutral is a document in which an untrusted member is called so.
func (p *FactsProfile) neutral(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = p.neutral(v[i])
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, m := range v {
			if slices.Contains(p.Untrusted, m.Name) {
				m.Name = "untrusted"
			}
			out[i] = strict.Member{Name: m.Name, Value: p.neutral(m.Value)}
		}
		return out
	}
	return v
}

// decide takes the decision, and has it audited like anyone's claim.
func (j *judgement) decide(facts fixture.Document) error {
	l := j.lane(CheckOwnDecision, 1, facts.Ref)
	p := j.req.Facts
	decision, err := p.Decide(facts.Value)
	if err != nil {
		return p.within(err, facts, "")
	}
	object, _ := facts.Value.(strict.Object) // or nothing was decided
	findings, err := p.Audit(object, p.Claim(object, decision))
	if err != nil {
		return err
	}
	l.raise(findings...)
	j.decision = &DecisionProjection{RowCount: len(decision.Array("rows")),
		Summary: strict.Encode(decision.Object("summary"))}
	return nil
}

// within names the file of a fault in facts or in a claim, and the place there.
func (p *FactsProfile) within(err error, d fixture.Document, place string) error {
	var fault *law.InputError
	if !errors.As(err, &fault) {
		return err
	}
	moved := *fault
	moved.Input, moved.Pointer = d.Input, place+fault.Pointer
	return &moved
}

// judgeClaims judges the negative cases, and returns their files.
func (j *judgement) judgeClaims(facts fixture.Document) ([]fixture.Document, error) {
	p := j.req.Facts
	names, err := j.req.Folder.NegativeNames()
	if err != nil {
		return nil, p.invalid(err)
	}
	for _, name := range names {
		code, isJSON := strings.CutSuffix(name, ".json")
		if !isJSON || !slices.Contains(p.Codes, law.Code(code)) {
			return nil, &law.InputError{Code: p.InputInvalid(), Input: facts.Input, Problem: fmt.Sprintf(
				"the folder %s beside it holds a file that is named after no code of %s; want CODE.json",
				fixture.NegativeFolder, p.Name)}
		}
	}
	l := j.lane(CheckNegativeCases, 4)
	var documents []fixture.Document
	for _, code := range p.Codes {
		verdict := tspi.NegativeVerdict{ID: string(code)}
		if slices.Contains(names, string(code)+".json") {
			d, err := j.req.Folder.NegativeFacts(string(code) + ".json")
			if err != nil {
				return nil, p.invalid(err)
			}
			if verdict, err = p.judgeClaim(code, d, facts.Value); err != nil {
				return nil, err
			}
			documents = append(documents, d)
			l.inputs = append(l.inputs, d.Ref)
			j.basis = append(j.basis, d.Digest())
		} else {
			j.missing++
		}
		if !verdict.Observed {
			l.status = Blocked
		}
		j.cases = append(j.cases, verdict)
	}
	return documents, nil
}

// judgeClaim judges one negative case: it is observed when it raises its code and no other.
func (p *FactsProfile) judgeClaim(code law.Code, d fixture.Document, facts strict.Value) (tspi.NegativeVerdict, error) {
	v := tspi.NegativeVerdict{ID: string(code)}
	r := law.Reader{Input: d.Input, Code: p.InputInvalid()}
	f := r.Fields(law.Root(d.Value), "expected_code", "claim", "facts", "description")
	if expected := f.Take("expected_code"); expected.Value != string(code) {
		r.FailWith(expected, "want "+string(code)+", as the file name says")
	}
	claim := r.Need(f.Take("claim"), "the claim")
	own := f.Take("facts")
	if err := r.Fault(); err != nil {
		return v, err
	}
	if own.Found {
		facts = own.Value
	}
	findings, err := p.Audit(facts, claim.Value)
	if err != nil {
		place := "/facts"
		if fault := new(law.InputError); errors.As(err, &fault) && fault.Input == law.InputClaim {
			place = "/claim"
		}
		return v, p.within(err, d, place)
	}
	v.Findings, v.Observed = findings, len(findings) > 0
	for i := range findings {
		findings[i].NegativeCaseID = &v.ID
		v.Codes = append(v.Codes, findings[i].ErrorCode)
		v.Observed = v.Observed && findings[i].ErrorCode == code
	}
	slices.Sort(v.Codes)
	v.Codes = slices.Compact(v.Codes)
	return v, nil
}
