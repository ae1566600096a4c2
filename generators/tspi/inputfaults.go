package tspi

import (
	"errors"
	"math/rand"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// InputFault is one fault of an input document by section 1, with values that are
// right in the same place: whoever refuses everything refuses those too.
type InputFault struct {
	Name   string
	Input  law.Input
	Code   law.Code
	Clause string
	// Core is whether both laws refuse it, else the hardened one alone.
	Core bool
	// AnyPointer faults are of no single place.
	AnyPointer bool
	// place makes room for the fault in right documents, and says where.
	place place
	// bad and good are values for that place: absent takes it away, asItIs leaves
	// what the place was prepared with, and a func(*Table) makes one of the table.
	bad, good []strict.Value
}

type (
	absent struct{}
	asItIs struct{}
)

// inputFaultOneIn is how many tables there are for one whose documents are spoilt
// by a fault.
const inputFaultOneIn = 40

// InputFaults returns every fault of the three inputs, in a fixed order.
func InputFaults() []InputFault {
	var all []InputFault
	for _, group := range [][]InputFault{tableFaults(), policyFaults(), kindFaults(), ownerFaults(), registryFaults()} {
		all = append(all, group...)
	}
	return all
}

func inputProperties() []Property {
	var all []Property
	for _, fault := range InputFaults() {
		all = append(all, fault.property())
	}
	return append(all, auditInputProperties()...)
}

func (f InputFault) property() Property {
	name := "input-" + dashed(f.Name)
	return Property{Name: name, Family: Injected, Clause: f.Clause, Op: opClassify, OneIn: inputFaultOneIn,
		Check: func(t *Trial) ([]Difference, error) {
			if t.Level == law.Core && !f.Core || t.Level == law.Core && t.dispute().all {
				return nil, nil
			}
			rng := t.draws(name)
			bad, pointer := f.Plant(t.Table, rng)
			found, err := t.refused(t.Implementation.Classify, bad,
				&Refusal{Code: f.Code, Input: f.Input, Pointer: pointer}, f.AnyPointer)
			if err != nil || len(found) > 0 || !f.HasNeighbour() {
				return found, err
			}
			return accepts(t.Implementation.Classify, f.Neighbour(t.Table, rng), pointer)
		}}
}

// Plant returns the table's documents with the fault in them, and the JSON Pointer
// of the place in its document.
func (f InputFault) Plant(t *Table, rng *rand.Rand) (input strict.Object, pointer string) {
	return f.with(t, rng, f.bad[rng.Intn(len(f.bad))])
}

// HasNeighbour reports whether there are right values for the place.
func (f InputFault) HasNeighbour() bool { return len(f.good) > 0 }

// Neighbour returns the documents with a right value in the same place.
func (f InputFault) Neighbour(t *Table, rng *rand.Rand) strict.Object {
	input, _ := f.with(t, rng, f.good[rng.Intn(len(f.good))])
	return input
}

func (f InputFault) with(t *Table, rng *rand.Rand, v strict.Value) (strict.Object, string) {
	input := t.Input()
	document := value(input, string(f.Input))
	document, path := f.place(document, rng)
	switch special := v.(type) {
	case func(*Table) strict.Value:
		v = special(t)
	case asItIs:
		return with(input, string(f.Input), document), pointerTo(path)
	}
	return with(input, string(f.Input), putAt(document, path, v)), pointerTo(path)
}

// place is a document with room for a fault, and the path to it: names and indexes.
type place func(document strict.Value, rng *rand.Rand) (strict.Value, []any)

// inPlace is the place of a path that needs no preparation.
func inPlace(path ...any) place {
	return func(document strict.Value, _ *rand.Rand) (strict.Value, []any) { return document, path }
}

// putAt is a value with another one at a path, new arrays and objects all along it.
func putAt(v strict.Value, path []any, to strict.Value) strict.Value {
	if len(path) == 0 {
		return to
	}
	switch step := path[0].(type) {
	case string:
		o, _ := v.(strict.Object)
		if _, away := to.(absent); away && len(path) == 1 {
			return without(o, step)
		}
		return with(o, step, putAt(value(o, step), path[1:], to))
	case int:
		a, _ := v.(strict.Array)
		a = append(strict.Array{}, a...)
		for len(a) <= step {
			a = append(a, nil)
		}
		a[step] = putAt(a[step], path[1:], to)
		return a
	}
	return v
}

func pointerTo(path []any) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		switch step := step.(type) {
		case string:
			b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
		case int:
			b.WriteString(strconv.Itoa(step))
		}
	}
	return b.String()
}

// refused wants a refusal of an input; its pointer is compared at hardened.
func (t *Trial) refused(ask func(strict.Object) (strict.Value, error), input strict.Object, want *Refusal,
	anyPointer bool) ([]Difference, error) {
	_, err := ask(input)
	var got *Refusal
	switch {
	case err == nil:
		return []Difference{{Path: "error", Want: want.Error(), Got: "an answer"}}, nil
	case !errors.As(err, &got):
		return nil, err
	case got.Code != want.Code || got.Input != want.Input || t.Level == law.Hardened && !anyPointer &&
		got.Pointer != want.Pointer:
		return []Difference{{Path: "error", Want: want.Error(), Got: shownRefusal(got)}}, nil
	}
	return nil, nil
}

// accepts wants an answer, whatever it is.
func accepts(ask func(strict.Object) (strict.Value, error), input strict.Object, pointer string) ([]Difference, error) {
	_, err := ask(input)
	var got *Refusal
	if !errors.As(err, &got) {
		return nil, err
	}
	return []Difference{{Path: "error", Want: "an answer: the value at " + law.SafePointer(pointer) + " is right",
		Got: shownRefusal(got)}}, nil
}

// shown is a refusal whose parts may be anything.
func shownRefusal(r *Refusal) string {
	return shown(string(r.Code), true) + ": " + shown(string(r.Input), true) + ": " + law.SafePointer(r.Pointer)
}
