package generators

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Put returns a copy of v with another value at a JSON Pointer of names and places. The last
// step may name a new member, or be "-" for a new last element. A pointer that leads nowhere
// is a mistake of the generator that wrote it, and panics.
func Put(v strict.Value, pointer string, to strict.Value) strict.Value {
	return edit(v, strings.Split(pointer, "/")[1:], func(strict.Value) strict.Value { return to })
}

// Append returns a copy of v with further elements in the array at a JSON Pointer.
func Append(v strict.Value, pointer string, elements ...strict.Value) strict.Value {
	return edit(v, strings.Split(pointer, "/")[1:], func(v strict.Value) strict.Value {
		list, _ := v.(strict.Array)
		return append(slices.Clip(list), elements...)
	})
}

func edit(v strict.Value, steps []string, change func(strict.Value) strict.Value) strict.Value {
	if len(steps) == 0 {
		return change(v)
	}
	switch v := v.(type) {
	case strict.Object:
		return v.With(steps[0], edit(v.At(steps[0]), steps[1:], change))
	case strict.Array:
		if steps[0] == "-" {
			return append(slices.Clip(v), edit(nil, steps[1:], change))
		}
		i, err := strconv.Atoi(steps[0])
		if err != nil || i < 0 || i >= len(v) {
			panic("no element " + strconv.Quote(steps[0]))
		}
		copied := slices.Clone(v)
		copied[i] = edit(v[i], steps[1:], change)
		return copied
	}
	panic("nothing at " + strconv.Quote(steps[0]))
}
