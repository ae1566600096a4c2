package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 1: the fields of a policy and their types, each wrong value beside a
// right one. `null` is the right type for nothing, and integers have neither
// fraction nor exponent nor quotes.
func TestPolicyDocument(t *testing.T) {
	good := refusal{}
	bad := func(pointer string) refusal { return invalid(tspi.InputPressurePolicy, pointer) }
	tests := []struct {
		name, policy string
		want         refusal // at both levels
	}{
		{"kinds", `{"kinds":[{"kind":"k","match_substrings":["a"]}]}`, good},
		{"no kinds", `{}`, bad("/kinds")},
		{"kinds null", `{"kinds":null}`, bad("/kinds")},
		{"kinds an object", `{"kinds":{}}`, bad("/kinds")},
		{"kinds a string", `{"kinds":"k"}`, bad("/kinds")},
		{"an array", `[]`, bad("")},
		{"null", `null`, bad("")},
		{"true", `true`, bad("")},
		{"a kind that is a name", `{"kinds":["k"]}`, bad("/kinds/0")},
		{"a kind that is null", `{"kinds":[{"kind":"k","match_substrings":["a"]},null]}`, bad("/kinds/1")},

		{"no name", `{"kinds":[{"match_substrings":["a"]}]}`, bad("/kinds/0/kind")},
		{"no match_substrings", `{"kinds":[{"kind":"k"}]}`, bad("/kinds/0/match_substrings")},
		{"no match substring", `{"kinds":[{"kind":"k","match_substrings":[]}]}`, good},
		{"match_substrings null", `{"kinds":[{"kind":"k","match_substrings":null}]}`, bad("/kinds/0/match_substrings")},
		{"match_substrings a string", `{"kinds":[{"kind":"k","match_substrings":"a"}]}`,
			bad("/kinds/0/match_substrings")},
		{"an empty match substring", `{"kinds":[{"kind":"k","match_substrings":["a",""]}]}`,
			bad("/kinds/0/match_substrings/1")},
		{"a match substring of one blank", `{"kinds":[{"kind":"k","match_substrings":["a"," "]}]}`, good},
		{"a numeric match substring", `{"kinds":[{"kind":"k","match_substrings":["a",7]}]}`,
			bad("/kinds/0/match_substrings/1")},

		{"allowlisted", `{"kinds":[{"kind":"k","match_substrings":["a"],"allowlisted":true}]}`, good},
		{"not allowlisted", `{"kinds":[{"kind":"k","match_substrings":["a"],"allowlisted":false}]}`, good},
		{"allowlisted in words", `{"kinds":[{"kind":"k","match_substrings":["a"],"allowlisted":"true"}]}`,
			bad("/kinds/0/allowlisted")},
		{"allowlisted 1", `{"kinds":[{"kind":"k","match_substrings":["a"],"allowlisted":1}]}`,
			bad("/kinds/0/allowlisted")},
		{"allowlisted null", `{"kinds":[{"kind":"k","match_substrings":["a"],"allowlisted":null}]}`,
			bad("/kinds/0/allowlisted")},

		{"budget 0", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":0}]}`, good},
		{"budget -0", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":-0}]}`, good},
		{"a budget beyond 64 bits",
			`{"kinds":[{"kind":"k","match_substrings":["a"],"budget":10000000000000000000000}]}`, good},
		{"budget -1", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":-1}]}`, bad("/kinds/0/budget")},
		{"budget 4.0", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":4.0}]}`, bad("/kinds/0/budget")},
		{"budget 4e0", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":4e0}]}`, bad("/kinds/0/budget")},
		{"budget in quotes", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":"4"}]}`, bad("/kinds/0/budget")},
		{"budget true", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":true}]}`, bad("/kinds/0/budget")},
		{"budget null", `{"kinds":[{"kind":"k","match_substrings":["a"],"budget":null}]}`, bad("/kinds/0/budget")},

		{"keep_kinds", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":["k"]}`, good},
		{"no keep kind", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":[]}`, good},
		{"keep_kinds a name", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":"k"}`, bad("/keep_kinds")},
		{"keep_kinds null", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":null}`, bad("/keep_kinds")},
		{"a keep kind that is no name", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":["k",7]}`,
			bad("/keep_kinds/1")},
		{"an empty keep kind", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":[""]}`,
			bad("/keep_kinds/0")},

		{"min_age_seconds 1", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":1}`, good},
		{"min_age_seconds 0", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":0}`,
			bad("/min_age_seconds")},
		{"min_age_seconds -1", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":-1}`,
			bad("/min_age_seconds")},
		{"min_age_seconds beyond 64 bits",
			`{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":10000000000000000000000}`, good},
		{"min_age_seconds 300.0", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":300.0}`,
			bad("/min_age_seconds")},
		{"min_age_seconds in quotes", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":"300"}`,
			bad("/min_age_seconds")},
		{"min_age_seconds null", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"min_age_seconds":null}`,
			bad("/min_age_seconds")},

		{"no signal", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"process_signal_authorized":false}`, good},
		{"a signal", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"process_signal_authorized":true}`,
			refusal{tspi.CodeProcessSignal, tspi.InputPressurePolicy, "/process_signal_authorized"}},
		{"a signal in words", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"process_signal_authorized":"false"}`,
			bad("/process_signal_authorized")},
		{"a signal null", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"process_signal_authorized":null}`,
			bad("/process_signal_authorized")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				_, err := tspi.ReadPolicy(document(t, test.policy), level)
				if got := refused(t, err); got != test.want {
					t.Errorf("%v: got %v, want %v", level, got, test.want)
				}
			}
		})
	}
}

// Section 1, [H]: kinds is not empty and names each kind once, keep_kinds names
// kinds of kinds, exclude_substrings are non-empty strings, fields that are not
// listed are refused. Core takes all of these.
func TestPolicyDocumentHardened(t *testing.T) {
	tests := []struct {
		name, policy, pointer string // the pointer is empty where the policy is good
	}{
		{"no kind", `{"kinds":[]}`, "/kinds"},
		{"two kinds", `{"kinds":[{"kind":"k","match_substrings":["a"]},{"kind":"l","match_substrings":["a"]}]}`, ""},
		{"a kind twice",
			`{"kinds":[{"kind":"k","match_substrings":["a"]},{"kind":"l","match_substrings":["a"]},{"kind":"k","match_substrings":["b"]}]}`,
			"/kinds/2/kind"},
		{"names in another letter case",
			`{"kinds":[{"kind":"k","match_substrings":["a"]},{"kind":"K","match_substrings":["a"]}]}`, ""},
		{"an unknown keep kind", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":["k","l"]}`,
			"/keep_kinds/1"},
		{"a keep kind twice", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":["k","k"]}`, ""},
		{"a keep kind in another letter case", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kinds":["K"]}`,
			"/keep_kinds/0"},
		{"exclude_substrings", `{"kinds":[{"kind":"k","match_substrings":["a"],"exclude_substrings":["b"]}]}`, ""},
		{"no exclude substring", `{"kinds":[{"kind":"k","match_substrings":["a"],"exclude_substrings":[]}]}`, ""},
		{"an empty exclude substring",
			`{"kinds":[{"kind":"k","match_substrings":["a"],"exclude_substrings":["b",""]}]}`,
			"/kinds/0/exclude_substrings/1"},
		{"exclude_substrings null", `{"kinds":[{"kind":"k","match_substrings":["a"],"exclude_substrings":null}]}`,
			"/kinds/0/exclude_substrings"},
		{"exclude_substrings a string", `{"kinds":[{"kind":"k","match_substrings":["a"],"exclude_substrings":"b"}]}`,
			"/kinds/0/exclude_substrings"},

		{"match_at command", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":"command"}]}`, ""},
		{"match_at program", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":"program"}]}`, ""},
		{"match_at in another letter case", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":"Program"}]}`,
			"/kinds/0/match_at"},
		{"match_at of something else", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":"argument"}]}`,
			"/kinds/0/match_at"},
		{"match_at empty", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":""}]}`, "/kinds/0/match_at"},
		{"match_at null", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":null}]}`, "/kinds/0/match_at"},
		{"match_at an array", `{"kinds":[{"kind":"k","match_substrings":["a"],"match_at":["program"]}]}`,
			"/kinds/0/match_at"},
		{"require_substrings", `{"kinds":[{"kind":"k","match_substrings":["a"],"require_substrings":["b"]}]}`, ""},
		{"no require substring", `{"kinds":[{"kind":"k","match_substrings":["a"],"require_substrings":[]}]}`, ""},
		{"an empty require substring",
			`{"kinds":[{"kind":"k","match_substrings":["a"],"require_substrings":["b",""]}]}`,
			"/kinds/0/require_substrings/1"},
		{"require_substrings null", `{"kinds":[{"kind":"k","match_substrings":["a"],"require_substrings":null}]}`,
			"/kinds/0/require_substrings"},
		{"require_substrings a string", `{"kinds":[{"kind":"k","match_substrings":["a"],"require_substrings":"b"}]}`,
			"/kinds/0/require_substrings"},

		{"launchers", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"launchers":["lua"]}`, ""},
		{"no launcher", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"launchers":[]}`, ""},
		{"an empty launcher", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"launchers":["lua",""]}`,
			"/launchers/1"},
		{"launchers null", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"launchers":null}`, "/launchers"},
		{"launchers of a kind", `{"kinds":[{"kind":"k","match_substrings":["a"],"launchers":["lua"]}]}`,
			"/kinds/0/launchers"},
		{"value_options", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"value_options":["--at"]}`, ""},
		{"a value option that is no option", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"value_options":["at"]}`,
			""},
		{"an empty value option", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"value_options":[""]}`,
			"/value_options/0"},
		{"value_options a string", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"value_options":"--at"}`,
			"/value_options"},
		{"generic_names", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"generic_names":["index"]}`, ""},
		{"a numeric generic name", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"generic_names":["index",7]}`,
			"/generic_names/1"},
		{"generic_names an object", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"generic_names":{}}`,
			"/generic_names"},

		{"a misspelt field", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"keep_kind":["k"]}`, "/keep_kind"},
		{"a misspelt field of a kind", `{"kinds":[{"kind":"k","match_substrings":["a"],"exclude_substring":["b"]}]}`,
			"/kinds/0/exclude_substring"},
		{"a field in another letter case", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"Keep_Kinds":["k"]}`,
			"/Keep_Kinds"},
		{"a field with a slash", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"a/b~c":1}`, "/a~1b~0c"},
		{"x_ alone", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"x_":1}`, ""},
		{"x alone", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"x":1}`, "/x"},
		{"X_ is no x_", `{"kinds":[{"kind":"k","match_substrings":["a"]}],"X_a":1}`, "/X_a"},
		{"fields that are ignored", `{"$schema":1,"schema":{"kinds":1},"description":null,"x_keep_kinds":["q"],
			"kinds":[{"kind":"k","match_substrings":["a"],"$schema":1,"schema":2,"description":3,"x_budget":-1}]}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := refusal{}
			if test.pointer != "" {
				want = invalid(tspi.InputPressurePolicy, test.pointer)
			}
			_, err := tspi.ReadPolicy(document(t, test.policy), tspi.Hardened)
			if got := refused(t, err); got != want {
				t.Errorf("hardened: got %v, want %v", got, want)
			}
			if _, err := tspi.ReadPolicy(document(t, test.policy), tspi.Core); err != nil {
				t.Errorf("core: got %v, want it accepted", err)
			}
		})
	}
}

// Section 1: the defaults are not allowlisted, no budget, `runtime`, 300 s.
func TestPolicyDefaults(t *testing.T) {
	for _, level := range levels() {
		p, err := tspi.ReadPolicy(document(t, `{"kinds":[{"kind":"k","match_substrings":["a"]}]}`), level)
		if err != nil {
			t.Fatal(err)
		}
		k := p.Kinds[0]
		if k.Allowlisted || k.Budget != nil || k.Keep || k.KeepOwnerStatus != "runtime" ||
			p.MinAgeSeconds != tspi.NewInteger(300) {
			t.Errorf("%v: got %+v and min_age_seconds %v", level, k, p.MinAgeSeconds)
		}
	}
}

// Section 1: a policy with a fault and an authorized signal may be refused for
// either, but it is refused.
func TestPolicyWithTwoFaults(t *testing.T) {
	for _, level := range levels() {
		_, err := tspi.ReadPolicy(document(t, `{"kinds":7,"process_signal_authorized":true}`), level)
		if got := refused(t, err); got.input != tspi.InputPressurePolicy {
			t.Errorf("%v: got %v, want a refusal of the policy", level, got)
		}
	}
}

// Section 1: absent means the words of section 3 for launchers, value_options and
// generic_names, and an empty array, which is not absent, none.
func TestPolicyProgramWords(t *testing.T) {
	const kind = `{"kind":"k","match_substrings":["notes-mcp"],"match_at":"program"}`
	tests := []struct {
		field, command   string
		absent, none, to bool // whether the command is of the kind
		words            string
	}{
		{"launchers", "node notes-mcp", true, false, true, `["node"]`},
		{"launchers", "lua notes-mcp", false, false, true, `["lua"]`},
		{"value_options", "node --cwd other notes-mcp", true, false, true, `["--cwd"]`},
		{"value_options", "node --at other notes-mcp", false, false, true, `["--at"]`},
		{"generic_names", "/notes-mcp/index.js", true, false, true, `["index"]`},
		{"generic_names", "/notes-mcp/entrypoint.js", false, false, true, `["entrypoint"]`},
	}
	for _, test := range tests {
		for words, want := range map[string]bool{"": test.absent, "[]": test.none, test.words: test.to} {
			policy := `{"kinds":[` + kind + `]`
			if words != "" {
				policy += `,"` + test.field + `":` + words
			}
			f := fixture{ps: "7 1 10:00 0.0 1 " + test.command, policy: policy + "}"}
			if got := len(f.classify(t, tspi.Hardened).Rows) == 1; got != want {
				t.Errorf("%s with %s %q: a helper is %v, want %v", test.command, test.field, words, got, want)
			}
		}
	}
}
