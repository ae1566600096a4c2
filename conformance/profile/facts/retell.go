package facts

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// teller puts other texts in the place of untrusted ones, with tokens at their ends and in the
// middle.
type teller struct {
	spec    *Spec
	rng     *rand.Rand
	refused []profile.Refusal
	// one is told everywhere where it is not "": equal texts prove nothing.
	one string
	// tokens are those that were told.
	tokens []string
}

func (f *format) teller(rng *rand.Rand, refused []profile.Refusal) *teller {
	t := &teller{spec: &f.spec, rng: rng, refused: refused}
	if rng.IntN(3) == 0 {
		t.one = t.text()
	}
	return t
}

// lengths are about how long a text is: beyond the buffers of those who read it piece by piece.
var lengths = []int{0, 0, 0, 0, 0, 0, 0, 0, 300, 1100, 4200, 9000, 17_000}

// text is a text that nobody could guess, of any length and any characters.
func (t *teller) text() string {
	token := generators.Token(t.rng)
	t.tokens = append(t.tokens, token)
	fill := strings.Repeat("a\u00e9\u4e16\x00\n", lengths[t.rng.IntN(len(lengths))]/8)
	return token + " --" + token + "=/home/" + fill + token
}

// retell tells other texts in an input. Where there was none there is one now, as far as the
// law knows the member (a text decides nothing, docs/profiles.md, section 3); what is refused stays as it is.
func (t *teller) retell(input string, v strict.Value) strict.Value {
	var walk func(at, name string, v strict.Value) strict.Value
	walk = func(at, name string, v strict.Value) strict.Value {
		switch v := v.(type) {
		case strict.Array:
			out := make(strict.Array, len(v))
			for i := range v {
				out[i] = walk(at+"/"+strconv.Itoa(i), name, v[i])
			}
			return out
		case strict.Object:
			out := make(strict.Object, len(v))
			for i, m := range v {
				out[i] = m
				if !law.IsAnnotation(m.Name) {
					out[i].Value = walk(at+"/"+strict.EscapeToken(m.Name), m.Name, m.Value)
				}
			}
			return out
		case string, nil:
			if !t.spec.isUntrusted(name) || t.isRefused(input, at) {
				return v
			}
			if t.one != "" {
				return t.one
			}
			return t.text()
		}
		return v
	}
	return walk("", "", v)
}

// isRefused reports whether the value at a place is refused, or one above it.
func (t *teller) isRefused(input, at string) bool {
	for _, r := range t.refused {
		if r.Input == input && r.Pointer != nil && *r.Pointer != "" &&
			(at == *r.Pointer || strings.HasPrefix(at, *r.Pointer+"/")) {
			return true
		}
	}
	return false
}
