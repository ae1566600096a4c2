package secondtest

import (
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
)

// What package generators calls so, for tests that draw their worlds.
type Draw = generators.Draw

// NewDraw returns the draws of one world of a seed.
func NewDraw(seed, world uint64) Draw { return generators.NewDraw(seed, world) }

// Pick is one of the values.
func Pick[T any](d Draw, values ...T) T { return generators.Pick(d, values...) }

// Mostly is the first value in so many of a hundred cases, else one of the others.
func Mostly[T any](d Draw, percent int, first T, others ...T) T {
	return generators.Mostly(d, percent, first, others...)
}

// Number is a JSON number.
func Number(digits string) strict.Value { return generators.Number(digits) }

// Digits are the decimal digits of n.
func Digits(n int) string { return generators.Digits(n) }

// Object is an object of names and values in turn.
func Object(members ...any) strict.Object { return generators.Object(members...) }

// Int is the JSON number of n.
func Int(n int) strict.Value { return generators.Int(n) }

// Damage returns a copy of v with one change at a random place.
func Damage(d Draw, v strict.Value) strict.Value { return generators.Damage(d, v) }

// Deep is an annotation's value that is nested so many levels.
func Deep(levels int) strict.Value { return generators.Deep(levels) }
