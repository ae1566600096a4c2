package tspi

import (
	"math/rand"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// extraKind is the name of a kind that is put into a policy for a fault in it, so
// that nothing else speaks of it.
const extraKind = "x-extra"

// inExtraKind is a place in a kind that is inserted anywhere.
func inExtraKind(path ...any) place {
	return func(document tspi.Value, rng *rand.Rand) (tspi.Value, []any) {
		policy, _ := document.(tspi.Object)
		kinds := array(policy, "kinds")
		i := rng.Intn(len(kinds) + 1)
		kind := tspi.Object{{Name: "kind", Value: extraKind}, {Name: "match_substrings", Value: tspi.Array{"zz9", "zz8"}}}
		policy = with(policy, "kinds", slices.Insert(slices.Clone(kinds), i, tspi.Value(kind)))
		return policy, append([]any{"kinds", i}, path...)
	}
}

// policyFaults are those of pressure_policy outside its kinds.
func policyFaults() []InputFault {
	const input, invalid = tspi.InputPressurePolicy, tspi.CodeInputInvalid
	none := []tspi.Value{absent{}}
	keep := func(document tspi.Value, rng *rand.Rand) (tspi.Value, []any) {
		document, _ = inExtraKind()(document, rng)
		return document, []any{"keep_kinds", len(array(document.(tspi.Object), "keep_kinds"))}
	}
	faults := []InputFault{
		{"policy is no object", input, invalid, "1.policy", true, false, inPlace(), noObject, nil},
		{"no kinds", input, invalid, "1.policy", true, false, inPlace("kinds"), also(noArray, absent{}), nil},
		{"empty kinds", input, invalid, "1.policy", false, false, inPlaceOfAll("kinds"), []tspi.Value{tspi.Array{}},
			[]tspi.Value{tspi.Array{tspi.Object{{Name: "kind", Value: extraKind}, {Name: "match_substrings", Value: tspi.Array{}}}}}},
		{"keep kinds of another type", input, invalid, "1.policy", true, false, inPlace("keep_kinds"), noArray, []tspi.Value{absent{}, tspi.Array{}}},
		{"keep kind of another type", input, invalid, "1.policy", true, false, keep, noText, []tspi.Value{extraKind}},
		{"unknown keep kind", input, invalid, "1.policy", false, false, keep, []tspi.Value{"x-unknown", "X-Extra"}, []tspi.Value{extraKind}},
		{"minimum age of another type", input, invalid, "1.policy", true, false, inPlace("min_age_seconds"),
			also(noInteger, tspi.Number("300.0"), "300"), []tspi.Value{absent{}, tspi.Number("1"), tspi.Number("99999999999999999999")}},
		{"minimum age below one", input, invalid, "1.policy", true, false, inPlace("min_age_seconds"),
			[]tspi.Value{tspi.Number("0"), tspi.Number("-1"), tspi.Number("-99999999999999999999")}, []tspi.Value{tspi.Number("1")}},
		{"authorisation of another type", input, invalid, "1.policy", true, false, inPlace("process_signal_authorized"), noBool, []tspi.Value{false, absent{}}},
		{"authorised signals", input, tspi.CodeProcessSignal, "1.signal", true, false, inPlace("process_signal_authorized"), []tspi.Value{true}, []tspi.Value{false}},
		{"unlisted field of the policy", input, invalid, "1.fields", false, false, inPlace("min_age_second"), []tspi.Value{tspi.Number("600"), nil}, none},
		{"unlisted spelling in the policy", input, invalid, "1.fields", false, false, inPlace("Keep_Kinds"), []tspi.Value{tspi.Array{}}, none},
	}
	for _, list := range []string{"launchers", "value_options", "generic_names"} {
		of := strings.ReplaceAll(list, "_", " ")
		faults = append(faults,
			InputFault{of + " of another type", input, invalid, "1.policy", false, false, inPlace(list), noArray, []tspi.Value{tspi.Array{}, absent{}}},
			InputFault{"one of " + of + " of another type", input, invalid, "1.policy", false, false, inPlace(list, 0), noText, []tspi.Value{"zz7"}})
	}
	return faults
}

// inPlaceOfAll is a member of a policy of which nothing else speaks of kinds.
func inPlaceOfAll(name string) place {
	return func(document tspi.Value, _ *rand.Rand) (tspi.Value, []any) {
		policy, _ := document.(tspi.Object)
		return without(policy, "keep_kinds"), []any{name}
	}
}

// kindFaults are those of one kind.
func kindFaults() []InputFault {
	const input, invalid = tspi.InputPressurePolicy, tspi.CodeInputInvalid
	repeated := func(document tspi.Value, rng *rand.Rand) (tspi.Value, []any) {
		policy, _ := document.(tspi.Object)
		kinds := array(policy, "kinds")
		name := text(kinds[rng.Intn(len(kinds))].(tspi.Object), "kind")
		kind := tspi.Object{{Name: "kind", Value: name}, {Name: "match_substrings", Value: tspi.Array{"zz9"}}}
		return with(policy, "kinds", append(slices.Clone(kinds), kind)), []any{"kinds", len(kinds), "kind"}
	}
	return []InputFault{
		{"kind is no object", input, invalid, "1.policy", true, false, inExtraKind(), noObject, nil},
		{"kind without a name", input, invalid, "1.policy", true, false, inExtraKind("kind"), also(noText, absent{}), aName},
		{"kind with a bad name", input, invalid, "1.names", false, false, inExtraKind("kind"), noName, aName},
		{"repeated kind", input, invalid, "1.policy", false, false, repeated, []tspi.Value{asItIs{}}, []tspi.Value{extraKind}},
		{"no match substrings", input, invalid, "1.policy", true, false, inExtraKind("match_substrings"), also(noArray, absent{}), []tspi.Value{tspi.Array{}}},
		{"match substring of another type", input, invalid, "1.policy", true, false, inExtraKind("match_substrings", 1), noText, []tspi.Value{"zz7"}},
		{"match place of another type", input, invalid, "1.policy", false, false, inExtraKind("match_at"), noText, []tspi.Value{AtCommand, AtProgram, absent{}}},
		{"unknown match place", input, invalid, "1.policy", false, false, inExtraKind("match_at"),
			[]tspi.Value{"Program", "programs", "program ", "args", "path", "COMMAND"}, []tspi.Value{AtCommand, AtProgram}},
		{"require substrings of another type", input, invalid, "1.policy", false, false, inExtraKind("require_substrings"), noArray, []tspi.Value{tspi.Array{}, absent{}}},
		{"require substring of another type", input, invalid, "1.policy", false, false, inExtraKind("require_substrings", 0), noText, []tspi.Value{"zz7"}},
		{"exclude substrings of another type", input, invalid, "1.policy", false, false, inExtraKind("exclude_substrings"), noArray, []tspi.Value{tspi.Array{}, absent{}}},
		{"exclude substring of another type", input, invalid, "1.policy", false, false, inExtraKind("exclude_substrings", 0), noText, []tspi.Value{"zz7"}},
		{"allowlisting of another type", input, invalid, "1.policy", true, false, inExtraKind("allowlisted"), noBool, []tspi.Value{true, false, absent{}}},
		{"budget of another type", input, invalid, "1.policy", true, false, inExtraKind("budget"), noInteger, []tspi.Value{tspi.Number("0"), tspi.Number("98765432109876543210"), absent{}}},
		{"budget below zero", input, invalid, "1.policy", true, false, inExtraKind("budget"), []tspi.Value{tspi.Number("-1")}, []tspi.Value{tspi.Number("0")}},
		{"keep status of another type", input, invalid, "1.policy", true, false, inExtraKind("keep_owner_status"), noText, aName},
		{"keep status with a bad name", input, invalid, "1.names", false, false, inExtraKind("keep_owner_status"), noName, aName},
		{"reserved keep status", input, invalid, "1.names", false, false, inExtraKind("keep_owner_status"), []tspi.Value{tspi.StatusDetached}, []tspi.Value{"launchd-detached"}},
		{"unlisted field of a kind", input, invalid, "1.fields", false, false, inExtraKind("allow_listed"), []tspi.Value{true, false}, []tspi.Value{absent{}}},
	}
}
