package generators

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Draw is a source of choices: the same seed makes the same ones.
type Draw struct{ *rand.Rand }

// NewDraw returns the draws of one world of a seed.
func NewDraw(seed, world uint64) Draw { return Draw{rand.New(NewSource(Mix(seed ^ Mix(world))))} }

// Chance is true in so many of a hundred cases.
func (d Draw) Chance(percent int) bool { return d.IntN(100) < percent }

// Pick is one of the values.
func Pick[T any](d Draw, values ...T) T { return values[d.IntN(len(values))] }

// Mostly is the first value in so many of a hundred cases, else one of the others.
func Mostly[T any](d Draw, percent int, first T, others ...T) T {
	if len(others) == 0 || d.Chance(percent) {
		return first
	}
	return Pick(d, others...)
}

// Number is a JSON number.
func Number(digits string) strict.Value { return strict.Number(digits) }

// Digits are the decimal digits of n.
func Digits(n int) string { return strconv.Itoa(n) }

// Object is an object of names and values in turn.
func Object(members ...any) strict.Object {
	o := strict.Object{}
	for i := 0; i < len(members); i += 2 {
		o = append(o, strict.Member{Name: members[i].(string), Value: members[i+1]})
	}
	return o
}

// Int is the JSON number of n.
func Int(n int) strict.Value { return strict.Number(strconv.Itoa(n)) }

// Damage returns a copy of v with one change at a random place: a value replaced, a member or
// an element dropped, doubled, added or moved.
func Damage(d Draw, v strict.Value) strict.Value {
	var scalars []strict.Value
	Each(v, func(v strict.Value) {
		switch v.(type) {
		case strict.Array, strict.Object:
		default:
			scalars = append(scalars, v)
		}
	})
	places := count(v)
	at := d.IntN(places)
	out, _ := damage(d, v, &at, scalars)
	return out
}

// Each calls f for a value and every value in it.
func Each(v strict.Value, f func(strict.Value)) {
	f(v)
	switch v := v.(type) {
	case strict.Array:
		for _, e := range v {
			Each(e, f)
		}
	case strict.Object:
		for _, m := range v {
			Each(m.Value, f)
		}
	}
}

func count(v strict.Value) int {
	n := 0
	Each(v, func(strict.Value) { n++ })
	return n
}

// damage changes the place at which at reaches 0; done tells that it was reached.
func damage(d Draw, v strict.Value, at *int, scalars []strict.Value) (out strict.Value, done bool) {
	if *at == 0 {
		*at--
		return spoil(d, v, scalars), true
	}
	*at--
	switch v := v.(type) {
	case strict.Array:
		for i := range v {
			if changed, ok := damage(d, v[i], at, scalars); ok {
				copied := slices.Clone(v)
				copied[i] = changed
				return copied, true
			}
		}
	case strict.Object:
		for i := range v {
			if changed, ok := damage(d, v[i].Value, at, scalars); ok {
				copied := slices.Clone(v)
				copied[i].Value = changed
				return copied, true
			}
		}
	}
	return v, false
}

// odd are values that stand at some edge of the types of docs/profiles.md, section 2.
var odd = []strict.Value{
	nil, true, false, "", "a", "A", " ", "-a", ".a", "id", strings.Repeat("a", 64), strings.Repeat("a", 65), "a b",
	"\u00e9",
	strict.Number("0"), strict.Number("-0"), strict.Number("1"), strict.Number("-1"), strict.Number("1.0"),
	strict.Number("1e0"), strict.Number("2147483647"), strict.Number("2147483648"), strict.Number("9007199254740991"),
	strict.Number("9007199254740992"), strict.Number("99999999999999999999"), strict.Array{}, strict.Object{},
	strict.Array{nil}, strings.Repeat("0", 64), strings.Repeat("A", 64),
}

func spoil(d Draw, v strict.Value, scalars []strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		if len(v) > 0 && d.Chance(85) {
			i := d.IntN(len(v))
			switch d.IntN(4) {
			case 0:
				return slices.Delete(slices.Clone(v), i, i+1)
			case 1:
				return append(slices.Clone(v), v[i])
			case 2:
				return slices.Insert(slices.Clone(v), i, odd[d.IntN(len(odd))])
			}
			j := d.IntN(len(v))
			copied := slices.Clone(v)
			copied[i], copied[j] = copied[j], copied[i]
			return copied
		}
	case strict.Object:
		if len(v) > 0 && d.Chance(85) {
			i := d.IntN(len(v))
			switch d.IntN(5) {
			case 0:
				return v.Without(v[i].Name)
			case 1:
				return v.With(Pick(d, "x_note", "$schema", "schema", "description", "x_"), odd[d.IntN(len(odd))])
			case 2:
				return v.With(Pick(d, "note", "X_note", "a/b", "x", "schemas"), odd[d.IntN(len(odd))])
			case 3:
				copied := slices.Clone(v)
				slices.Reverse(copied)
				return copied
			}
			copied := slices.Clone(v)
			copied[i].Value = odd[d.IntN(len(odd))]
			return copied
		}
	case string:
		if d.Chance(8) {
			return strings.ToUpper(v)
		}
	case strict.Number:
		if v == "0" && d.Chance(30) {
			return strict.Number("-0")
		}
		if n, ok := strict.AsInteger(v); ok && d.Chance(50) {
			return strict.Number(n.Add(strict.NewInteger(int64(d.IntN(5) - 2))).String())
		}
		if d.Chance(10) {
			return v + ".0"
		}
	case bool:
		if d.Chance(60) {
			return !v
		}
	}
	if len(scalars) > 0 && d.Chance(50) {
		return scalars[d.IntN(len(scalars))]
	}
	return odd[d.IntN(len(odd))]
}

// Deep is an annotation's value that is nested so many levels.
func Deep(levels int) strict.Value {
	v := strict.Value(strict.Array{})
	for range levels - 1 {
		v = strict.Array{v}
	}
	return v
}
