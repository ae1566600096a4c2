package shape

import "github.com/tspi-dev/harness/conformance/profile/switches"

// Mutants returns the wrong readings of docs/profiles.md, section 2, that this package can be
// switched to. Every profile has their clauses.
func Mutants() []switches.Mutant {
	m := switches.Of
	return []switches.Mutant{
		m("unlisted-accepted", "1.frame", 1, "ignores members that the contract does not name"),
		m("annotations-refused", "1.frame", 1, "refuses $schema, schema, description and x_ names"),
		m("annotations-at-root-only", "1.frame", 1, "refuses annotations below the root of an input"),
		m("missing-read-as-null", "1.facts", 1, "takes a member that is left out for null"),
		m("whole-fractions-accepted", "1.frame", 1, "takes 1.0 for the integer 1"),
		m("minus-zero-refused", "1.frame", 1, "does not take -0 for the integer 0"),
		m("null-taken-anywhere", "1.facts", 1, "takes null where the contract does not say so"),
		m("integers-unbounded", "1.facts", 1, "takes integers above their bounds"),
		m("id-of-any-length", "1.frame", 1, "takes any text but the empty one for an id"),
		m("id-begins-anyhow", "1.frame", 1, "takes an id that begins with a dot, colon, hyphen or underscore"),
		m("words-in-any-case", "1.facts", 1, "takes words in capitals"),
		m("repeats-accepted", "1.unique", 1, "takes two equal keys in one array"),
		m("earlier-repeat-named", "1.unique", 1, "names the earlier of two equal keys"),
		m("depth-sixty-three", "1.frame", 1, "refuses 64 levels"),
		m("depth-sixty-five", "1.frame", 1, "takes 65 levels"),
	}
}
