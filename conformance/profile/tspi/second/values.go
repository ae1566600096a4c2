package mutant

import (
	"math/big"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// object is an answer, or a part of one.
type object map[string]any

func get(v tspi.Value, name string) tspi.Value {
	o, _ := v.(tspi.Object)
	value, _ := o.Get(name)
	return value
}

func has(v tspi.Value, name string) bool {
	o, _ := v.(tspi.Object)
	_, there := o.Get(name)
	return there
}

// integer reads a JSON number without fraction or exponent; of whatever else there
// is it returns nil.
func integer(v tspi.Value) *big.Int {
	n, ok := v.(tspi.Number)
	if !ok || strings.ContainsAny(string(n), ".eE") {
		return nil
	}
	i, _ := new(big.Int).SetString(string(n), 10)
	return i
}

// is reports whether a value is that integer.
func is(v tspi.Value, n int64) bool {
	i := integer(v)
	return i != nil && i.Cmp(big.NewInt(n)) == 0
}

// depth is how many levels of arrays and objects a value has.
func depth(v tspi.Value) int {
	deepest := 0
	switch v := v.(type) {
	case tspi.Array:
		for _, element := range v {
			deepest = max(deepest, depth(element))
		}
	case tspi.Object:
		for _, m := range v {
			deepest = max(deepest, depth(m.Value))
		}
	default:
		return 0
	}
	return deepest + 1
}

// escaped is a key as a step of a JSON Pointer.
func escaped(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

const blanks = " \t\r\n"

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isWord(c byte) bool   { return isDigit(c) || isLetter(c) }
func isBlank(c byte) bool  { return strings.IndexByte(blanks, c) >= 0 }

// digits reports whether a text is ASCII digits, one at least.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// lower folds ASCII letters only.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// holdsAny reports whether one of the substrings occurs in a text.
func holdsAny(text string, substrings []string) bool {
	for _, s := range substrings {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
