package guard

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// FuzzGuardPath holds the path rules of section 7 against the regular expressions
// that were written from its text.
func FuzzGuardPath(f *testing.F) {
	f.Fuzz(func(t *testing.T, s string) {
		for _, level := range []law.Level{law.Core, law.Hardened} {
			if got, want := HoldsPath(s, level), oracleHoldsPath(s, level); got != want {
				t.Errorf("%v: HoldsPath(%q) = %v, the oracle says %v", level, s, got, want)
			}
		}
	})
}

// FuzzGuardBody holds the scanner of bodies (section 10) against them, with the
// text cut into pieces of the lengths that cuts gives, over and over.
func FuzzGuardBody(f *testing.F) {
	f.Fuzz(func(t *testing.T, text, cuts []byte) {
		for _, level := range []law.Level{law.Core, law.Hardened} {
			b := NewBodyScanner(level)
			rest := text
			for i := 0; len(rest) > 0; i++ {
				n := len(rest)
				if len(cuts) > 0 {
					n = min(n, 1+int(cuts[i%len(cuts)]))
				}
				b.Write(rest[:n])
				rest = rest[n:]
			}
			if got, want := b.Kinds(), oracleBody(string(text), level); !slices.Equal(got, want) {
				t.Errorf("%v: %q cut by %v: got %v, the oracle says %v", level, text, cuts, got, want)
			}
		}
	})
}

// FuzzGuardValue walks any document. What it finds must be there: each pointer
// must lead to a member or element of the document (section 7).
func FuzzGuardValue(f *testing.F) {
	f.Fuzz(func(t *testing.T, doc []byte) {
		v, err := strict.Decode(doc)
		if err != nil {
			t.Skip()
		}
		places := map[string]bool{"": true}
		collectPointers(v, "", places)
		core, hardened := Check(v, law.Core), Check(v, law.Hardened)
		for _, leak := range slices.Concat(core, hardened) {
			if !places[leak.Pointer] {
				t.Errorf("%s: %v leads nowhere", doc, leak)
			}
		}
		for _, leak := range core {
			if !slices.ContainsFunc(hardened, func(l Leak) bool { return l.Kind == leak.Kind }) {
				t.Errorf("%s: core finds %v and hardened does not", doc, leak)
			}
		}
	})
}

func collectPointers(v strict.Value, at string, places map[string]bool) {
	switch v := v.(type) {
	case strict.Array:
		for i, e := range v {
			p := at + "/" + strict.NewInteger(int64(i)).String()
			places[p] = true
			collectPointers(e, p, places)
		}
	case strict.Object:
		for _, m := range v {
			p := at + "/" + strict.EscapeToken(m.Name)
			places[p] = true
			collectPointers(m.Value, p, places)
		}
	}
}
