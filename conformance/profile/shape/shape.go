// Package shape describes the types of facts and claims, and finds the value that breaks them:
// docs/profiles.md, section 2, as a declaration that is read, and not as code for each profile.
//
// A [Type] is made of the functions of this package: Object of Required and Optional members,
// Array, ID, Integer, Word and so on. [Facts] and [Claim] hold a value against one.
//
// It imports internal/strict and the switches of the second implementations, and no law.
package shape

import (
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/switches"
	"github.com/tspi-dev/harness/internal/strict"
)

// MaxDepth is how many arrays and objects may stand inside one another.
const MaxDepth = 64

// MaxInteger is the greatest integer where a contract names no other bound.
const MaxInteger = 1<<53 - 1

// Type says which values a place takes. Types are immutable and may be shared.
type Type interface {
	// fault returns where in v, which stands at the pointer at, the first fault is.
	fault(v strict.Value, at string, on switches.On) (pointer string, bad bool)
}

// Facts returns the refusal of a profile's facts, nil where they are of type t.
func Facts(profile string, t Type, facts strict.Value, on switches.On) *Refusal {
	if facts == Missing {
		return Refuse(profile, "facts", "")
	}
	if tooDeep(facts, on) {
		return Refuse(profile, "facts", "")
	}
	if pointer, bad := t.fault(facts, "", on); bad {
		return Refuse(profile, "facts", pointer)
	}
	return nil
}

// Claim reports whether a claim is of type t. The refusal is that of a claim which is no fit
// input at all: a missing one, or one that is nested too deep.
func Claim(profile string, t Type, claim strict.Value, on switches.On) (ok bool, refusal *Refusal) {
	if claim == Missing || tooDeep(claim, on) {
		return false, Refuse(profile, "claim", "")
	}
	_, bad := t.fault(claim, "", on)
	return !bad, nil
}

func tooDeep(v strict.Value, on switches.On) bool {
	limit := MaxDepth
	if on.Is("depth-sixty-three") {
		limit--
	}
	if on.Is("depth-sixty-five") {
		limit++
	}
	return strict.IsDeeper(v, limit)
}

// scalar is a type of values that have no places inside.
type scalar func(v strict.Value, on switches.On) bool

func (s scalar) fault(v strict.Value, at string, on switches.On) (string, bool) {
	return at, !s(v, on)
}

// Any takes every value.
func Any() Type { return scalar(func(strict.Value, switches.On) bool { return true }) }

// Bool takes true and false.
func Bool() Type {
	return scalar(func(v strict.Value, on switches.On) bool {
		_, ok := v.(bool)
		return ok
	})
}

// Text takes every string.
func Text() Type { return Matching(func(string) bool { return true }) }

// Matching takes the strings that fit.
func Matching(fits func(string) bool) Type {
	return scalar(func(v strict.Value, _ switches.On) bool {
		s, ok := v.(string)
		return ok && fits(s)
	})
}

// Word takes the listed strings.
func Word(words ...string) Type {
	return scalar(func(v strict.Value, on switches.On) bool {
		s, ok := v.(string)
		if ok && on.Is("words-in-any-case") {
			s = strings.ToLower(s)
		}
		for _, word := range words {
			if ok && s == word {
				return true
			}
		}
		return false
	})
}

// Only takes the one boolean.
func Only(b bool) Type {
	return scalar(func(v strict.Value, _ switches.On) bool { return v == strict.Value(b) })
}

// Null takes null.
func Null() Type { return scalar(func(v strict.Value, _ switches.On) bool { return v == nil }) }

// Hash takes 64 lowercase hex digits.
func Hash() Type {
	return Matching(func(s string) bool { return strict.IsHex(s, 64) })
}

// ID takes an id: 1 to 64 characters of letters, digits, "_", ".", ":" and "-", of which the
// first is a letter or digit.
func ID() Type {
	return scalar(func(v strict.Value, on switches.On) bool {
		s, ok := v.(string)
		if ok && on.Is("id-of-any-length") {
			return s != ""
		}
		if ok && on.Is("id-begins-anyhow") && s != "" {
			s = "a" + s[1:]
		}
		return ok && IsID(s)
	})
}

// IsID reports whether s is an id.
func IsID(s string) bool {
	if len(s) < 1 || len(s) > 64 || !strict.IsAlnum(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !strict.IsAlnum(s[i]) && !strings.ContainsRune("_.:-", rune(s[i])) {
			return false
		}
	}
	return true
}

// Integer takes the integers from 0 to [MaxInteger].
func Integer() Type { return Between(0, MaxInteger) }

// AtLeast takes the integers from low to [MaxInteger].
func AtLeast(low int64) Type { return Between(low, MaxInteger) }

// Between takes the integers from low to high.
func Between(low, high int64) Type {
	return scalar(func(v strict.Value, on switches.On) bool {
		if n, isNumber := v.(strict.Number); isNumber && on.Is("whole-fractions-accepted") {
			v = strict.Number(strings.TrimSuffix(string(n), ".0"))
		}
		integer, ok := strict.AsInteger(v)
		if !ok || v == strict.Value(strict.Number("-0")) && on.Is("minus-zero-refused") {
			return false
		}
		n, small := integer.Int64()
		if on.Is("integers-unbounded") {
			return integer.Cmp(strict.NewInteger(low)) >= 0
		}
		return small && n >= low && n <= high
	})
}

// OrNull takes null, and what t takes.
func OrNull(t Type) Type { return nullable{t} }

type nullable struct{ of Type }

func (n nullable) fault(v strict.Value, at string, on switches.On) (string, bool) {
	if v == nil {
		return "", false
	}
	return n.of.fault(v, at, on)
}

// Also takes what t takes and rule does not complain of: the rule returns the pointer of the
// offending value, from v on.
func Also(t Type, rule func(v strict.Value) (pointer string, bad bool)) Type { return ruled{t, rule} }

type ruled struct {
	of   Type
	rule func(strict.Value) (string, bool)
}

func (r ruled) fault(v strict.Value, at string, on switches.On) (string, bool) {
	if pointer, bad := r.of.fault(v, at, on); bad {
		return pointer, true
	}
	pointer, bad := r.rule(v)
	return at + pointer, bad
}

// At is the pointer of an element's or member's place: At("rows", 2, "id") is "/rows/2/id".
func At(tokens ...any) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		switch token := token.(type) {
		case int:
			b.WriteString(strconv.Itoa(token))
		case string:
			b.WriteString(strict.EscapeToken(token))
		}
	}
	return b.String()
}
