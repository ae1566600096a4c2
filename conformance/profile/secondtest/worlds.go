package secondtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Drawn makes requests of a profile's worlds: facts that are drawn freely, some of them
// damaged, and of an audit the claims about them and the planted faults. The second
// implementation says what a claim is nearly like.
func Drawn(w *generators.FactWorlds, decide func(facts strict.Value, on switches.On) (strict.Value,
	*shape.Refusal)) func(Draw) (string, strict.Object) {
	w.Decide = func(facts strict.Value) (strict.Value, bool) {
		answer, refusal := decide(facts, nil)
		return answer, refusal == nil
	}
	return func(d Draw) (string, strict.Object) {
		if d.Chance(10) {
			fault, sibling, _ := w.Plants[d.IntN(len(w.Plants))].Draw(d)
			said := Pick(d, fault, sibling)
			return "audit", generators.AuditOf(said.Facts, said.Claim)
		}
		f := w.Draw(d)
		if d.Chance(4) {
			f = f.With("x_deep", Deep(60+d.IntN(8)))
		}
		if d.Chance(20) {
			f, _ = Damage(d, f).(strict.Object)
		}
		if d.Chance(50) {
			return "decide", f
		}
		input := generators.AuditOf(f, w.Claims(d, f, w.Decide))
		if d.Chance(2) {
			input = input.Without(Pick(d, "claim", "facts"))
		}
		return "audit", input
	}
}

// Worlds are the worlds of a profile, with the two that judge them.
type Worlds struct {
	*generators.FactWorlds
	Law    Law
	Second Second
}

// asked is an implementation whose answers are those of a function.
type asked func(op string, input strict.Value) strict.Object

func (a asked) Ask(op string, input strict.Value) (strict.Value, error) {
	_, op, _ = strings.Cut(op, ".")
	answer := a(op, input)
	if fault := answer.Object("error"); fault != nil {
		return nil, &generators.Refusal{Code: law.Code(fault.Text("error_code")), Input: law.Input(fault.Text("input")),
			Pointer: fault.Text("pointer")}
	}
	return answer.At("ok"), nil
}

// second asks the second implementation, or one of its mutants.
func (w Worlds) second(on switches.On) asked {
	return func(op string, input strict.Value) strict.Object {
		if object, ok := input.(strict.Object); ok {
			return w.Second.Ask(op, object, on)
		}
		_, refusal := w.Second.Decide(input, on)
		return Object("error", Object("error_code", refusal.ErrorCode, "input", refusal.Input, "pointer",
			refusal.Pointer))
	}
}

// CheckPlants guards that each planted fault raises its code of its subject and nothing else,
// and its sibling nothing, by the law and by the second implementation, for so many draws of
// each code; and that there is a plant for each of the codes.
func (w Worlds) CheckPlants(t *testing.T, draws int, codes []law.Code) {
	t.Helper()
	for _, code := range codes {
		if !slices.ContainsFunc(w.Plants, func(p generators.Plant) bool { return p.Code == string(code) }) {
			t.Errorf("%s is never planted", code)
		}
	}
	for i, p := range w.Plants {
		for draw := range draws {
			fault, sibling, subject := p.Draw(NewDraw(uint64(20+i), uint64(draw)))
			want := strict.Array{Object("error_code", p.Code, "subject_id", subject)}
			if strict.Equal(generators.AuditOf(fault.Facts, fault.Claim),
				generators.AuditOf(sibling.Facts, sibling.Claim)) {
				t.Fatalf("%s, draw %d: the sibling is the fault", p.Code, draw)
			}
			if !w.raises(t, p.Code, fault, want) || !w.raises(t, "the sibling of "+p.Code, sibling, strict.Array{}) {
				break
			}
		}
	}
}

func (w Worlds) raises(t *testing.T, what string, said generators.Said, want strict.Array) bool {
	t.Helper()
	input := generators.AuditOf(said.Facts, said.Claim)
	lawful, err := w.Law.Ask("audit", input)
	if err != nil {
		t.Fatal(err)
	}
	for who, answer := range map[string]strict.Object{"the law": lawful,
		"the second implementation": w.Second.Ask("audit", input, nil)} {
		findings := strict.Array{}
		for _, f := range generators.Objects(answer.Object("ok"), "findings") {
			findings = append(findings, Object("error_code", f.At("error_code"), "subject_id", f.At("subject_id")))
		}
		if answer.Object("ok") == nil || !strict.Equal(findings, want) {
			t.Errorf("%s: %s says %s, want %s\n%s", what, who, strict.Encode(answer), strict.Encode(want),
				strict.Encode(input))
			return false
		}
	}
	return true
}

// CheckProperties guards that each property of the profile's own holds for the second
// implementation in so many worlds, and that the mutant beside its name breaks it in one of
// them.
func (w Worlds) CheckProperties(t *testing.T, worlds int, broken map[string]string) {
	t.Helper()
	for _, p := range w.Own {
		mutant := broken[p.Name]
		if !slices.ContainsFunc(w.Second.Mutants, func(m switches.Mutant) bool { return m.Name == mutant }) {
			t.Errorf("%s: there is no mutant %q that breaks it", p.Name, mutant)
			continue
		}
		if found := w.first(t, p, worlds, nil); found != "" {
			t.Errorf("%s does not hold: %s", p.Name, found)
		}
		if found := w.first(t, p, worlds, switches.Only(mutant)); found == "" {
			t.Errorf("%s holds for %s", p.Name, mutant)
		}
	}
	if len(broken) != len(w.Own) {
		t.Errorf("%d mutants for %d properties", len(broken), len(w.Own))
	}
}

// first is the first difference of a property in some worlds, "" where it holds in all.
func (w Worlds) first(t *testing.T, p generators.Property, worlds int, on switches.On) string {
	t.Helper()
	judged, model := w.second(on), w.second(nil)
	for i := range uint64(worlds) {
		world := w.Case(6, i)
		if on != nil { // read back, a world has every choice of a property asked
			var err error
			if world, err = generators.LoadFactWorld(world.(*generators.FactWorld).Saved()); err != nil {
				t.Fatal(err)
			}
		}
		found, err := p.Check(generators.NewTrial(world, law.Core, judged, model))
		if err != nil {
			t.Fatalf("%s: world %d: %v", p.Name, i, err)
		}
		if len(found) > 0 {
			return found[0].Path + ": want " + found[0].Want + "\n" +
				string(strict.Encode(world.(*generators.FactWorld).Audit()))
		}
	}
	return ""
}

// CheckWords guards that each word of the contract's tables stands in the law's answer about one
// of so many worlds: in a member of a row, of its objects or of the summary, and each code in a
// finding.
func (w Worlds) CheckWords(t *testing.T, worlds int, codes []law.Code, words map[string][]string) {
	t.Helper()
	seen := map[string]bool{}
	var see func(name string, v strict.Value)
	see = func(name string, v strict.Value) {
		switch v := v.(type) {
		case strict.Object:
			for _, m := range v {
				see(m.Name, m.Value)
			}
		case strict.Array:
			for _, element := range v {
				see(name, element)
			}
		case string:
			seen[name+" "+v] = true
		}
	}
	for i := range uint64(worlds) {
		world := w.Case(7, i).(*generators.FactWorld)
		if decision, ok := w.Decide(world.Facts); ok {
			see("", decision)
		}
		if facts, ok := world.Facts.(strict.Object); ok {
			answer, err := w.Law.Ask("audit", generators.AuditOf(facts, world.Claim))
			if err != nil {
				t.Fatal(err)
			}
			see("", answer.At("ok"))
		}
	}
	for _, code := range codes {
		words["error_code"] = append(words["error_code"], string(code))
	}
	for member, list := range words {
		for _, word := range list {
			if !seen[member+" "+word] {
				t.Errorf("none of %d worlds has %s %s", worlds, member, word)
			}
		}
	}
}
