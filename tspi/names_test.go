package tspi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// namePlaces are the places of section 1 that hold a name. %s stands for the
// name as a JSON string, twice where an entry must be known elsewhere.
var namePlaces = []struct {
	name           string
	policy, owners string
	input          tspi.Input
	pointer        func(name string) string
	isStatus       bool
}{
	{"kind", `{"kinds":[{"kind":%s,"match_substrings":["a"]}]}`, "",
		tspi.InputPressurePolicy, at("/kinds/0/kind"), false},
	{"keep_owner_status", `{"kinds":[{"kind":"k","match_substrings":["a"],"keep_owner_status":%s}]}`, "",
		tspi.InputPressurePolicy, at("/kinds/0/keep_owner_status"), true},
	{"hint status", "", `{"owner_hints":[{"substring":"a","status":%s}]}`,
		tspi.InputOwnerClasses, at("/owner_hints/0/status"), true},
	{"active status", "", `{"active_owner_status_values":["ok",%s]}`,
		tspi.InputOwnerClasses, at("/active_owner_status_values/1"), true},
	{"release target", "", `{"owner_release_targets":{"ok":%s}}`,
		tspi.InputOwnerClasses, at("/owner_release_targets/ok"), false},
	{"status of a release target", "", `{"owner_release_targets":{%s:"ok"}}`,
		tspi.InputOwnerClasses, func(name string) string {
			return "/owner_release_targets/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		}, false},
}

func at(pointer string) func(string) string { return func(string) string { return pointer } }

// Section 1: a name is a non-empty string; [H] of letters, digits, `_`, `.`,
// `:`, `-`, at most 64, starting with a letter or digit, and none of the keys of
// section 7.
func TestNames(t *testing.T) {
	tests := []struct {
		name           string
		core, hardened bool
	}{
		{"a", true, true},
		{"Z9", true, true},
		{"0", true, true},
		{"a_b.c:d-e", true, true},
		{strings.Repeat("a", 64), true, true},
		{strings.Repeat("a", 65), true, false},
		{"_a", true, false},
		{"-a", true, false},
		{".a", true, false},
		{":a", true, false},
		{"a b", true, false},
		{"a/b", true, false},
		{"a~b", true, false},
		{"a+b", true, false},
		{"$schema", true, false},
		{"é", true, false},
		{"aé", true, false},
		{"٣", true, false},
		{"", false, false},

		{"command", true, false},
		{"commands", true, true},
		{"CMD", true, false},
		{"arg-v", true, false},
		{"Command_Line", true, false},
		{"command.line", true, true},
		{"command_hash", true, false},
		{"signalled", true, false},
		{"Killed-PID", true, false},
		{"killed", true, true},
	}
	for _, place := range namePlaces {
		for _, test := range tests {
			t.Run(place.name+"/"+test.name, func(t *testing.T) {
				quoted := `"` + test.name + `"`
				fill := func(format string) string {
					if format == "" {
						return ""
					}
					return fmt.Sprintf(format, quoted)
				}
				f := fixture{policy: fill(place.policy), owners: fill(place.owners)}
				for _, level := range levels() {
					want := invalid(place.input, place.pointer(test.name))
					if level == tspi.Core && test.core || level == tspi.Hardened && test.hardened {
						want = refusal{}
					}
					_, err := f.read(t, level)
					if got := refused(t, err); got != want {
						t.Errorf("%v: got %v, want %v", level, got, want)
					}
				}
			})
		}
	}
}

// Section 1: null, true, numbers and containers are no names.
func TestNamesAreStrings(t *testing.T) {
	for _, place := range namePlaces {
		if strings.Contains(place.owners, "{%s:") {
			continue // a key is always a string
		}
		for _, value := range []string{`null`, `true`, `7`, `["a"]`, `{"a":1}`} {
			f := fixture{}
			if place.policy != "" {
				f.policy = fmt.Sprintf(place.policy, value)
			} else {
				f.owners = fmt.Sprintf(place.owners, value)
			}
			for _, level := range levels() {
				_, err := f.read(t, level)
				if got, want := refused(t, err), invalid(place.input, place.pointer("")); got != want {
					t.Errorf("%v: %s of %s: got %v, want %v", level, place.name, value, got, want)
				}
			}
		}
	}
}

// Section 1, [H]: launchd_detached is reserved: no hint, keep or active status
// may be it. As a kind, or as a release target or the status of one, it does no
// harm.
func TestDetachedStatusIsReserved(t *testing.T) {
	for _, place := range namePlaces {
		f := fixture{}
		if place.policy != "" {
			f.policy = fmt.Sprintf(place.policy, `"launchd_detached"`)
		} else {
			f.owners = fmt.Sprintf(place.owners, `"launchd_detached"`)
		}
		for _, level := range levels() {
			want := refusal{}
			if place.isStatus && level == tspi.Hardened {
				want = invalid(place.input, place.pointer("launchd_detached"))
			}
			_, err := f.read(t, level)
			if got := refused(t, err); got != want {
				t.Errorf("%v: %s: got %v, want %v", level, place.name, got, want)
			}
		}
	}
}
