package secretscan

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Guards that the short way round the generic rule goes round no finding: whatever
// a text is put together of, where the rule's own pattern matches it is asked.
func TestGenericRuleIsAskedWhereItFinds(t *testing.T) {
	rules, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	pattern := rules.all[genericRule].Regex
	pieces := []string{
		"access", "auth", "api", "Api", "API", "aPi", "credential", "creds", "key", "passwd", "password", "secret",
		"token", "SECRET", "toKen",
		"_scan", "-id", " ", "  ", "\t", "\n", `"`, "'", ":", ":=", "=", "=>", "||", ",", "::::=", "?=", ">", "{", "[",
		";", "\\n", "x.y-z_",
		looseKey, looseKey[:9], looseKey[:10], strings.Repeat("a1B2", 60), strings.Repeat("0f+/", 100),
		strings.Repeat("w", 20), strings.Repeat("-", 49), "0123456789abcdef",
	}
	rng := rand.New(rand.NewPCG(11, 29))
	matches, passed := 0, 0
	for range 6_000 {
		var text strings.Builder
		for range 1 + rng.IntN(9) {
			text.WriteString(pieces[rng.IntN(len(pieces))])
		}
		may := rules.generic.mayFind([]byte(text.String()))
		if pattern.MatchString(text.String()) {
			matches++
			if !may {
				t.Fatalf("passed over: %q", text.String())
			}
		} else if !may {
			passed++
		}
	}
	if matches < 300 || passed < 1500 {
		t.Errorf("%d of 6000 texts match and %d are passed over: too few to show anything", matches, passed)
	}
}

// Guards the same through the scan: far from the ends of a text, behind a crowd of
// the rule's words, and in a value longer than the short way looks.
func TestGenericRuleFindsFarAway(t *testing.T) {
	secret := "api_" + "key: " + looseKey + "\n"
	for name, text := range map[string]string{
		"alone":              secret,
		"behind other words": strings.Repeat("secret_scan: {}\n", 40) + secret,
		"before them":        secret + strings.Repeat("secret_scan: {}\n", 40),
		"a long value":       "to" + "ken = " + strings.Repeat(looseKey, 20) + "\n",
		"not of ASCII":       "ü\n" + secret,
	} {
		found := slices.ContainsFunc(scan(t, text), func(hit Hit) bool { return hit.Rule == genericRule })
		if !found {
			t.Errorf("%s: not found", name)
		}
		if found := scan(t, strings.ReplaceAll(text, looseKey, "{}")); len(found) > 0 {
			t.Errorf("%s, without the value: found %v", name, found)
		}
	}
}
