package tspi

import (
	"math/rand"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// inExtra is a place in an element that is appended to a list of the taxonomy, so
// that nothing else changes.
func inExtra(list string, element strict.Value, path ...any) place {
	return func(document strict.Value, _ *rand.Rand) (strict.Value, []any) {
		owners, _ := document.(strict.Object)
		elements := array(owners, list)
		i := len(elements)
		return with(owners, list, append(append(strict.Array{}, elements...), element)), append([]any{list, i}, path...)
	}
}

// ownerFaults are those of owner_classes but for its registry.
func ownerFaults() []InputFault {
	const input, invalid = tspi.InputOwnerClasses, tspi.CodeInputInvalid
	const active, targets = "active_owner_status_values", "owner_release_targets"
	hint := func(path ...any) place {
		return inExtra("owner_hints",
			strict.Object{{Name: "substring", Value: "zz9"}, {Name: "status", Value: "x-extra"}}, path...)
	}
	emptied := []strict.Value{strict.Array{}, absent{}}
	reserved, free := []strict.Value{tspi.StatusDetached}, []strict.Value{"launchd-detached", "unknown_parent_process"}
	return []InputFault{
		{"owners are no object", input, invalid, "1.owners", true, false, inPlace(), noObject,
			[]strict.Value{strict.Object{}}},
		{"hints of another type", input, invalid, "1.owners", true, false, inPlace("owner_hints"), noArray, emptied},
		{"hint is no object", input, invalid, "1.owners", true, false, hint(), noObject, nil},
		{"hint without a substring", input, invalid, "1.owners", true, false, hint("substring"), also(noText, absent{}),
			[]strict.Value{" "}},
		{"hint without a status", input, invalid, "1.owners", true, false, hint("status"), also(noText, absent{}),
			aName},
		{"hint with a bad status", input, invalid, "1.names", false, false, hint("status"), noName, aName},
		{"hint of the reserved status", input, invalid, "1.names", false, false, hint("status"), reserved, free},
		{"unlisted field of a hint", input, invalid, "1.fields", false, false, hint("substrings"), []strict.Value{"x"},
			[]strict.Value{absent{}}},
		{"active statuses of another type", input, invalid, "1.owners", true, false, inPlace(active), noArray, emptied},
		{"active status of another type", input, invalid, "1.owners", true, false, inExtra(active, nil), noText, aName},
		{"active status with a bad name", input, invalid, "1.names", false, false, inExtra(active, nil), noName, aName},
		{"reserved active status", input, invalid, "1.names", false, false, inExtra(active, nil), reserved, free},
		{"release targets of another type", input, invalid, "1.owners", true, false, inPlace(targets),
			[]strict.Value{nil, "x", strict.Array{}, true}, []strict.Value{strict.Object{}, absent{}}},
		{"release target of another type", input, invalid, "1.owners", true, false, inPlace(targets, "x-extra"), noText,
			aName},
		{"release target with a bad name", input, invalid, "1.names", false, false, inPlace(targets, "x-extra"), noName,
			aName},
		{"release target of a bad status", input, invalid, "1.names", false, false, inPlace(targets, "a/b~c"),
			[]strict.Value{"x"}, []strict.Value{absent{}}},
		{"init names of another type", input, invalid, "1.owners", false, false, inPlace("init_names"), noArray,
			emptied},
		{"init name of another type", input, invalid, "1.owners", false, false, inExtra("init_names", nil), noText,
			[]strict.Value{"/"}},
		{"unlisted field of the owners", input, invalid, "1.fields", false, false, inPlace("registered_helper"),
			[]strict.Value{strict.Array{}, nil}, []strict.Value{absent{}}},
	}
}

// registryFaults are those of registered_helpers, which core does not read.
func registryFaults() []InputFault {
	const input, invalid = tspi.InputOwnerClasses, tspi.CodeInputInvalid
	entry := func(path ...any) place {
		return inExtra("registered_helpers", strict.Object{{Name: "pid", Value: strict.Number("2147483647")}}, path...)
	}
	return []InputFault{
		{"registry of another type", input, invalid, "1.owners", false, false, inPlace("registered_helpers"), noArray,
			[]strict.Value{strict.Array{}, absent{}}},
		{"registered helper is no object", input, invalid, "1.owners", false, false, entry(), noObject, nil},
		{"registered helper without a pid", input, invalid, "1.owners", false, false, entry("pid"),
			also(noInteger, absent{}),
			[]strict.Value{strict.Number("0"), strict.Number("-7"), strict.Number("98765432109876543210")}},
		{"registered helper with a bad hash", input, invalid, "1.owners", false, false, entry("command_hash"),
			[]strict.Value{nil, "", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcdeg",
				strict.Number("1234567812345678")},
			[]strict.Value{"0123456789abcdef", absent{}}},
		{"unlisted field of a registered helper", input, invalid, "1.fields", false, false, entry("hash"),
			[]strict.Value{"0123456789abcdef"}, []strict.Value{absent{}}},
	}
}
