package generators

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// misplaced: one fault that is put into usable facts is refused, and named where it stands
// (docs/profiles.md, section 2). Where the model names another place, the fault is one of
// several, or none, and nothing is said. One time in eight the claim is what is missing.
func (f *FactWorlds) misplaced(t *Trial) ([]Difference, error) {
	if _, err := f.Ask(t); err != nil {
		return nil, Unrefused(err)
	}
	rng := t.Random("misplaced")
	facts := WorldOf(t).Facts
	if rng.IntN(8) == 0 {
		got, err := t.Implementation.Ask(f.OpAudit(), strict.Object{{Name: "facts", Value: facts}})
		return f.refusedAt(t, "claim", "", got, err)
	}
	damaged, pointer := fault(rng, facts)
	_, err := t.Model.Ask(f.OpDecide(), damaged)
	refusal, refused := err.(*Refusal)
	if err != nil && !refused {
		return nil, err
	}
	if !refused || refusal.Pointer != pointer {
		return nil, nil
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

// fault puts one fault into facts, at a place that is drawn: a member that is missing or not
// listed, a value of another type, an integer with a fraction, an entry that stands there
// twice. It returns the place of the offending value.
func fault(rng *rand.Rand, facts strict.Value) (strict.Value, string) {
	all := paths(facts)
	at := all[rng.IntN(len(all))]
	switch v, _ := at.in(facts); v := v.(type) {
	case strict.Object:
		if len(v) == 0 || rng.IntN(3) == 0 {
			return at.put(facts, v.With("unlisted", nil)), append(at, "unlisted").pointer()
		}
		name := v[rng.IntN(len(v))].Name
		return at.put(facts, v.Without(name)), append(at, name).pointer()
	case strict.Array:
		if len(v) == 0 || rng.IntN(3) == 0 {
			return at.put(facts, true), at.pointer()
		}
		again := v[rng.IntN(len(v))]
		return at.put(facts, append(append(strict.Array{}, v...), again)), append(at, len(v), "id").pointer()
	case strict.Number:
		to := []strict.Value{v + ".0", string(v), true, strict.Number("-1"), strict.Number("9007199254740993")}
		return at.put(facts, to[rng.IntN(len(to))]), at.pointer()
	}
	to := []strict.Value{strict.Array{}, strict.Number("1"), true, "no such word", strict.Object{}}
	return at.put(facts, to[rng.IntN(len(to))]), at.pointer()
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
