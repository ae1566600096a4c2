package tspi

import (
	"strings"
	"testing"
)

// Section 2: `[[dd-]hh:]mm:ss`, or bare seconds. The leading part has any number
// of digits, every other exactly two; seconds 00-59; minutes behind hours 00-60
// and hours behind days 00-24.
func TestElapsed(t *testing.T) {
	refused := int64(-1)
	tests := []struct {
		name, text string
		want       int64
	}{
		{"bare seconds", "7", 7},
		{"bare seconds over a minute", "4711", 4711},
		{"bare seconds with leading zeros", "007", 7},
		{"nothing", "", refused},
		{"no digits", "x", refused},
		{"negative", "-5", refused},
		{"signed", "+5", refused},
		{"fraction", "5.0", refused},
		{"Arabic-Indic digits", "٥", refused},

		{"minutes and seconds", "01:05", 65},
		{"one leading digit", "1:05", 65},
		{"many leading digits", "000123:05", 7385},
		{"minutes that lead run over 60", "99:59", 5999},
		{"seconds of one digit", "01:5", refused},
		{"seconds of three digits", "01:005", refused},
		{"last second", "00:59", 59},
		{"seconds of 60", "00:60", refused},
		{"no minutes", ":05", refused},
		{"no seconds", "01:", refused},

		{"hours", "02:03:04", 7384},
		{"one leading hour digit", "2:03:04", 7384},
		{"hours that lead run over 24", "100:00:00", 360000},
		{"minutes of one digit behind hours", "02:3:04", refused},
		{"minutes of three digits behind hours", "02:003:04", refused},
		{"boundary minutes of 60 behind hours", "01:60:00", 7200},
		{"minutes of 61 behind hours", "01:61:00", refused},
		{"seconds of 60 behind hours", "01:00:60", refused},
		{"no hours", ":00:00", refused},
		{"four parts", "1:00:00:00", refused},

		{"days", "1-02:03:04", 93784},
		{"many day digits", "0010-00:00:00", 864000},
		{"boundary hours of 24 behind days", "1-24:00:00", 172800},
		{"hours of 25 behind days", "1-25:00:00", refused},
		{"hours of one digit behind days", "1-2:03:04", refused},
		{"hours of three digits behind days", "1-002:03:04", refused},
		{"minutes of 60 behind days", "0-00:60:00", 3600},
		{"minutes of 61 behind days", "0-00:61:00", refused},
		{"seconds of 60 behind days", "0-00:00:60", refused},
		{"days without hours", "1-03:04", refused},
		{"days with bare seconds", "1-4", refused},
		{"days alone", "1-", refused},
		{"no days", "-02:03:04", refused},
		{"two dashes", "1-2-03:04:05", refused},
		{"days that are no digits", "x-02:03:04", refused},
		{"four parts behind days", "1-00:00:00:00", refused},
		{"a blank within", "01: 05", refused},
		{"a comma", "01,05", refused},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range []Level{Core, Hardened} {
				got, ok := elapsed(test.text, level)
				if !ok {
					got = refused
				}
				if got != test.want {
					t.Errorf("%v: elapsed(%q) = %d, want %d", level, test.text, got, test.want)
				}
			}
		})
	}
}

// Section 2, [H]: at most 2147483647 s in all. Core sets no bound.
func TestElapsedBound(t *testing.T) {
	tests := []struct {
		name, text string
		hardened   bool
	}{
		{"the bound in seconds", "2147483647", true},
		{"one second more", "2147483648", false},
		{"the bound in days", "24855-03:14:07", true},
		{"one second more in days", "24855-03:14:08", false},
		{"the bound in hours", "596523:14:07", true},
		{"one second more in hours", "596523:14:08", false},
		{"the bound in minutes", "35791394:07", true},
		{"one second more in minutes", "35791394:08", false},
		{"an old ps, underflown", "4259658-00:00:00", false},
		{"more digits than any machine word", strings.Repeat("9", 400), false},
		{"as many days", strings.Repeat("9", 400) + "-00:00:00", false},
		{"leading zeros do not count", strings.Repeat("0", 400) + "5", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, ok := elapsed(test.text, Hardened); ok != test.hardened {
				t.Errorf("hardened: accepted is %v, want %v", ok, test.hardened)
			}
			if n, ok := elapsed(test.text, Core); !ok || n < 0 {
				t.Errorf("core: got %d, %v; want it accepted and not negative", n, ok)
			}
		})
	}
}
