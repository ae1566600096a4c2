package tspi

import (
	"errors"
	"math/rand"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// damagedEquals: what one blow leaves of the documents is refused by both or by
// none, for the same reason, and if by none, it is classified alike.
func damagedEquals(t *Trial) ([]Difference, error) {
	rng := t.draws("damaged-inputs-equal-the-models")
	input := Damaged(t.Table.Input(), rng)
	if t.Level == law.Core && disagree(input) {
		return nil, nil
	}
	expected, errExpected := t.Model.Classify(input)
	got, err := t.Implementation.Classify(input)
	var want, have *Refusal
	switch {
	case errExpected != nil && !errors.As(errExpected, &want):
		return nil, errExpected
	case err != nil && !errors.As(err, &have):
		return nil, err
	case want != nil && have == nil:
		return []Difference{{Path: "error", Want: shownRefusal(want), Got: "an inventory"}}, nil
	case want == nil && have != nil:
		return []Difference{{Path: "error", Want: "an inventory", Got: shownRefusal(have)}}, nil
	case want != nil && (want.Code != have.Code || want.Input != have.Input):
		return []Difference{{Path: "error", Want: shownRefusal(want), Got: shownRefusal(have)}}, nil
	}
	d := &differences{}
	if want == nil && t.Level == law.Hardened {
		comparison{differences: d, full: true}.inventory(read(expected), read(got))
	}
	return d.list, nil
}

// disagree reports whether the two laws differ about taking the documents.
func disagree(input strict.Object) bool {
	judge := func(level law.Level) (law.Code, law.Input) {
		_, err := tspi.ReadInputs(value(input, "process_table"), value(input, "pressure_policy"),
			value(input, "owner_classes"), level)
		var refused *law.InputError
		if errors.As(err, &refused) {
			return refused.Code, refused.Input
		}
		return "", ""
	}
	code, of := judge(law.Core)
	otherCode, otherOf := judge(law.Hardened)
	return code != otherCode || of != otherOf
}

// Damaged returns documents with one value somewhere inside them replaced by one of
// another type, or taken out.
func Damaged(input strict.Object, rng *rand.Rand) strict.Object {
	v, _ := damaged(input, rng, 1+rng.Intn(5)).(strict.Object)
	return v
}

// damaged goes so many steps down at most, and strikes there.
func damaged(v strict.Value, rng *rand.Rand, steps int) strict.Value {
	switch v := v.(type) {
	case strict.Object:
		if steps == 0 || len(v) == 0 {
			break
		}
		i := rng.Intn(len(v))
		if steps == 1 && rng.Intn(3) == 0 {
			return without(v, v[i].Name)
		}
		return with(v, v[i].Name, damaged(v[i].Value, rng, steps-1))
	case strict.Array:
		if steps == 0 || len(v) == 0 {
			break
		}
		i := rng.Intn(len(v))
		if steps == 1 && rng.Intn(3) == 0 {
			return append(append(strict.Array{}, v[:i]...), v[i+1:]...)
		}
		c := append(strict.Array{}, v...)
		c[i] = damaged(v[i], rng, steps-1)
		return c
	}
	return wreckage[rng.Intn(len(wreckage))]
}

var wreckage = [...]strict.Value{nil, true, false, "", "x", "launchd_detached", strict.Number("0"), strict.Number("-1"),
	strict.Number("7"),
	strict.Number("1.0"), strict.Number("1e3"), strict.Number("2147483648"), strict.Array{}, strict.Array{"x"},
	strict.Object{}, strict.Object{{Name: "x", Value: nil}}}
