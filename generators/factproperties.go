package generators

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// Properties are the profile's own, then those that every profile of facts has.
func (f *FactWorlds) Properties() []Property {
	decide, audit, c := f.OpDecide(), f.OpAudit(), f.Clauses
	related := func(name, clause string, change func(*rand.Rand, *FactWorld) (Said, *Renaming)) Property {
		return Property{Name: name, Family: Relation, Clause: clause, Op: audit, OneIn: 8,
			Check: func(t *Trial) ([]Difference, error) { return f.unchanged(t, name, change) }}
	}
	common := []Property{
		{Name: "planted-faults-raise-their-code-alone", Family: Injected, Clause: c.Audit, Op: audit, OneIn: 1,
			Check: f.asPlanted},
		{Name: "decisions-equal-the-models", Family: Model, Clause: c.Decision, Op: decide, OneIn: 1,
			Check: f.decisionEquals},
		{Name: "findings-equal-the-models", Family: Model, Clause: c.Audit, Op: audit, OneIn: 1,
			Check: f.findingsEqual},
		{Name: "a-fault-is-named-at-its-place", Family: Injected, Clause: c.Input, Op: decide, OneIn: 2,
			Check: f.misplaced},
		{Name: "own-decisions-raise-nothing", Family: Injected, Clause: c.Audit, Op: audit, OneIn: 4,
			Check: f.ownDecision},
		{Name: "equal-inputs-are-answered-equally", Family: Relation, Clause: c.Decision, Op: decide, OneIn: 8,
			Check: f.sameAgain},
		related("reordered-members-change-nothing", c.Input, func(rng *rand.Rand, w *FactWorld) (Said, *Renaming) {
			return Said{Reorder(w.Facts, rng), Reorder(w.Claim, rng)}, nil
		}),
		related("notes-change-nothing", c.Input, func(rng *rand.Rand, w *FactWorld) (Said, *Renaming) {
			return Said{Note(w.Facts, rng), w.Claim}, nil
		}),
		related("shuffled-sets-change-nothing", c.Order, func(rng *rand.Rand, w *FactWorld) (Said, *Renaming) {
			return Said{f.Facts.Shuffle(w.Facts, rng), w.Claim}, nil
		}),
		related("renamed-identifiers-rename-the-answer", c.Decision,
			func(rng *rand.Rand, w *FactWorld) (Said, *Renaming) {
				r := f.Facts.Rename(rng, w.Facts, w.Claim)
				return Said{r.Apply(w.Facts), r.Apply(w.Claim)}, r
			}),
		related("other-untrusted-texts-change-nothing", c.Untrusted,
			func(rng *rand.Rand, w *FactWorld) (Said, *Renaming) {
				return Said{f.untell(w.Facts, rng), w.Claim}, nil
			}),
	}
	if len(f.Untrusted) == 0 {
		common = common[:len(common)-1]
	}
	if len(f.Plants) == 0 {
		common = common[1:]
	}
	return slices.Concat(f.Own, common)
}

// factTrial are the answers that the properties of a trial share.
type factTrial struct{ decided, expected, audited *answered }

type answered struct {
	value strict.Value
	err   error
}

// once asks a question the first time.
func once(kept **answered, ask func() (strict.Value, error)) (strict.Value, error) {
	if *kept == nil {
		value, err := ask()
		*kept = &answered{value, err}
	}
	return (*kept).value, (*kept).err
}

func ownOf(t *Trial) *factTrial {
	if t.Own == nil {
		t.Own = &factTrial{}
	}
	return t.Own.(*factTrial)
}

// Ask is the implementation's decision on the world's facts.
func (f *FactWorlds) Ask(t *Trial) (strict.Value, error) {
	return once(&ownOf(t).decided, func() (strict.Value, error) {
		return t.Implementation.Ask(f.OpDecide(), WorldOf(t).Facts)
	})
}

// Expected is the model's decision on the world's facts.
func (f *FactWorlds) Expected(t *Trial) (strict.Value, error) {
	return once(&ownOf(t).expected, func() (strict.Value, error) { return t.Model.Ask(f.OpDecide(), WorldOf(t).Facts) })
}

// audited is the implementation's answer to the world's claim.
func (f *FactWorlds) audited(t *Trial) (strict.Value, error) {
	return once(&ownOf(t).audited, func() (strict.Value, error) {
		return t.Implementation.Ask(f.OpAudit(), WorldOf(t).Audit())
	})
}

// WorldOf is the world of a trial of facts.
func WorldOf(t *Trial) *FactWorld { return t.World.(*FactWorld) }

// Choices are those that a property takes of n: one that is drawn for a world, and all, up to
// a bound, for one that was changed, whose draws lead elsewhere.
func (t *Trial) Choices(property string, n int) []int {
	const most = 600
	if n <= 0 {
		return nil
	}
	if w, ok := t.World.(*FactWorld); !ok || w.key != 0 || n > most {
		return []int{t.Random(property).IntN(n)}
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Random is a property's own source of choices for a trial.
func (t *Trial) Random(property string) *rand.Rand {
	return rand.New(NewSource(Mix(t.Seed ^ Hash(property))))
}

// Unrefused drops the error that is an answer: a refusal. Whether it is the right one,
// another property says.
func Unrefused(err error) error {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return nil
	}
	return err
}

func (f *FactWorlds) compare(t *Trial) *Comparison {
	return &Comparison{facts: f, canaries: WorldOf(t).Canaries}
}

// decisionEquals: every member that the model's answer has, and refusals alike.
func (f *FactWorlds) decisionEquals(t *Trial) ([]Difference, error) {
	want, errWant := f.Expected(t)
	got, errGot := f.Ask(t)
	return f.compare(t).answers(want, got, errWant, errGot, (*Comparison).decision)
}

// findingsEqual: the same codes of the same subjects, and refusals alike.
func (f *FactWorlds) findingsEqual(t *Trial) ([]Difference, error) {
	want, errWant := t.Model.Ask(f.OpAudit(), WorldOf(t).Audit())
	got, errGot := f.audited(t)
	return f.compare(t).answers(want, got, errWant, errGot, (*Comparison).findings)
}

// asPlanted: what is raised is known from how the claim was made. Of a world that was
// changed since, only what the model raises too is known.
func (f *FactWorlds) asPlanted(t *Trial) ([]Difference, error) {
	w := WorldOf(t)
	if w.Planted == nil {
		return nil, nil
	}
	want := w.Planted.answer()
	if w.key == 0 {
		model, err := t.Model.Ask(f.OpAudit(), w.Audit())
		if err != nil {
			return nil, Unrefused(err)
		}
		c := f.compare(t)
		if c.findings(want, model); len(c.found) > 0 {
			return nil, nil
		}
	}
	got, err := f.audited(t)
	return f.compare(t).answers(want, got, nil, err, (*Comparison).findings)
}

func (r *Raised) answer() strict.Value {
	findings := strict.Array{}
	if r.Code != "" {
		findings = append(findings,
			strict.Object{{Name: "error_code", Value: r.Code}, {Name: "subject_id", Value: r.Subject}})
	}
	return strict.Object{{Name: "findings", Value: findings}}
}

// ownDecision: a claim that the implementation's own decide makes raises nothing
// (docs/profiles.md, section 1).
func (f *FactWorlds) ownDecision(t *Trial) ([]Difference, error) {
	decision, err := f.Ask(t)
	if err != nil {
		return nil, Unrefused(err)
	}
	facts, _ := WorldOf(t).Facts.(strict.Object)
	object, _ := decision.(strict.Object)
	got, err := t.Implementation.Ask(f.OpAudit(), AuditOf(facts, f.Facts.ClaimOf(facts, object)))
	return f.compare(t).answers((&Raised{}).answer(), got, nil, err, (*Comparison).findings)
}

func (f *FactWorlds) sameAgain(t *Trial) ([]Difference, error) {
	want, errWant := f.Ask(t)
	got, errGot := t.Implementation.Ask(f.OpDecide(), WorldOf(t).Facts)
	return f.compare(t).answers(want, got, errWant, errGot, (*Comparison).decision)
}

// unchanged: facts and claim that were changed in what means nothing are answered as they
// were, with whatever was renamed renamed in the answer too. A pointer names the places of
// elements, so that refusals are left to the other properties.
func (f *FactWorlds) unchanged(t *Trial, property string,
	change func(*rand.Rand, *FactWorld) (Said, *Renaming)) ([]Difference, error) {
	rng := t.Random(property)
	before, err := f.Ask(t)
	if err != nil {
		return nil, Unrefused(err)
	}
	said, renaming := change(rng, WorldOf(t))
	if rng.IntN(2) == 0 {
		if renaming != nil {
			before = renaming.Apply(before)
		}
		got, err := t.Implementation.Ask(f.OpDecide(), said.Facts)
		return f.compare(t).answers(before, got, nil, err, (*Comparison).decision)
	}
	before, err = f.audited(t)
	if err != nil {
		return nil, Unrefused(err)
	}
	if renaming != nil {
		before = renaming.findings(before)
	}
	got, err := t.Implementation.Ask(f.OpAudit(), AuditOf(said.Facts, said.Claim))
	return f.compare(t).answers(before, got, nil, err, (*Comparison).findings)
}

// findings renames the subjects of an audit's answer.
func (r *Renaming) findings(answer strict.Value) strict.Value {
	object, _ := answer.(strict.Object)
	list := strict.Array{}
	for _, element := range object.Array("findings") {
		o, _ := element.(strict.Object)
		list = append(list, strict.Object{{Name: "error_code", Value: o.At("error_code")},
			{Name: "subject_id", Value: r.Subject(o.Text("subject_id"))}})
	}
	return strict.Object{{Name: "findings", Value: list}}
}

// untell puts other texts in the place of untrusted ones, each of its own.
func (f *FactWorlds) untell(v strict.Value, rng *rand.Rand) strict.Value {
	return visit("", v, func(name string, v strict.Value) strict.Value {
		if _, ok := v.(string); ok && slices.Contains(f.Untrusted, name) {
			return Token(rng)
		}
		return v
	})
}
