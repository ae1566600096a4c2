package tspi

import (
	"math/big"
	"regexp"
	"testing"
)

// elapsedForms are section 2's forms of etime once more, as regular expressions;
// the groups are days, hours, minutes and seconds.
var elapsedForms = []*regexp.Regexp{
	regexp.MustCompile(`^()()()([0-9]+)$`),
	regexp.MustCompile(`^()()([0-9]+):([0-5][0-9])$`),
	regexp.MustCompile(`^()([0-9]+):([0-5][0-9]|60):([0-5][0-9])$`),
	regexp.MustCompile(`^([0-9]+)-([01][0-9]|2[0-4]):([0-5][0-9]|60):([0-5][0-9])$`),
}

// oracleElapsed is the exact number of seconds, nil for no etime.
func oracleElapsed(text string) *big.Int {
	for _, form := range elapsedForms {
		parts := form.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		total := new(big.Int)
		for i, unit := range []int64{86400, 3600, 60, 1} {
			n, ok := new(big.Int).SetString(parts[i+1], 10)
			if ok {
				total.Add(total, n.Mul(n, big.NewInt(unit)))
			}
		}
		return total
	}
	return nil
}

// Section 2: elapsed agrees with the oracle on every text, at both levels.
func FuzzElapsed(f *testing.F) {
	for _, text := range []string{"7", "01:05", "2:03:04", "1-24:60:59", "24855-03:14:08", "4259658-00:00:00",
		"99999999999999999999:00", "-1:00", "1:60"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := oracleElapsed(text)
		bound := big.NewInt(maxAgeSeconds)
		got, ok := elapsed(text, Hardened)
		if wantOK := want != nil && want.Cmp(bound) <= 0; ok != wantOK || ok && want.Cmp(big.NewInt(got)) != 0 {
			t.Errorf("hardened: elapsed(%q) = %d, %v; the oracle says %v", text, got, ok, want)
		}
		got, ok = elapsed(text, Core)
		if ok != (want != nil) {
			t.Errorf("core: elapsed(%q) = %d, %v; the oracle says %v", text, got, ok, want)
		}
		if ceiling := big.NewInt(ageCeiling); ok && want.Cmp(ceiling) < 0 && want.Cmp(big.NewInt(got)) != 0 {
			t.Errorf("core: elapsed(%q) = %d, the oracle says %v", text, got, want)
		} else if ok && want.Cmp(ceiling) >= 0 && got != ageCeiling {
			t.Errorf("core: elapsed(%q) = %d, want the ceiling", text, got)
		}
	})
}
