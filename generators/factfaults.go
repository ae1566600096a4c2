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
//
// The kind of place and the form of the fault are drawn so that they stay the same while a
// world is shrunk, for as long as such a place is left: a world as it was drawn is held against
// the fault at one of these places, a world that was changed against it at each of them.
func (f *FactWorlds) misplaced(t *Trial) ([]Difference, error) {
	if _, err := f.Ask(t); err != nil {
		return nil, Unrefused(err)
	}
	facts, rng := WorldOf(t).Facts, t.Random("misplaced")
	form := rng.IntN(faultForms + 1)
	if form == faultForms {
		got, err := t.Implementation.Ask(f.OpAudit(), strict.Object{{Name: "facts", Value: facts}})
		return f.refusedAt(t, "claim", "", got, err)
	}
	places := drawnKind(paths(facts), rng.Uint64())
	for _, i := range t.Choices("place", len(places)) {
		damaged, pointer := fault(facts, places[i], form)
		_, err := t.Model.Ask(f.OpDecide(), damaged)
		var refusal *Refusal
		if errors.As(err, &refusal) && refusal.Pointer != pointer || err == nil {
			continue
		}
		if refusal == nil {
			return nil, err
		}
		got, err := t.Implementation.Ask(f.OpDecide(), damaged)
		if found, err := f.refusedAt(t, "facts", pointer, got, err); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// drawnKind are the paths of one kind, those that differ in the places of elements alone: the
// kind with the least hash beside the seed, so that kinds that go change no other draw.
func drawnKind(all []path, seed uint64) []path {
	var drawn []path
	least := uint64(0)
	for _, at := range all {
		switch hash := Mix(seed ^ Hash(at.kind())); {
		case drawn == nil || hash < least:
			drawn, least = []path{at}, hash
		case hash == least:
			drawn = append(drawn, at)
		}
	}
	return drawn
}

// refusedAt holds an answer against the refusal of an input at a place.
func (f *FactWorlds) refusedAt(t *Trial, input, pointer string, got strict.Value, err error) ([]Difference, error) {
	want := &Refusal{Code: law.Code(strings.ToUpper(f.Name) + "_INPUT_INVALID"), Input: law.Input(input),
		Pointer: pointer}
	c := f.compare(t)
	found, errOther := c.answers(nil, got, want, err, nil)
	if refusal, ok := err.(*Refusal); ok && len(found) == 0 && refusal.Pointer != pointer {
		c.differ(KindRefusal, "error.pointer", strconv.Quote(law.SafePointer(pointer)),
			strconv.Quote(law.SafePointer(refusal.Pointer)))
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
	to := []strict.Value{strict.Array{}, true, "no such word", strict.Number("1"), strict.Number("-1"),
		strict.Number("0.5")}
	if n, ok := v.(strict.Number); ok {
		to = []strict.Value{strict.Array{}, true, string(n), n + ".0", strict.Number("9007199254740993"),
			strict.Number("-1")}
	}
	return at.put(facts, to[form]), at.pointer()
}
