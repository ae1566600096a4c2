package lawtest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
)

// Blocks returns the JSON blocks of a profile's contract, in their order.
func Blocks(t testing.TB, profile string) []strict.Value {
	t.Helper()
	var blocks []strict.Value
	parts := strings.Split(Contract(t, profile), "```")
	for i := 1; i < len(parts); i += 2 {
		if text, isJSON := strings.CutPrefix(parts[i], "json\n"); isJSON {
			blocks = append(blocks, Read(t, text))
		}
	}
	return blocks
}

// Read reads a text that the test itself wrote.
func Read(t testing.TB, text string) strict.Value {
	t.Helper()
	v, err := strict.DecodeWithin([]byte(text), 100)
	if err != nil {
		t.Fatalf("the test's own document is no JSON: %v\n%s", err, text)
	}
	return v
}

// Put returns a copy of v with the value at a JSON Pointer replaced, or added where the last
// token is a new member or the "-" behind the last element.
func Put(t testing.TB, v strict.Value, pointer string, to strict.Value) strict.Value {
	t.Helper()
	return edit(t, v, strings.Split(pointer, "/")[1:], func(strict.Value) strict.Value { return to })
}

// Drop returns a copy of v without the member or element at a JSON Pointer.
func Drop(t testing.TB, v strict.Value, pointer string) strict.Value {
	t.Helper()
	at := strings.LastIndexByte(pointer, '/')
	last := pointer[at+1:]
	return edit(t, v, strings.Split(pointer[:at], "/")[1:], func(v strict.Value) strict.Value {
		switch v := v.(type) {
		case strict.Object:
			return v.Without(last)
		case strict.Array:
			i, err := strconv.Atoi(last)
			if err != nil || i >= len(v) {
				t.Fatalf("there is no element %s", pointer)
			}
			return append(append(strict.Array{}, v[:i]...), v[i+1:]...)
		}
		t.Fatalf("nothing to drop at %s", pointer)
		return nil
	})
}

func edit(t testing.TB, v strict.Value, tokens []string, change func(strict.Value) strict.Value) strict.Value {
	t.Helper()
	if len(tokens) == 0 {
		return change(v)
	}
	switch v := v.(type) {
	case strict.Object:
		return v.With(tokens[0], edit(t, v.At(tokens[0]), tokens[1:], change))
	case strict.Array:
		out := append(strict.Array{}, v...)
		if tokens[0] == "-" {
			return append(out, edit(t, nil, tokens[1:], change))
		}
		i, err := strconv.Atoi(tokens[0])
		if err != nil || i >= len(out) {
			t.Fatalf("there is no element %s", tokens[0])
		}
		out[i] = edit(t, out[i], tokens[1:], change)
		return out
	}
	t.Fatalf("there is nothing at %s", strings.Join(tokens, "/"))
	return nil
}
