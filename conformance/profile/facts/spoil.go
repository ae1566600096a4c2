package facts

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// place is a value in an input: its object's path, and its name there.
type place struct {
	pointer string // of the object
	name    string
	value   strict.Value
	set     func(with ...strict.Member) strict.Value // the document, with other members in its place
}

// placesIn are the members of every object of a document, annotations apart.
func placesIn(v strict.Value, at string, rebuild func(strict.Value) strict.Value) []place {
	var all []place
	switch v := v.(type) {
	case strict.Array:
		for i := range v {
			all = append(all, placesIn(v[i], at+"/"+strconv.Itoa(i), func(to strict.Value) strict.Value {
				out := slices.Clone(v)
				out[i] = to
				return rebuild(out)
			})...)
		}
	case strict.Object:
		for i, m := range v {
			if law.IsAnnotation(m.Name) {
				continue
			}
			set := func(with ...strict.Member) strict.Value {
				return rebuild(slices.Concat(v[:i:i], with, v[i+1:]))
			}
			all = append(all, place{at, m.Name, m.Value, set})
			all = append(all, placesIn(m.Value, at+"/"+strict.EscapeToken(m.Name), func(to strict.Value) strict.Value {
				return set(strict.Member{Name: m.Name, Value: to})
			})...)
		}
	}
	return all
}

// mark stands for what no document of ours can hold, until the document is a text.
const mark = "?mark?"

// spoil breaks docs/profiles.md, section 2, in one place of a usable input, so that it is no
// JSON of ours any more, or has a number that is no integer. It reports whether it did.
func (f *format) spoil(rng *rand.Rand, op string, p *Problem, e *Expectation) bool {
	input, document := "facts", p.Facts
	if p.HasClaim && rng.IntN(2) == 0 {
		input, document = "claim", p.Claim
	}
	all := placesIn(document, "", func(v strict.Value) strict.Value { return v })
	form := rng.IntN(3)
	if form == 0 {
		numbers := slices.DeleteFunc(slices.Clone(all), func(at place) bool {
			_, ok := at.value.(strict.Number)
			return !ok
		})
		if len(numbers) > 0 {
			return f.spoilNumber(rng, op, input, p, e, numbers[rng.IntN(len(numbers))])
		}
	}
	if len(all) == 0 {
		return false
	}
	at := all[rng.IntN(len(all))]
	member := strict.Member{Name: at.name, Value: at.value}
	var changed strict.Value
	var raw string // what stands where the mark did
	pointer := at.pointer + "/" + strict.EscapeToken(at.name)
	if form == 1 {
		changed, raw, pointer = spoilText(rng, at, member, pointer)
	} else {
		changed, raw, pointer = repeatKey(rng, at, member, pointer)
	}
	text := bytes.Replace(strict.Encode(changed), []byte(`"`+mark+`"`), []byte(raw), 1)
	if input == "claim" {
		p.RawClaim = text
	} else {
		p.RawFacts = text
	}
	*e = Expectation{Refused: []profile.Refusal{{ErrorCode: invalidCode(f.spec.Name), Input: input, Pointer: &pointer}}}
	return true
}

// spoilText puts half a character into a text, a key or an annotation.
func spoilText(rng *rand.Rand, at place, member strict.Member, pointer string) (strict.Value, string, string) {
	half := []string{`\ud800`, `\uDBFF`, `\udc00`, `\uDFFF`, `\udc00\ud800`}[rng.IntN(5)]
	switch _, isText := at.value.(string); {
	case isText && rng.IntN(2) == 0:
		return at.set(strict.Member{Name: at.name, Value: mark}), `"` + half + `"`, pointer
	case rng.IntN(2) == 0:
		return at.set(member, strict.Member{Name: mark, Value: nil}), `"x_` + half + `"`, at.pointer
	}
	return at.set(member, strict.Member{Name: "x_t", Value: mark}), `"t` + half + `"`, at.pointer + "/x_t"
}

// repeatKey lets a key stand twice: with the same value or another one, before or behind, as it
// is or escaped, in the object or in an annotation of it.
func repeatKey(rng *rand.Rand, at place, member strict.Member, pointer string) (strict.Value, string, string) {
	other := strict.Member{Name: mark, Value: at.value}
	if rng.IntN(2) == 0 {
		other.Value = nil
	}
	key := string(strict.AppendString(nil, at.name))
	if rng.IntN(2) == 0 {
		key = fmt.Sprintf(`"\u%04x`, at.name[0]) + key[2:]
	}
	switch rng.IntN(4) {
	case 0:
		twice := strict.Object{{Name: at.name, Value: "1"}, {Name: mark, Value: "1"}}
		return at.set(member, strict.Member{Name: "x_t", Value: twice}), key,
			at.pointer + "/x_t/" + strict.EscapeToken(at.name)
	case 1:
		return at.set(other, member), key, pointer
	}
	return at.set(member, other), key, pointer
}

// spoilNumber writes an integer with a fraction or an exponent, or as 0. What is right is said
// by the second implementation, which was written from the contract's text.
func (f *format) spoilNumber(rng *rand.Rand, op, input string, p *Problem, e *Expectation, at place) bool {
	n := at.value.(strict.Number)
	changed := at.set(strict.Member{Name: at.name,
		Value: []strict.Number{n + ".0", n + "e0", n + "E+0", "0", "-1"}[rng.IntN(5)]})
	if input == "claim" {
		p.Claim = changed
	} else {
		p.Facts = changed
	}
	return f.answered(op, p, e)
}

// answered puts the answer of the second implementation into an expectation.
func (f *format) answered(op string, p *Problem, e *Expectation) bool {
	answer, refused := f.second(op, p)
	if refused != nil {
		*e = Expectation{Refused: []profile.Refusal{{ErrorCode: refused.ErrorCode, Input: refused.Input,
			Pointer: &refused.Pointer}}}
		return true
	}
	expect, err := f.Expectation(op, strict.Encode(expected(answer)))
	if err != nil {
		return false
	}
	*e = *expect.(*Expectation)
	return true
}

// second is the answer of the second implementation.
func (f *format) second(op string, p *Problem) (strict.Value, *profile.ErrorAnswer) {
	if strings.HasSuffix(op, opDecide) {
		return seconded(f.spec.SecondDecide(p.Facts, switches.On(nil)))
	}
	return seconded(f.spec.SecondAudit(p.Facts, p.Claim, switches.On(nil)))
}

// expected is an answer as an expect.json has it: of findings, the code and the subject alone.
func expected(answer strict.Value) strict.Value {
	object, _ := answer.(strict.Object)
	if _, isAudit := object.Get("findings"); !isAudit {
		return answer
	}
	findings := strict.Array{}
	for _, v := range object.Array("findings") {
		finding, _ := v.(strict.Object)
		findings = append(findings, strict.Object{{Name: "error_code", Value: finding.At("error_code")},
			{Name: "subject_id", Value: finding.At("subject_id")}})
	}
	return strict.Object{{Name: "findings", Value: findings}}
}
