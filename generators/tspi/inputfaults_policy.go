package tspi

import (
	"math/rand"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// extraKind is the name of a kind that is put into a policy for a fault in it, so
// that nothing else speaks of it.
const extraKind = "x-extra"

// inExtraKind is a place in a kind that is inserted anywhere.
func inExtraKind(path ...any) place {
	return func(document strict.Value, rng *rand.Rand) (strict.Value, []any) {
		policy, _ := document.(strict.Object)
		kinds := array(policy, "kinds")
		i := rng.Intn(len(kinds) + 1)
		kind := strict.Object{{Name: "kind", Value: extraKind},
			{Name: "match_substrings", Value: strict.Array{"zz9", "zz8"}}}
		policy = with(policy, "kinds", slices.Insert(slices.Clone(kinds), i, strict.Value(kind)))
		return policy, append([]any{"kinds", i}, path...)
	}
}

// policyFaults are those of pressure_policy outside its kinds.
func policyFaults() []InputFault {
	const input, invalid = tspi.InputPressurePolicy, tspi.CodeInputInvalid
	none := []strict.Value{absent{}}
	keep := func(document strict.Value, rng *rand.Rand) (strict.Value, []any) {
		document, _ = inExtraKind()(document, rng)
		return document, []any{"keep_kinds", len(array(document.(strict.Object), "keep_kinds"))}
	}
	faults := []InputFault{
		{"policy is no object", input, invalid, "1.policy", true, false, inPlace(), noObject, nil},
		{"no kinds", input, invalid, "1.policy", true, false, inPlace("kinds"), also(noArray, absent{}), nil},
		{"empty kinds", input, invalid, "1.policy", false, false, inPlaceOfAll("kinds"), []strict.Value{strict.Array{}},
			[]strict.Value{strict.Array{strict.Object{{Name: "kind", Value: extraKind},
				{Name: "match_substrings", Value: strict.Array{}}}}}},
		{"keep kinds of another type", input, invalid, "1.policy", true, false, inPlace("keep_kinds"), noArray,
			[]strict.Value{absent{}, strict.Array{}}},
		{"keep kind of another type", input, invalid, "1.policy", true, false, keep, noText, []strict.Value{extraKind}},
		{"unknown keep kind", input, invalid, "1.policy", false, false, keep, []strict.Value{"x-unknown", "X-Extra"},
			[]strict.Value{extraKind}},
		{"minimum age of another type", input, invalid, "1.policy", true, false, inPlace("min_age_seconds"),
			also(noInteger, strict.Number("300.0"), "300"),
			[]strict.Value{absent{}, strict.Number("1"), strict.Number("99999999999999999999")}},
		{"minimum age below one", input, invalid, "1.policy", true, false, inPlace("min_age_seconds"),
			[]strict.Value{strict.Number("0"), strict.Number("-1"), strict.Number("-99999999999999999999")},
			[]strict.Value{strict.Number("1")}},
		{"authorisation of another type", input, invalid, "1.policy", true, false, inPlace("process_signal_authorized"),
			noBool, []strict.Value{false, absent{}}},
		{"authorised signals", input, tspi.CodeProcessSignal, "1.signal", true, false,
			inPlace("process_signal_authorized"), []strict.Value{true}, []strict.Value{false}},
		{"unlisted field of the policy", input, invalid, "1.fields", false, false, inPlace("min_age_second"),
			[]strict.Value{strict.Number("600"), nil}, none},
		{"unlisted spelling in the policy", input, invalid, "1.fields", false, false, inPlace("Keep_Kinds"),
			[]strict.Value{strict.Array{}}, none},
	}
	for _, list := range []string{"launchers", "value_options", "generic_names"} {
		of := strings.ReplaceAll(list, "_", " ")
		faults = append(faults,
			InputFault{of + " of another type", input, invalid, "1.policy", false, false, inPlace(list), noArray,
				[]strict.Value{strict.Array{}, absent{}}},
			InputFault{"one of " + of + " of another type", input, invalid, "1.policy", false, false, inPlace(list, 0),
				noText, []strict.Value{"zz7"}})
	}
	return faults
}

// inPlaceOfAll is a member of a policy of which nothing else speaks of kinds.
func inPlaceOfAll(name string) place {
	return func(document strict.Value, _ *rand.Rand) (strict.Value, []any) {
		policy, _ := document.(strict.Object)
		return without(policy, "keep_kinds"), []any{name}
	}
}

// kindFaults are those of one kind.
func kindFaults() []InputFault {
	const input, invalid = tspi.InputPressurePolicy, tspi.CodeInputInvalid
	repeated := func(document strict.Value, rng *rand.Rand) (strict.Value, []any) {
		policy, _ := document.(strict.Object)
		kinds := array(policy, "kinds")
		name := text(kinds[rng.Intn(len(kinds))].(strict.Object), "kind")
		kind := strict.Object{{Name: "kind", Value: name}, {Name: "match_substrings", Value: strict.Array{"zz9"}}}
		return with(policy, "kinds", append(slices.Clone(kinds), kind)), []any{"kinds", len(kinds), "kind"}
	}
	return []InputFault{
		{"kind is no object", input, invalid, "1.policy", true, false, inExtraKind(), noObject, nil},
		{"kind without a name", input, invalid, "1.policy", true, false, inExtraKind("kind"), also(noText, absent{}),
			aName},
		{"kind with a bad name", input, invalid, "1.names", false, false, inExtraKind("kind"), noName, aName},
		{"repeated kind", input, invalid, "1.policy", false, false, repeated, []strict.Value{asItIs{}},
			[]strict.Value{extraKind}},
		{"no match substrings", input, invalid, "1.policy", true, false, inExtraKind("match_substrings"),
			also(noArray, absent{}), []strict.Value{strict.Array{}}},
		{"match substring of another type", input, invalid, "1.policy", true, false, inExtraKind("match_substrings", 1),
			noText, []strict.Value{"zz7"}},
		{"match place of another type", input, invalid, "1.policy", false, false, inExtraKind("match_at"), noText,
			[]strict.Value{AtCommand, AtProgram, absent{}}},
		{"unknown match place", input, invalid, "1.policy", false, false, inExtraKind("match_at"),
			[]strict.Value{"Program", "programs", "program ", "args", "path", "COMMAND"},
			[]strict.Value{AtCommand, AtProgram}},
		{"require substrings of another type", input, invalid, "1.policy", false, false,
			inExtraKind("require_substrings"), noArray, []strict.Value{strict.Array{}, absent{}}},
		{"require substring of another type", input, invalid, "1.policy", false, false,
			inExtraKind("require_substrings", 0), noText, []strict.Value{"zz7"}},
		{"exclude substrings of another type", input, invalid, "1.policy", false, false,
			inExtraKind("exclude_substrings"), noArray, []strict.Value{strict.Array{}, absent{}}},
		{"exclude substring of another type", input, invalid, "1.policy", false, false,
			inExtraKind("exclude_substrings", 0), noText, []strict.Value{"zz7"}},
		{"allowlisting of another type", input, invalid, "1.policy", true, false, inExtraKind("allowlisted"), noBool,
			[]strict.Value{true, false, absent{}}},
		{"budget of another type", input, invalid, "1.policy", true, false, inExtraKind("budget"), noInteger,
			[]strict.Value{strict.Number("0"), strict.Number("98765432109876543210"), absent{}}},
		{"budget below zero", input, invalid, "1.policy", true, false, inExtraKind("budget"),
			[]strict.Value{strict.Number("-1")}, []strict.Value{strict.Number("0")}},
		{"keep status of another type", input, invalid, "1.policy", true, false, inExtraKind("keep_owner_status"),
			noText, aName},
		{"keep status with a bad name", input, invalid, "1.names", false, false, inExtraKind("keep_owner_status"),
			noName, aName},
		{"reserved keep status", input, invalid, "1.names", false, false, inExtraKind("keep_owner_status"),
			[]strict.Value{tspi.StatusDetached}, []strict.Value{"launchd-detached"}},
		{"unlisted field of a kind", input, invalid, "1.fields", false, false, inExtraKind("allow_listed"),
			[]strict.Value{true, false}, []strict.Value{absent{}}},
	}
}
