package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 1: a refusal names the input and the place. People read it, so it says
// what is wanted and what was found.
func TestInputErrorText(t *testing.T) {
	tests := []struct {
		f    fixture
		want string
	}{
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":"4"}]}`},
			`pressure_policy.json: /kinds/0/budget: want an integer >= 0, got "4"`},
		{fixture{policy: `{}`}, `pressure_policy.json: /kinds: want an array of objects, got nothing`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":-1}]}`},
			`pressure_policy.json: /kinds/0/budget: want an integer >= 0, got -1`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":[]}]}`}, `got an array`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":{}}]}`}, `got an object`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":null}]}`}, `got null`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":true}]}`}, `got true`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a",""]}]}`}, `got an empty string`},
		{fixture{policy: `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":-` + strings.Repeat("9", 40) + `}]}`},
			`got a number of 41 bytes`},
		{fixture{owners: `7`}, `owner_classes.json: want an object, got 7`},
	}
	for _, test := range tests {
		_, err := test.f.read(t, tspi.Hardened)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}

// A refusal never repeats text that could be a command, a path or a secret, be it
// a value or a key.
func TestInputErrorEchoesNothing(t *testing.T) {
	const secret = "sk-canary /home/canary/run"
	for _, f := range []fixture{
		{policy: `{"kinds":[{"kind":"` + secret + `","match_substrings":["a"]}]}`},
		{policy: `{"kinds":"` + secret + `"}`},
		{policy: `{"kinds":[{"kind":"k","match_substrings":["a"]}],"` + secret + `":1}`},
		{owners: `{"owner_release_targets":{"` + secret + `":"t"}}`},
		{owners: `{"owner_hints":[{"substring":"a","status":"` + secret + `"}]}`},
	} {
		_, err := f.read(t, tspi.Hardened)
		if err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("got %v, want a refusal that repeats nothing", err)
		}
	}
}

// A pointer is shown with every key that is no plain name masked.
func TestSafePointer(t *testing.T) {
	for pointer, want := range map[string]string{
		"":                              "",
		"/kinds/0/budget":               "/kinds/0/budget",
		"/$schema":                      "/$schema",
		"/a/~1home~1me/b":               "/a/…/b",
		"/run this now":                 "/…",
		"/":                             "/…",
		"/$":                            "/…",
		"/x/" + strings.Repeat("a", 65): "/x/…",
	} {
		if got := tspi.SafePointer(pointer); got != want {
			t.Errorf("%q: got %q, want %q", pointer, got, want)
		}
	}
}
