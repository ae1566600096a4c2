package generators

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// misplaced: one fault that is put into usable facts is refused, and named where it stands
// (docs/profiles.md, section 2). Where the model names another place, the fault is one of
// several, or none, and nothing is said. A claim that is missing is a fault too.
func (f *FactWorlds) misplaced(t *Trial) ([]Difference, error) {
	if _, err := f.Ask(t); err != nil {
		return nil, Unrefused(err)
	}
	facts := WorldOf(t).Facts
	all := paths(facts)
	for _, choice := range t.Choices("misplaced", len(all)*faultForms+len(all)) {
		found, err := f.misplacedAt(t, facts, all, choice)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// misplacedAt puts the fault of a choice into the facts. The last choices leave the claim out.
func (f *FactWorlds) misplacedAt(t *Trial, facts strict.Value, all []path, choice int) ([]Difference, error) {
	if choice >= len(all)*faultForms {
		got, err := t.Implementation.Ask(f.OpAudit(), strict.Object{{Name: "facts", Value: facts}})
		return f.refusedAt(t, "claim", "", got, err)
	}
	damaged, pointer := fault(facts, all[choice/faultForms], choice%faultForms)
	_, err := t.Model.Ask(f.OpDecide(), damaged)
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Pointer != pointer {
		return nil, Unrefused(err)
	}
	got, err := t.Implementation.Ask(f.OpDecide(), damaged)
	return f.refusedAt(t, "facts", pointer, got, err)
}

// refusedAt holds an answer against the refusal of an input at a place.
func (f *FactWorlds) refusedAt(t *Trial, input, pointer string, got strict.Value, err error) ([]Difference, error) {
	want := &Refusal{Code: law.Code(strings.ToUpper(f.Name) + "_INPUT_INVALID"), Input: law.Input(input), Pointer: pointer}
	c := f.compare(t)
	found, errOther := c.answers(nil, got, want, err, nil)
	if refusal, ok := err.(*Refusal); ok && len(found) == 0 && refusal.Pointer != pointer {
		c.differ(KindRefusal, "error.pointer", strconv.Quote(law.SafePointer(pointer)), strconv.Quote(law.SafePointer(refusal.Pointer)))
	}
	return c.found, errOther
}

// faultForms is how many forms of fault [fault] has for one value.
const faultForms = 6

// fault puts one fault into facts at a place: a member that is missing or not listed, a value
// of another type, an integer with a fraction or beyond its bounds, an entry that stands
// there twice. It returns the place of the offending value.
func fault(facts strict.Value, at path, form int) (strict.Value, string) {
	v, _ := at.in(facts)
	switch v := v.(type) {
	case strict.Object:
		if form == 0 || len(v) == 0 {
			return at.put(facts, v.With("unlisted", nil)), append(slices.Clip(at), "unlisted").pointer()
		}
		return at.put(facts, true), at.pointer()
	case strict.Array:
		if form == 0 || len(v) == 0 {
			return at.put(facts, true), at.pointer()
		}
		again := append(slices.Clip(v), v[(form-1)%len(v)])
		return at.put(facts, again), append(slices.Clip(at), len(v), "id").pointer()
	}
	if name, ok := last(at).(string); ok && form == 0 {
		parent, _ := at[:len(at)-1].in(facts)
		return at[:len(at)-1].put(facts, parent.(strict.Object).Without(name)), at.pointer()
	}
	// No object: it could be wrong here, and in a member that it has not.
	to := []strict.Value{strict.Array{}, true, "no such word", strict.Number("1"), strict.Number("-1"), strict.Number("0.5")}
	if n, ok := v.(strict.Number); ok {
		to = []strict.Value{strict.Array{}, true, string(n), n + ".0", strict.Number("9007199254740993"), strict.Number("-1")}
	}
	return at.put(facts, to[form]), at.pointer()
}

func last(at path) any {
	if len(at) == 0 {
		return nil
	}
	return at[len(at)-1]
}

// pointer is the JSON Pointer of a path.
func (p path) pointer() string {
	var b strings.Builder
	for _, step := range p {
		b.WriteByte('/')
		switch step := step.(type) {
		case int:
			b.WriteString(strconv.Itoa(step))
		case string:
			b.WriteString(strict.EscapeToken(step))
		}
	}
	return b.String()
}
