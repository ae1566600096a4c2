package secondtest

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// CheckExamples holds the examples of a contract that are written as requests and answers.
func (s Second) CheckExamples(t *testing.T) {
	for _, example := range lawtest.Examples(t, s.Profile) {
		op := strings.TrimPrefix(example.Op, s.Profile+".")
		want := strict.Object{{Name: "ok", Value: example.OK}}
		if got := s.Ask(op, example.Input, nil); !Same(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", op, strict.Encode(got), strict.Encode(want))
		}
	}
}

// Said are the facts and the claim of an audit.
type Said struct{ Facts, Claim strict.Value }

// Negative is a line of a contract's table of negative cases: the case raises the code and only
// it, the sibling raises nothing.
type Negative struct {
	Code, Subject string
	Case, Sibling Said
}

// Of is an audit's input.
func Of(facts, claim strict.Value) Said { return Said{facts, claim} }

// Case is a line of the table.
func Case(code, subject string, fault, sibling Said) Negative {
	return Negative{code, subject, fault, sibling}
}

// CheckNegatives holds the table of negative cases.
func (s Second) CheckNegatives(t *testing.T, negatives []Negative) {
	t.Helper()
	for _, n := range negatives {
		want := strict.Array{strict.Object{
			{Name: "error_code", Value: strings.ToUpper(s.Profile) + "_" + n.Code},
			{Name: "subject_id", Value: n.Subject},
		}}
		s.check(t, n.Code, n.Case, want)
		s.check(t, n.Code+", sibling", n.Sibling, strict.Array{})
	}
}

func (s Second) check(t *testing.T, name string, said Said, want strict.Array) {
	t.Helper()
	answer := s.Ask("audit", strict.Object{{Name: "facts", Value: said.Facts}, {Name: "claim", Value: said.Claim}}, nil)
	if !strict.Equal(answer.Object("ok").At("findings"), want) {
		t.Errorf("%s: got %s, want %s", name, strict.Encode(answer), strict.Encode(want))
	}
}

// CheckControls guards that an edited answer is the same answer to whoever ignores what the
// contract leaves free, and that each control changes some answer.
func (s Second) CheckControls(t *testing.T, worlds int) {
	if len(s.Controls) < 6 {
		t.Errorf("%d controls, want six or more", len(s.Controls))
	}
	for _, c := range s.Controls {
		changed := false
		for i := range worlds {
			op, input := s.World(NewDraw(2, uint64(i)))
			answer := s.Ask(op, input, nil)
			ok, there := answer.Get("ok")
			if !there {
				continue
			}
			before := string(strict.Encode(ok))
			edited := c.Edit(op, ok)
			if string(strict.Encode(ok)) != before {
				t.Fatalf("%s changes the answer that it is given", c.Name)
			}
			changed = changed || string(strict.Encode(edited)) != before
			if !holds(edited, ok) {
				t.Fatalf("%s:\n%s\ndoes not say what\n%s\nsays", c.Name, strict.Encode(edited), before)
			}
		}
		if !changed {
			t.Errorf("%s changes none of %d answers", c.Name, worlds)
		}
	}
}

// holds reports whether v has all that least has: members by name, elements of findings in any
// order, elements of other arrays in theirs.
func holds(v, least strict.Value) bool {
	switch least := least.(type) {
	case strict.Object:
		o, ok := v.(strict.Object)
		if !ok {
			return false
		}
		for _, m := range least {
			if m.Name == "findings" && !sameElements(o.At(m.Name), m.Value) || m.Name != "findings" &&
				!holds(o.At(m.Name), m.Value) {
				return false
			}
		}
		return true
	case strict.Array:
		a, ok := v.(strict.Array)
		if !ok || len(a) != len(least) {
			return false
		}
		for i := range a {
			if !holds(a[i], least[i]) {
				return false
			}
		}
		return true
	}
	return strict.Equal(v, least)
}

func sameElements(v, least strict.Value) bool {
	a, _ := v.(strict.Array)
	b, ok := least.(strict.Array)
	if !ok || len(a) != len(b) {
		return false
	}
	for _, want := range b {
		found := false
		for _, got := range a {
			found = found || holds(got, want)
		}
		if !found {
			return false
		}
	}
	return true
}

// CheckDeterminism guards that equal inputs are answered equally, and that no input is changed.
func (s Second) CheckDeterminism(t *testing.T, worlds int) {
	for i := range worlds {
		op, input := s.World(NewDraw(3, uint64(i)))
		before := string(strict.Encode(input))
		first := s.Ask(op, input, nil)
		again := s.Ask(op, input, switches.Only("no-such-rule"))
		if string(strict.Encode(first)) != string(strict.Encode(again)) || string(strict.Encode(input)) != before {
			t.Fatalf("world %d: two answers to\n%s", i, before)
		}
	}
}

// CheckTotality guards that a mutant answers everything too: a wrong implementation that breaks
// down is caught by anything.
func (s Second) CheckTotality(t *testing.T, worlds int) {
	for i, m := range s.Mutants {
		for w := range worlds {
			op, input := s.World(NewDraw(uint64(10+i), uint64(w)))
			func() {
				defer func() {
					if fault := recover(); fault != nil {
						t.Errorf("%s breaks down: %v", m.Name, fault)
					}
				}()
				s.Ask(op, input, switches.Only(m.Name))
			}()
		}
	}
}
