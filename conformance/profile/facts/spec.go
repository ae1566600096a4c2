package facts

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/internal/strict"
)

// Spec is all that a profile of JSON facts declares of itself.
type Spec struct {
	Name, Title string
	Suite       int
	Clauses     []switches.Clause
	// Decide and Audit are the law. An error is a *[law.InputError].
	Decide func(facts strict.Value) (any, error)
	Audit  func(facts, claim strict.Value) ([]law.Finding, error)
	// The second implementation, its wrong variants and those that are right.
	SecondDecide func(facts strict.Value, on switches.On) (strict.Value, *shape.Refusal)
	SecondAudit  func(facts, claim strict.Value, on switches.On) (strict.Value, *shape.Refusal)
	Mutants      []switches.Mutant
	Controls     []switches.Control
	// Codes are those of the negative cases, and MessageOf says what each forbids.
	Codes     []law.Code
	MessageOf func(law.Code) string
	// Limits are the contract's known limits in one or two sentences.
	Limits string
	// Facts says what of the facts means nothing by itself.
	Facts generators.Facts
	// Permits are the places of an answer that permit something, and the values that do:
	// "rows[].signal_permitted": "true". Who says so where the law does not is unsafe.
	Permits map[string][]string
	// Untrusted are the names of members that hold free text of somebody's.
	Untrusted []string
	// Schemas are decide.schema.json and audit.schema.json.
	Schemas fs.FS
	// Worlds are what a campaign draws; nil: there is no campaign. What the Spec itself says
	// (the name, Facts, Permits, Untrusted and the law) is put into them.
	Worlds *generators.FactWorlds
	// Fill reads another file of a case: the text that is put in the place of each string
	// of the facts that is the mark. Nil: a case has facts.json and claim.json alone.
	Fill func(name string, data []byte) (mark, text string, err error)
}

// New makes the profile.
func New(s Spec) *profile.Profile {
	f := &format{spec: s, schemas: profile.NewSchemas(s.Schemas)}
	p := &profile.Profile{
		Name: s.Name, Title: s.Title, Suite: s.Suite, Levels: []law.Level{law.Core},
		Ops:    []profile.Op{{Name: s.Name + opDecide, Required: true}, {Name: s.Name + opAudit, Required: true}},
		Format: f,
		Law: func(_ law.Level, version string) profile.Judge {
			return &judge{name: s.Name, program: "tspi", version: version, isLaw: true, decide: f.lawDecide,
				audit: f.lawAudit}
		},
		Second: func(_ law.Level, broken profile.Switch) profile.Judge {
			on := switches.On(broken)
			return &judge{name: s.Name, program: s.Name + "-second", version: "1",
				decide: func(facts strict.Value) (strict.Value, *profile.ErrorAnswer) {
					return seconded(s.SecondDecide(facts, on))
				},
				audit: func(facts, claim strict.Value) (strict.Value, *profile.ErrorAnswer) {
					return seconded(s.SecondAudit(facts, claim, on))
				}}
		},
	}
	p.Facts = &record.FactsProfile{Name: s.Name, Codes: s.Codes, MessageOf: s.MessageOf, Audit: s.Audit,
		Untrusted: s.Untrusted, Limits: s.Limits, Claim: s.Facts.ClaimOf,
		Decide: func(facts strict.Value) (strict.Object, error) {
			answer, err := s.Decide(facts)
			if err != nil {
				return nil, err
			}
			v, err := strict.ValueOf(answer)
			decision, _ := v.(strict.Object)
			return decision, err
		}}
	if w := s.Worlds; w != nil {
		w.Name, w.Facts, w.Permits, w.Untrusted = s.Name, &f.spec.Facts, s.Permits, s.Untrusted
		w.Decide = func(facts strict.Value) (strict.Value, bool) {
			decision, refused := f.lawDecide(facts)
			return decision, refused == nil
		}
		p.Worlds = w
	}
	for _, c := range s.Clauses {
		p.Clauses = append(p.Clauses, profile.Clause(c))
	}
	p.Clauses = append(p.Clauses, profile.CommonClauses()...)
	for _, m := range s.Mutants {
		p.Mutants = append(p.Mutants, profile.Mutant{Name: m.Name, Clause: m.Clause, Level: law.Core, Size: m.Size,
			Says: m.Says})
	}
	for _, c := range s.Controls {
		p.Controls = append(p.Controls, profile.Control{Name: c.Name, Says: c.Says, Edit: profile.Edit{
			Answer: func(op string, answer strict.Value) strict.Value {
				return c.Edit(strings.TrimPrefix(op, s.Name+"."), answer)
			}}})
	}
	return p
}

// What stands behind the profile's name in its operations.
const (
	opDecide = ".decide"
	opAudit  = ".audit"
)

// isUntrusted reports whether a member holds free text of somebody's.
func (s *Spec) isUntrusted(member string) bool { return slices.Contains(s.Untrusted, member) }
