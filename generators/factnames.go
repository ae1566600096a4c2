package generators

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// mostName is how many characters an identifier has at most (docs/profiles.md, section 2).
const mostName = 64

// mostTails is up to how many names may differ in how often a character stands at an end.
const mostTails = 40

// names are n identifiers in ascending order of bytes. Most are such as a looser comparison takes for one
// another: alike up to the last of 64 characters, or but for letter case, separators, zeros.
func names(rng *rand.Rand, n int) []string {
	word := Token(rng)
	all := make([]string, n)
	style := rng.IntN(8)
	if n > mostTails && style >= 5 {
		style = 1
	}
	repeated := []string{"-", ".", ":", "_", "0"}[rng.IntN(5)]
	for i := range all {
		number := digits(i, n)
		switch style {
		case 0:
			all[i] = word + "-" + number
		case 1:
			all[i] = word + strings.Repeat("-x", mostName)[:mostName-len(word)-len(number)] + number
		case 2:
			all[i] = "6ba7b810-9dad-11d1-80b4-" + strings.Repeat("0", 12-len(number)) + number
		case 3:
			all[i] = word + "." + inAlphabet(i, n, "Kk")
		case 4:
			all[i] = word + "x" + strings.Join(strings.Split(inAlphabet(i, n, "-.:_"), ""), "x") + "x"
		case 5:
			all[i] = word + strings.Repeat(repeated, i)
		case 6:
			all[i] = "1." + strings.Repeat("0", i+1)
		default:
			all[i] = strings.Repeat("0", n-i) + "7"
		}
	}
	return all
}

// inAlphabet writes i in an alphabet whose letters ascend, with as many as n-1 needs.
func inAlphabet(i, n int, alphabet string) string {
	text := ""
	for rest := max(n-1, 1); rest > 0; rest /= len(alphabet) {
		text = alphabet[i%len(alphabet):][:1] + text
		i /= len(alphabet)
	}
	return text
}

// numbersFrom are n integers above 1 in ascending order up to a largest one. Many are alike in their last
// bits, or further from 0 than a float of 32 bits tells apart.
func numbersFrom(rng *rand.Rand, n int, largest int64) []int64 {
	all := make([]int64, n)
	step, next := int64(0), 2+rng.Int64N(60_000)
	switch shift := []int{0, 0, 1, 16, 22, 24, 31, 32, 40}[rng.IntN(9)]; {
	case shift == 1:
		step, next = 1, largest/2+1
	case shift > 1:
		step = 1 << shift
	}
	if step == 0 || step > (largest-next)/int64(n+1) {
		step = 0
		next = 1
	}
	for i := range all {
		if step == 0 {
			next += 1 + rng.Int64N(min((largest-next)/int64(n-i), 50_000))
		} else {
			next += step
		}
		all[i] = next
	}
	return all
}

// tokenForm is a token, "mechanism:value".
var tokenForm = regexp.MustCompile(`^([a-z0-9-]{1,16}):[ -~]{1,128}$`)

var mechanisms = []string{"procfs", "ps", "ps-lstart", "ps-lstart-utc", "sysctl", "filetime", "win32", "p", "procfs-2",
	"0123456789abcdef"}

// tokens leads from tokens to others whose mechanisms are equal or differ as before.
func tokens(rng *rand.Rand, from []string) map[string]string {
	to := map[string]string{}
	mechanism := map[string]string{}
	order := rng.Perm(len(mechanisms))
	style, word := rng.IntN(12), Token(rng)
	for i, token := range from {
		name := tokenForm.FindStringSubmatch(token)[1]
		if mechanism[name] == "" {
			mechanism[name] = name
			if len(mechanism) <= len(order) {
				mechanism[name] = mechanisms[order[len(mechanism)-1]]
			}
		}
		number := digits(i, len(from))
		value := word + number
		tail := min(i, mostTails)
		switch {
		case len(from) > mostTails:
		case style == 0:
			value = strings.Repeat("x", 128-len(number)) + number
		case style == 1:
			value = number + strings.Repeat("x", 128-len(number))
		case style == 2:
			value = word + inAlphabet(i, len(from), "Kk")
		case style == 3:
			value = word + strings.Repeat(" ", tail)
		case style == 4:
			value = strings.Repeat(" ", tail) + word
		case style == 5 && i == 0:
			value = "1764550000"
		case style == 5:
			value = "1764550000." + strings.Repeat("0", tail)
		case style == 6:
			value = word + ":" + number
		case style == 7:
			value = "17645500000000" + number
		case style == 8:
			value = strings.Repeat("0", tail) + "7001"
		case style == 9:
			value = "Tue Dec " + strings.Repeat(" ", tail) + "1 02:00:00 2026"
		case style == 10:
			value = "70" + number
		}
		to[token] = mechanism[name] + ":" + value
	}
	return to
}

// tokensIn are the tokens of some documents, in ascending order.
func (f *Facts) tokensIn(documents ...strict.Value) []string {
	found := map[string]bool{}
	for _, document := range documents {
		f.visit(document, func(name string, v strict.Value) strict.Value {
			if text, ok := v.(string); ok && f.isToken(name) && tokenForm.MatchString(text) {
				found[text] = true
			}
			return v
		})
	}
	return sorted(found)
}
