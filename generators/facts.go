package generators

import (
	"math/rand/v2"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// Facts declares what of a profile's facts, claims and answers means nothing by itself, by
// the names of members.
type Facts struct {
	// RowKey is the member that tells the rows of an answer apart.
	RowKey string
	// Claimed are the members of a decision that make a claim which must raise nothing.
	Claimed []string
	// Claim makes that claim where a decision is not a claim as it is.
	Claim func(facts, decision strict.Object) strict.Value
	// IDs hold identifiers, alone or in an array. Each may be renamed, everywhere alike.
	IDs []string
	// Words stand in members of IDs and are no identifiers: the contract's own.
	Words []string
	// Composed are the prefixes behind which an identifier stands in a member of IDs.
	Composed []string
	// Numbers hold integers that are identifiers, alone or in an array, in ascending order
	// where order means something; 0 and 1 stay what they are.
	Numbers []string
	// Largest is the largest integer that Numbers may hold; 0: 2^31 - 1.
	Largest int64
	// Tokens hold starts of processes, "mechanism:value", which are compared by bytes.
	Tokens []string
	// Sets are arrays of the facts whose order means nothing.
	Sets []string
	// Times hold instants on one clock.
	Times []string
}

// ClaimOf is the claim that a decision makes about its facts: it must raise nothing.
func (f *Facts) ClaimOf(facts, decision strict.Object) strict.Value {
	if f.Claim != nil {
		return f.Claim(facts, decision)
	}
	claim := strict.Object{}
	for _, name := range f.Claimed {
		if v, there := decision.Get(name); there {
			claim = append(claim, strict.Member{Name: name, Value: v})
		}
	}
	return claim
}

// Renaming leads from the identifiers of a world to others, in the same order.
type Renaming struct {
	facts   *Facts
	ids     map[string]string
	numbers map[string]strict.Number
	tokens  map[string]string
}

// Rename draws other identifiers for all that stand in some documents.
func (f *Facts) Rename(rng *rand.Rand, documents ...strict.Value) *Renaming {
	ids, numbers := f.identifiers(documents...)
	r := &Renaming{f, map[string]string{}, map[string]strict.Number{}, tokens(rng, f.tokensIn(documents...))}
	named := names(rng, len(ids))
	for i, id := range sorted(ids) {
		r.ids[id] = named[i]
	}
	largest := int64(mostRenamed)
	if f.Largest > 0 && !f.holdsLarger(documents...) {
		largest = f.Largest
	}
	numbered := numbersFrom(rng, len(numbers), largest)
	for i, n := range sorted(numbers) {
		r.numbers[strict.NewInteger(n).String()] = strict.Int(numbered[i])
	}
	return r
}

// holdsLarger reports whether a number stands in the documents that is not renamed for its size.
func (f *Facts) holdsLarger(documents ...strict.Value) bool {
	found := false
	for _, document := range documents {
		f.visit(document, func(name string, v strict.Value) strict.Value {
			if n, ok := strict.AsInteger(v); ok && slices.Contains(f.Numbers, name) &&
				n.Cmp(strict.NewInteger(mostRenamed)) > 0 {
				found = true
			}
			return v
		})
	}
	return found
}

func (f *Facts) isToken(name string) bool { return slices.Contains(f.Tokens, name) }

// mostRenamed is the largest number that is renamed; any other stays, and stays larger.
const mostRenamed = 1<<31 - 1

func sorted[K string | int64](set map[K]bool) []K {
	keys := make([]K, 0, len(set))
	for key := range set {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// digits writes a number with as many digits as the largest below a limit has.
func digits(n, limit int) string {
	text, width := strict.NewInteger(int64(n)).String(), len(strict.NewInteger(int64(limit)).String())
	for len(text) < width {
		text = "0" + text
	}
	return text
}

// split takes the prefix off a composed identifier.
func (f *Facts) split(s string) (prefix, id string) {
	for _, p := range f.Composed {
		if len(s) > len(p) && s[:len(p)] == p {
			return p, s[len(p):]
		}
	}
	return "", s
}

// Apply renames a document.
func (r *Renaming) Apply(v strict.Value) strict.Value {
	return r.facts.visit(v, func(name string, v strict.Value) strict.Value {
		switch v := v.(type) {
		case string:
			if slices.Contains(r.facts.IDs, name) {
				return r.ID(v)
			}
			if to, known := r.tokens[v]; known && r.facts.isToken(name) {
				return to
			}
		case strict.Number:
			if to, known := r.numbers[string(v)]; known && slices.Contains(r.facts.Numbers, name) {
				return to
			}
		}
		return v
	})
}

// ID renames an identifier, composed or not.
func (r *Renaming) ID(id string) string {
	prefix, rest := r.facts.split(id)
	if to, known := r.ids[rest]; known {
		return prefix + to
	}
	return id
}

// Subject renames the subject of a finding: an identifier, or a number in digits.
func (r *Renaming) Subject(subject string) string {
	if to, known := r.numbers[subject]; known {
		if _, isID := r.ids[subject]; !isID {
			return string(to)
		}
	}
	return r.ID(subject)
}

// visit returns a copy of v in which change was asked for each scalar that is the value of
// a member, or an element of an array that is, by the member's name.
func (f *Facts) visit(v strict.Value, change func(name string, v strict.Value) strict.Value) strict.Value {
	return visit("", v, change)
}

func visit(name string, v strict.Value, change func(string, strict.Value) strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = visit(name, v[i], change)
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, m := range v {
			out[i] = strict.Member{Name: m.Name, Value: visit(m.Name, m.Value, change)}
		}
		return out
	}
	return change(name, v)
}

// Reorder shuffles the members of every object, whose order means nothing.
func Reorder(v strict.Value, rng *rand.Rand) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = Reorder(v[i], rng)
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, j := range rng.Perm(len(v)) {
			out[i] = strict.Member{Name: v[j].Name, Value: Reorder(v[j].Value, rng)}
		}
		return out
	}
	return v
}

// Shuffle shuffles the arrays of the facts whose order means nothing.
func (f *Facts) Shuffle(v strict.Value, rng *rand.Rand) strict.Value {
	return f.shuffle("", v, rng)
}

func (f *Facts) shuffle(name string, v strict.Value, rng *rand.Rand) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = f.shuffle(name, v[i], rng)
		}
		if slices.Contains(f.Sets, name) {
			rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, m := range v {
			out[i] = strict.Member{Name: m.Name, Value: f.shuffle(m.Name, m.Value, rng)}
		}
		return out
	}
	return v
}

// Note adds members that every reader of facts ignores to some objects: anywhere in an input
// object x_ names are allowed (docs/profiles.md, section 2).
func Note(v strict.Value, rng *rand.Rand) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = Note(v[i], rng)
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v), len(v)+1)
		for i, m := range v {
			out[i] = strict.Member{Name: m.Name, Value: Note(m.Value, rng)}
		}
		if rng.IntN(3) == 0 {
			out = append(out, strict.Member{Name: "x_" + Token(rng), Value: Token(rng)})
		}
		return out
	}
	return v
}

// Token returns an unguessable word of plain letters.
func Token(rng *rand.Rand) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	word := make([]byte, 0, 14)
	for range 7 {
		word = append(word, consonants[rng.IntN(len(consonants))], vowels[rng.IntN(len(vowels))])
	}
	return string(word)
}
