package secondtest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

// Second is the second implementation of a profile.
type Second struct {
	Profile  string
	Decide   func(facts strict.Value, on switches.On) (strict.Value, *shape.Refusal)
	Audit    func(facts, claim strict.Value, on switches.On) (strict.Value, *shape.Refusal)
	Mutants  []switches.Mutant
	Clauses  []switches.Clause
	Controls []switches.Control
	// World makes the input of a request: facts, and a claim for an audit.
	World func(d Draw) (op string, input strict.Object)
	// Size counts the entities of facts; nil counts the objects that are elements of arrays.
	Size func(facts strict.Value) int
}

// Ask returns the answer, {"ok": …} or {"error": …}.
func (s Second) Ask(op string, input strict.Object, on switches.On) strict.Object {
	var ok strict.Value
	var refusal *shape.Refusal
	switch op {
	case "decide":
		ok, refusal = s.Decide(input, on)
	case "audit":
		ok, refusal = s.Audit(shape.Input(input, "facts"), shape.Input(input, "claim"), on)
	}
	if refusal != nil {
		return strict.Object{{Name: "error", Value: strict.Object{
			{Name: "code", Value: refusal.Code}, {Name: "error_code", Value: refusal.ErrorCode},
			{Name: "input", Value: refusal.Input}, {Name: "pointer", Value: refusal.Pointer},
		}}}
	}
	return strict.Object{{Name: "ok", Value: ok}}
}

// Same reports whether two answers are the same: findings in any order.
func Same(a, b strict.Object) bool { return strict.Equal(ordered(a), ordered(b)) }

func ordered(answer strict.Object) strict.Value {
	ok := answer.Object("ok")
	list, there := ok.At("findings").(strict.Array)
	if !there {
		return answer
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y strict.Value) int {
		return strings.Compare(string(strict.Encode(x)), string(strict.Encode(y)))
	})
	return answer.With("ok", ok.With("findings", list))
}

// size is how many entities the facts of an input have, at least 1.
func (s Second) size(op string, input strict.Object) int {
	facts := strict.Value(input)
	if op == "audit" {
		facts = input.At("facts")
	}
	if s.Size != nil {
		return max(1, s.Size(facts))
	}
	return max(1, Objects(facts))
}

// Objects counts the objects that are elements of arrays.
func Objects(v strict.Value) int {
	n := 0
	each(v, func(v strict.Value) {
		if a, ok := v.(strict.Array); ok {
			for _, e := range a {
				if _, ok := e.(strict.Object); ok {
					n++
				}
			}
		}
	})
	return n
}

// smaller calls try with v less one element or member of an object in an array, until it returns
// true, and returns what it took.
func smaller(v strict.Value, try func(strict.Value) bool) bool {
	switch v := v.(type) {
	case strict.Array:
		for i := range v {
			if try(slices.Delete(slices.Clone(v), i, i+1)) {
				return true
			}
		}
		for i := range v {
			if smaller(v[i], func(e strict.Value) bool {
				copied := slices.Clone(v)
				copied[i] = e
				return try(copied)
			}) {
				return true
			}
		}
	case strict.Object:
		for i := range v {
			if smaller(v[i].Value, func(e strict.Value) bool {
				copied := slices.Clone(v)
				copied[i].Value = e
				return try(copied)
			}) {
				return true
			}
		}
	case string:
		if strings.Count(v, "\n") > 0 {
			lines := strings.SplitAfter(v, "\n")
			for i := range lines {
				if lines[i] != "" && try(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")) {
					return true
				}
			}
		}
	}
	return false
}

// shrunk removes elements while the mutant still differs.
func (s Second) shrunk(op string, input strict.Object, on switches.On) strict.Object {
	for smaller(input, func(v strict.Value) bool {
		candidate, _ := v.(strict.Object)
		if Same(s.Ask(op, candidate, nil), s.Ask(op, candidate, on)) {
			return false
		}
		input = candidate
		return true
	}) {
	}
	return input
}

// CheckMutants guards that each mutant differs from the right implementation in some world. With
// SIZES_FILE it shrinks a few of them, and writes the sizes that it found to that file: a mutant's
// Size is how many entities the facts of the smallest have.
func (s Second) CheckMutants(t *testing.T, worlds int) {
	type world struct {
		op     string
		input  strict.Object
		answer strict.Object
	}
	var all []world
	for i := range worlds {
		op, input := s.World(NewDraw(1, uint64(i)))
		all = append(all, world{op, input, s.Ask(op, input, nil)})
	}
	file, enough := os.Getenv("SIZES_FILE"), 1
	if file != "" {
		enough = 6
	}
	var sizes strings.Builder
	names := map[string]bool{}
	clauses := map[string]bool{}
	for _, c := range s.Clauses {
		clauses[c.ID] = true
	}
	for _, m := range s.Mutants {
		if names[m.Name] || !clauses[m.Clause] || m.Says == "" {
			t.Errorf("%s: a name that stands twice, a clause that is not listed (%s), or no words", m.Name, m.Clause)
		}
		names[m.Name] = true
		least, seen := 0, 0
		for _, w := range all {
			if seen == enough {
				break
			}
			if Same(w.answer, s.Ask(w.op, w.input, switches.Only(m.Name))) {
				continue
			}
			seen++
			small := w.input
			if file != "" {
				small = s.shrunk(w.op, w.input, switches.Only(m.Name))
			}
			if n := s.size(w.op, small); least == 0 || n < least {
				least = n
			}
		}
		fmt.Fprintf(&sizes, "%s %d\n", m.Name, least)
		switch {
		case least == 0 && m.Size != 0:
			t.Errorf("%s (%s) differs in none of %d worlds", m.Name, m.Clause, worlds)
		case least != 0 && least < m.Size:
			t.Errorf("%s: a world of %d entities shows it, its Size is %d", m.Name, least, m.Size)
		}
	}
	if file != "" {
		if err := os.WriteFile(file, []byte(sizes.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
