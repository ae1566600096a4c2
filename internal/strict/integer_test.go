package strict_test

import (
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/internal/strict"
)

// The preamble: an integer is a JSON number without fraction or exponent: true is
// not 1, "1" is not 1, 1.0 is not 1. null is the right type for nothing.
func TestAsInteger(t *testing.T) {
	tests := []struct {
		value strict.Value
		want  string // empty for no integer
	}{
		{strict.Number("1"), "1"},
		{strict.Number("0"), "0"},
		{strict.Number("-0"), "0"},
		{strict.Number("-17"), "-17"},
		{strict.Number("999999999999999999"), "999999999999999999"},
		{strict.Number("1000000000000000000"), "1000000000000000000"},
		{strict.Number("9223372036854775807"), "9223372036854775807"},
		{strict.Number("9223372036854775808"), "9223372036854775808"},
		{strict.Number("-9223372036854775808"), "-9223372036854775808"},
		{strict.Number("-9223372036854775809"), "-9223372036854775809"},
		{strict.Number("10000000000000000000000"), "10000000000000000000000"},
		{strict.Number("1.0"), ""},
		{strict.Number("1e0"), ""},
		{strict.Number("1E0"), ""},
		{strict.Number("1.5"), ""},
		{strict.Number(""), ""},
		{strict.Number("-"), ""},
		{"1", ""},
		{true, ""},
		{false, ""},
		{nil, ""},
		{strict.Array{}, ""},
		{strict.Object{}, ""},
	}
	for _, test := range tests {
		got := ""
		if n, ok := strict.AsInteger(test.value); ok {
			got = n.String()
		}
		if got != test.want {
			t.Errorf("%#v: got %q, want %q", test.value, got, test.want)
		}
	}
}

func integer(t *testing.T, digits string) strict.Integer {
	t.Helper()
	n, ok := strict.AsInteger(strict.Number(digits))
	if !ok {
		t.Fatalf("%s is no integer", digits)
	}
	return n
}

// Sums, differences and comparisons of section 8 are exact, whatever the size:
// the results are worked out by hand.
func TestIntegerArithmetic(t *testing.T) {
	tests := []struct {
		a, b, sum, difference string
		cmp                   int
	}{
		{"2", "3", "5", "-1", -1},
		{"3", "3", "6", "0", 0},
		{"-4", "3", "-1", "-7", -1},
		{"9223372036854775807", "1", "9223372036854775808", "9223372036854775806", 1},
		{"-9223372036854775808", "1", "-9223372036854775807", "-9223372036854775809", -1},
		{"10000000000000000000000", "9999999999999999999999", "19999999999999999999999", "1", 1},
		{"10000000000000000000000", "10000000000000000000000", "20000000000000000000000", "0", 0},
		{"9223372036854775808", "9223372036854775807", "18446744073709551615", "1", 1},
	}
	for _, test := range tests {
		a, b := integer(t, test.a), integer(t, test.b)
		if got := a.Add(b).String(); got != test.sum {
			t.Errorf("%s + %s = %s, want %s", test.a, test.b, got, test.sum)
		}
		if got := a.Sub(b).String(); got != test.difference {
			t.Errorf("%s - %s = %s, want %s", test.a, test.b, got, test.difference)
		}
		if got := a.Cmp(b); got != test.cmp {
			t.Errorf("%s to %s compares as %d, want %d", test.a, test.b, got, test.cmp)
		}
		if got := b.Cmp(a); got != -test.cmp {
			t.Errorf("%s to %s compares as %d, want %d", test.b, test.a, got, -test.cmp)
		}
	}
}

// A value that fits a machine word has one representation, however it was reached:
// the audit compares with ==.
func TestIntegerRepresentation(t *testing.T) {
	big := integer(t, "9223372036854775808")
	if got := big.Sub(strict.NewInteger(1)); got != integer(t, "9223372036854775807") {
		t.Errorf("got %v in another representation", got)
	}
	for digits, fits := range map[string]bool{"9223372036854775807": true, "-9223372036854775808": true,
		"9223372036854775808": false} {
		if n, ok := integer(t, digits).Int64(); ok != fits || fits && strict.NewInteger(n).String() != digits {
			t.Errorf("%s: Int64 gives %d, %v", digits, n, ok)
		}
	}
	if got, err := json.Marshal(big); err != nil || string(got) != "9223372036854775808" {
		t.Errorf("written as %s, %v", got, err)
	}
}
