package tspi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// kindPolicy has kinds that overlap, so that their order shows.
const kindPolicy = `{"kinds": [
	{"kind": "first", "match_substrings": ["alpha", "beta gamma"], "exclude_substrings": ["not this", "nor that"]},
	{"kind": "second", "match_substrings": ["alpha", "Delta"]},
	{"kind": "none", "match_substrings": []}
]}`

// kindOf is the kind that a command has as pid 7, empty for no helper.
func kindOf(t *testing.T, command string, level tspi.Level) string {
	t.Helper()
	return kindBehind(t, "", command, level)
}

// kindBehind is kindOf at the end of a table that begins with those lines.
func kindBehind(t *testing.T, lines, command string, level tspi.Level) string {
	t.Helper()
	kind := ""
	for _, row := range (fixture{ps: lines + "7 1 10:00 0.0 1 " + command, policy: kindPolicy}).classify(t, level).
		Rows {
		if row.PID == 7 {
			kind = row.ProcessKind
		}
	}
	return kind
}

// Section 3: the kind is the first entry, in order, of which a match substring
// occurs in the command (case-sensitive) [H] and no exclude substring does.
func TestKind(t *testing.T) {
	// In a long table all substrings are searched for together, once that pays: then
	// what occurs comes in another order, and every kind must get its own excludes.
	crowd := strings.Repeat("8 1 10:00 0.0 1 alpha Delta\n", 500)
	tests := []struct {
		name, command  string
		core, hardened string
	}{
		{"the first of two", "run alpha now", "first", "first"},
		{"the second substring", "beta gamma", "first", "first"},
		{"the whole command", "alpha", "first", "first"},
		{"inside a word", "xalphax", "first", "first"},
		{"another letter case", "Alpha", "", ""},
		{"case-sensitive the other way", "delta", "", ""},
		{"the later entry", "Delta", "second", "second"},
		{"both, the earlier wins", "Delta alpha", "first", "first"},
		{"no substring", "omega", "", ""},
		{"blanks count", "beta  gamma", "", ""},
		{"excluded, another kind takes it", "alpha not this", "first", "second"},
		{"excluded by the second", "alpha nor that", "first", "second"},
		{"excluded, nobody takes it", "beta gamma not this", "first", ""},
		{"excludes are case-sensitive", "alpha Not this", "first", "first"},
		{"the exclude of another kind", "Delta not this", "second", "second"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, lines := range []string{"", crowd} {
				if got := kindBehind(t, lines, test.command, tspi.Core); got != test.core {
					t.Errorf("core: got %q, want %q", got, test.core)
				}
				if got := kindBehind(t, lines, test.command, tspi.Hardened); got != test.hardened {
					t.Errorf("hardened: got %q, want %q", got, test.hardened)
				}
			}
		})
	}
}

// Section 3, [H]: no kind have process titles in place of a command line:
// <defunct> alone or as the last word, and commands in brackets or parentheses.
func TestProcessTitlesHaveNoKind(t *testing.T) {
	tests := []struct {
		name, command string
		isHelper      bool // in the hardened law; in core all are
	}{
		{"defunct as the last word", "alpha <defunct>", false},
		{"defunct behind a tab", "alpha\t<defunct>", false},
		{"defunct in brackets", "[alpha] <defunct>", false},
		{"defunct is not the last word", "alpha <defunct> x", true},
		{"defunct at the end of a word", "alpha:<defunct>", true},
		{"defunct behind a no-break space", "alpha\u00a0<defunct>", true},
		{"defunct in capitals", "alpha <DEFUNCT>", true},
		{"defunct with a point", "alpha <defunct>.", true},

		{"brackets", "[alpha]", false},
		{"brackets around blanks", "[alpha beta]", false},
		{"brackets at both ends of several words", "[a] alpha [b]", false},
		{"an opening bracket alone", "[alpha", true},
		{"a closing bracket alone", "alpha]", true},
		{"brackets with something behind", "[alpha] x", true},
		{"parentheses", "(alpha)", false},
		{"parentheses around blanks", "(alpha beta)", false},
		{"an opening parenthesis alone", "(alpha", true},
		{"parentheses with something before", "x (alpha)", true},
		{"a bracket and a parenthesis", "[alpha)", true},
		{"braces", "{alpha}", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := kindOf(t, test.command, tspi.Core); got != "first" {
				t.Errorf("core: got %q, want first", got)
			}
			if got := kindOf(t, test.command, tspi.Hardened) != ""; got != test.isHelper {
				t.Errorf("hardened: a helper is %v, want %v", got, test.isHelper)
			}
		})
	}
	t.Run("defunct alone", func(t *testing.T) {
		f := fixture{ps: "7 1 10:00 0.0 1 <defunct>",
			policy: `{"kinds":[{"kind":"k","match_substrings":["<defunct>"]}]}`}
		if n := len(f.classify(t, tspi.Hardened).Rows); n != 0 {
			t.Errorf("got %d helpers, want none", n)
		}
	})
}

// Section 3, [H]: pids 0 and 1 have no kind.
func TestPidsZeroAndOneHaveNoKind(t *testing.T) {
	f := fixture{ps: "0 0 10:00 0.0 1 alpha\n1 0 10:00 0.0 1 alpha\n2 0 10:00 0.0 1 alpha\n", policy: kindPolicy}
	if got := pids(f.classify(t, tspi.Hardened)); !slices.Equal(got, []int32{2}) {
		t.Errorf("hardened: got %v, want pid 2 alone", got)
	}
	if got := pids(f.classify(t, tspi.Core)); !slices.Equal(got, []int32{0, 1, 2}) {
		t.Errorf("core: got %v, want all three", got)
	}
}

// Section 3: rows without a kind are no helpers and get no inventory row, but
// they are parents; so are zombies and process titles.
func TestRowsWithoutAKindAreParents(t *testing.T) {
	for _, parent := range []string{"omega", "omega <defunct>", "[omega]", "(omega)"} {
		f := fixture{ps: "7 8 10:00 0.0 1 alpha\n8 9 10:00 0.0 1 " + parent + "\n9 1 10:00 0.0 1 claude\n",
			policy: kindPolicy}
		for _, level := range levels() {
			inventory := f.classify(t, level)
			if got := pids(inventory); !slices.Equal(got, []int32{7}) {
				t.Errorf("%v: %s: helpers are %v, want 7 alone", level, parent, got)
			}
			if got := only(t, inventory, 7).OwnerStatus; got != "active_session_chain" {
				t.Errorf("%v: %s: the owner status is %s, want that of the session above", level, parent, got)
			}
		}
	}
}
