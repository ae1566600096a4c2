package second

import (
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
)

const (
	core = law.Core
	hard = law.Hardened
)

// inputMutants break the preamble and section 1.
func inputMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "whole-fractions", Clause: "0.json", Level: core, Size: 1, Says: "takes 1.0 for the integer 1"},
		{Name: "null-is-absent", Clause: "0.json", Level: core, Size: 1,
			Says: "reads null as a value that is not given"},
		{Name: "integers-of-32-bits", Clause: "0.json", Level: core, Says: "cuts the integers of a policy to 32 bits"},
		{Name: "exponents", Clause: "0.json", Level: core, Size: 1,
			Says: "takes whatever has a whole value for an integer"},
		{Name: "quoted-integers", Clause: "0.json", Level: core, Size: 1, Says: "reads integers from texts"},
		{Name: "not-a-number", Clause: "0.json", Level: core, Says: "reads NaN"},
		{Name: "repeated-keys", Clause: "0.json", Level: core, Says: "keeps the last of two members of one name"},
		{Name: "broken-characters", Clause: "0.json", Level: core,
			Says: "replaces bytes that are no UTF-8 and reads on"},
		{Name: "byte-order-mark", Clause: "0.json", Level: core, Says: "skips a byte order mark"},
		{Name: "first-value-only", Clause: "0.json", Level: core, Says: "never looks at what stands behind the value"},
		{Name: "any-depth", Clause: "0.json", Level: core, Says: "reads documents as deep as its stack carries it"},

		{Name: "blank-table-accepted", Clause: "1.table", Level: core, Size: 1,
			Says: "reads a blank text as a machine without helpers"},
		{Name: "tables-as-arrays", Clause: "1.table", Level: core, Size: 1, Says: "joins the lines of an array"},
		{Name: "no-rows-accepted", Clause: "1.table", Level: hard, Size: 1,
			Says: "reads a header alone as a machine without helpers"},

		{Name: "empty-strings", Clause: "1.policy", Level: core, Size: 1,
			Says: "lets empty strings through, one of which occurs in every command"},
		{Name: "string-for-array", Clause: "1.policy", Level: core, Size: 1,
			Says: "takes a string for an array of one"},
		{Name: "quoted-true", Clause: "1.policy", Level: core, Size: 1, Says: "takes the string true for true"},
		{Name: "allowlisted-by-default", Clause: "1.policy", Level: core, Size: 1,
			Says: "has every kind allowlisted unless it says otherwise"},
		{Name: "minimum-of-zero", Clause: "1.policy", Level: core, Says: "takes a minimum age of 0"},
		{Name: "default-age-60", Clause: "1.policy", Level: core, Size: 1, Says: "has a default minimum age of 60 s"},
		{Name: "nothing-required", Clause: "1.policy", Level: core, Size: 1, Says: "makes up what is missing"},
		{Name: "policy-optional", Clause: "1.policy", Level: core, Size: 1,
			Says: "has a policy of its own where none is sent"},
		{Name: "true-is-1", Clause: "1.policy", Level: core, Size: 1, Says: "takes true for the integer 1"},
		{Name: "negative-integers", Clause: "1.policy", Level: core, Size: 1, Says: "knows no bound of integers"},
		{Name: "empty-excludes", Clause: "1.policy", Level: hard,
			Says: "takes an empty exclude substring, which excludes everything"},
		{Name: "empty-policy", Clause: "1.policy", Level: hard, Size: 1, Says: "takes a policy without kinds"},
		{Name: "kinds-twice", Clause: "1.policy", Level: hard, Size: 1, Says: "lets two entries share a name"},
		{Name: "keep-kinds-unknown", Clause: "1.policy", Level: hard, Size: 1,
			Says: "takes a keep_kinds that names no kind"},

		{Name: "any-match-at", Clause: "1.policy", Level: hard, Size: 1,
			Says: "takes a match_at that it does not know for command"},
		{Name: "match-at-in-any-case", Clause: "1.policy", Level: hard, Says: "reads match_at in any letter case"},
		{Name: "program-by-default", Clause: "1.policy", Level: hard, Size: 1,
			Says: "looks in the program where match_at is not given"},
		{Name: "empty-requires", Clause: "1.policy", Level: hard,
			Says: "takes an empty require substring, which every command holds"},
		{Name: "empty-launchers", Clause: "1.policy", Level: hard, Says: "takes an empty text for a launcher"},

		{Name: "owners-optional", Clause: "1.owners", Level: core, Size: 1,
			Says: "takes a missing taxonomy for an empty one"},
		{Name: "empty-active-list", Clause: "1.owners", Level: core,
			Says: "takes an empty list of active statuses at its word"},
		{Name: "active-values-added", Clause: "1.owners", Level: core, Size: 2,
			Says: "adds the listed active statuses to the default ones"},
		{Name: "targets-of-any-type", Clause: "1.owners", Level: core, Size: 1,
			Says: "ignores release targets that are no names"},
		{Name: "hints-as-a-map", Clause: "1.owners", Level: core,
			Says: "reads a map of substring to status, whose order is lost"},
		{Name: "empty-init-names", Clause: "1.owners", Level: hard, Says: "takes an empty name of an init"},
		{Name: "registry-hash-unchecked", Clause: "1.owners", Level: hard, Size: 1,
			Says: "takes a registered hash that no command can have"},

		{Name: "names-unbounded", Clause: "1.names", Level: hard, Size: 1, Says: "has no bound on names"},
		{Name: "any-first-sign", Clause: "1.names", Level: hard, Size: 1,
			Says: "holds the first sign of a name to the rule for the others"},
		{Name: "any-sign-in-names", Clause: "1.names", Level: hard, Size: 1, Says: "takes any sign in a name"},
		{Name: "reserved-keys-as-names", Clause: "1.names", Level: hard, Size: 1,
			Says: "lets a kind be called like a key that the guard forbids"},
		{Name: "reserved-status-allowed", Clause: "1.names", Level: hard, Size: 1,
			Says: "lets a hint make a live session's helper look detached"},

		{Name: "unlisted-fields-ignored", Clause: "1.fields", Level: hard, Size: 1,
			Says: "ignores a misspelt protection"},
		{Name: "remarks-refused", Clause: "1.fields", Level: hard, Size: 1,
			Says: "refuses the x_ fields that everybody may add"},

		{Name: "signals-authorized", Clause: "1.signal", Level: core, Size: 1,
			Says: "ignores that a policy authorizes process signals"},
	}
}
