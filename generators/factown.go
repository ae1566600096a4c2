package generators

import (
	"fmt"

	"github.com/tspi-dev/harness/internal/strict"
)

// What the properties of one profile ask and say. They ask about facts that they changed, and
// a refusal is no answer to them: whether it is right, the common properties say.

// Decided is the implementation's decision on the facts of a trial; nil where it refuses them.
func (f *FactWorlds) Decided(t *Trial) (strict.Object, error) {
	answer, err := f.Ask(t)
	return objectOf(answer, err)
}

// DecideOn is the implementation's decision on other facts; nil where it refuses them.
func (f *FactWorlds) DecideOn(t *Trial, facts strict.Value) (strict.Object, error) {
	answer, err := t.Implementation.Ask(f.OpDecide(), facts)
	return objectOf(answer, err)
}

// FoundOn are the findings that the implementation raises on a claim; answered is false where
// it refuses the input.
func (f *FactWorlds) FoundOn(t *Trial, facts, claim strict.Value) (found map[Raised]bool, answered bool, err error) {
	answer, err := t.Implementation.Ask(f.OpAudit(), AuditOf(facts, claim))
	if err != nil {
		return nil, false, Unrefused(err)
	}
	return findingsOf(answer), true, nil
}

// Subjects are the subjects of findings.
func Subjects(found map[Raised]bool) map[string]bool {
	subjects := map[string]bool{}
	for raised := range found {
		subjects[raised.Subject] = true
	}
	return subjects
}

func objectOf(answer strict.Value, err error) (strict.Object, error) {
	if err != nil {
		return nil, Unrefused(err)
	}
	object, _ := answer.(strict.Object)
	return object, nil
}

// Objects are the elements of the array of that name, nil for one that is no object.
func Objects(o strict.Object, name string) []strict.Object {
	list := o.Array(name)
	all := make([]strict.Object, len(list))
	for i, element := range list {
		all[i], _ = element.(strict.Object)
	}
	return all
}

// FactsOf are the facts of a trial's world where they are an object, else nil.
func FactsOf(t *Trial) strict.Object {
	facts, _ := WorldOf(t).Facts.(strict.Object)
	return facts
}

// Permission is the difference of an answer that permits what it must not, with the reason.
func Permission(row int, member, why string) Difference {
	return Difference{Kind: KindPermits, Path: fmt.Sprintf("rows[%d].%s", row, member),
		Want: "nothing permitted: " + why, Got: "permitted"}
}

// Wrong is the difference of a member that has another value than the facts say.
func Wrong(path, want string) Difference {
	return Difference{Kind: KindValue, Path: path, Want: want, Got: "another value"}
}

// Missed is the difference of an audit that raises nothing of a subject.
func Missed(what string) Difference {
	return Difference{Kind: KindMissed, Path: "findings", Want: "a finding on " + what, Got: "not raised"}
}

// Either is the sibling's value of a planted fault, or the fault's.
func Either(right bool, sibling, fault strict.Value) strict.Value {
	if right {
		return sibling
	}
	return fault
}

// NewPlant is the plant of a scene, from which one function makes both worlds: right as the
// sibling, else with the one fact that is a fault.
func NewPlant[S any](code string, scene func(Draw) S, make func(s S, right bool) (said Said, subject string)) Plant {
	return Plant{Code: code, Draw: func(d Draw) (fault, sibling Said, subject string) {
		s := scene(d)
		fault, subject = make(s, false)
		sibling, _ = make(s, true)
		return fault, sibling, subject
	}}
}
