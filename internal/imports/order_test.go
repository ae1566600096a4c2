package imports

import (
	"slices"
	"strings"
	"testing"
)

// layers is the one way in which imports run: a package may import packages of
// ours in lower layers only. A new package gets its place here first.
var layers = [][]string{
	// The root embeds files; the protocol knows nothing of ours.
	{".", "conformance/adapter", "internal/strict", "internal/bench", "internal/bench/hello", "internal/largepages",
		"internal/long", "internal/parallel", "internal/plain", "internal/stage"},
	{"internal/law", "internal/lawtest"},
	{"internal/guard"},
	// The laws know nothing of each other.
	{"tspi", "profiles/ident", "profiles/attr", "profiles/auth", "profiles/effect", "profiles/cover"},
	{"generators", "internal/bundle", "internal/fixture", "internal/secretscan", "internal/goldendiff",
		"internal/redact", "internal/schema"},
	{"generators/tspi", "generators/ident", "generators/attr", "generators/auth", "generators/effect",
		"generators/cover",
		"internal/record", "internal/bench/floor"},
	{"conformance/profile", "conformance/profile/switches"},
	{"conformance/profile/profiletest", "conformance/profile/tspi/second", "conformance/profile/shape"},
	{"conformance/profile/facts", "conformance/profile/secondtest", "conformance/profile/ident/second",
		"conformance/profile/attr/second",
		"conformance/profile/auth/second", "conformance/profile/effect/second", "conformance/profile/cover/second"},
	{"conformance/profile/tspi", "conformance/profile/ident", "conformance/profile/attr", "conformance/profile/auth",
		"conformance/profile/effect", "conformance/profile/cover"},
	{"conformance"},
	{"conformance/campaign", "conformance/report"},
	{"conformance/mutant", "internal/drill"}, // hunts its mutants by campaigns
	{"internal/cli/view"},
	{"internal/cli"},
	{"cmd/tspi"},
	// Packages of tests alone.
	{"golden", "scripts", "scripts/habits/judge", "internal/imports", "internal/browsertest"},
}

// narrow are the packages that may import only these of ours, whatever the layers
// would allow.
var narrow = map[string][]string{
	".":                    {},
	"internal/bench":       {},
	"internal/bench/hello": {},
	"internal/bench/floor": {"internal/bench", "internal/largepages"},
	"internal/largepages":  {},
	"internal/long":        {},
	"internal/parallel":    {},
	"internal/plain":       {},
	"internal/stage":       {},
	"internal/strict":      {},
	"internal/law":         {"internal/strict"},
	"internal/lawtest":     {"internal/strict"},
	"tspi":                 {"internal/guard", "internal/law", "internal/parallel", "internal/strict"},
	"profiles/ident":       {"internal/law", "internal/strict"},
	"profiles/attr":        {"internal/law", "internal/strict"},
	"profiles/auth":        {"internal/law", "internal/strict"},
	"profiles/effect":      {"internal/law", "internal/strict"},
	"profiles/cover":       {"internal/law", "internal/strict"},
	"conformance/adapter":  {},
	"generators":           {"internal/law", "internal/strict"},
	"generators/tspi":      {"generators", "tspi", "internal/guard", "internal/law", "internal/strict"},
	"internal/bundle":      {"tspi", "internal/guard"},
	"internal/schema":      {"internal/strict"},
	"conformance/profile": {"conformance/adapter", "generators", "internal/law", "internal/record", "internal/schema",
		"internal/strict"},
	"internal/redact": {"tspi"},
	"cmd/tspi":        {"internal/cli"},
	// A second implementation shares no line with the law that it checks.
	"conformance/profile/tspi/second":   {"conformance/profile", "internal/law", "internal/strict"},
	"conformance/profile/ident/second":  ofSeconds,
	"conformance/profile/attr/second":   ofSeconds,
	"conformance/profile/auth/second":   ofSeconds,
	"conformance/profile/effect/second": ofSeconds,
	"conformance/profile/cover/second":  ofSeconds,
}

// ofSeconds is what the second implementation of a profile of facts may import.
var ofSeconds = []string{"conformance/profile/shape", "conformance/profile/switches", "internal/strict"}

func layerOf(name string) int {
	return slices.IndexFunc(layers, func(layer []string) bool { return slices.Contains(layer, name) })
}

// orderOffences are the imports of a package that run the wrong way.
func orderOffences(name string, imports []string) []string {
	var offences []string
	if layerOf(name) < 0 {
		return []string{"has no layer; give it its place in layers"}
	}
	for _, path := range imports {
		imported := own(path)
		if imported == "" {
			continue
		}
		allowed, isNarrow := narrow[name]
		if isNarrow && !slices.Contains(allowed, imported) || layerOf(imported) < 0 ||
			layerOf(imported) >= layerOf(name) {
			offences = append(offences, "imports "+imported)
		}
	}
	return offences
}

// Design: imports run one way.
func TestImportsRunOneWay(t *testing.T) {
	count := 0
	for _, p := range modulePackages(t) {
		name := own(p.ImportPath)
		if name == "" {
			continue
		}
		count++
		for _, offence := range orderOffences(name, p.Imports) {
			t.Errorf("%s %s, which runs against the order", name, offence)
		}
	}
	if count < 8 {
		t.Errorf("only %d packages of ours were looked at", count)
	}
}

// The rule can fail.
func TestOrderOffencesAreFound(t *testing.T) {
	tests := []struct {
		name, imports string
		found         bool
	}{
		{"generators/tspi", "tspi", false},
		{"tspi", "generators/tspi", true},
		{"tspi", "internal/strict", false},
		{"profiles/effect", "internal/law", false},
		{"profiles/effect", "profiles/ident", true},
		{"profiles/effect", "tspi", true},
		{"profiles/effect", "internal/guard", true},
		{"internal/strict", "internal/law", true},
		{"tspi", ".", true},
		{"generators/tspi", "conformance", true},
		{"generators/tspi", "internal/secretscan", true},
		{"conformance", "generators/tspi", false},
		{"conformance", "conformance/adapter", false},
		{"conformance", "conformance/report", true},
		{"conformance/report", "conformance", false},
		{"conformance/report", "conformance/mutant", true},
		{"conformance/profile", "conformance/profile/tspi", true},
		{"conformance/profile/tspi", "tspi", false},
		{"conformance/profile/tspi", "conformance/profile/tspi/second", false},
		{"conformance/profile/tspi/second", "tspi", true},
		{"conformance/profile/ident/second", "profiles/ident", true},
		{"conformance/profile/ident/second", "conformance/profile/shape", false},
		{"conformance/profile/tspi/second", "conformance/profile", false},
		{"conformance/adapter", "tspi", true},
		{"internal/bundle", "internal/record", true},
		{"internal/record", "tspi", false},
		{"internal/cli", "cmd/tspi", true},
		{"cmd/tspi", "tspi", true},
		{"cmd/tspi", "internal/cli", false},
		{"somewhere/new", "tspi", true},
		{"internal/cli", "somewhere/new", true},
	}
	for _, test := range tests {
		path := strings.TrimSuffix(module+"/"+test.imports, "/.")
		if offences := orderOffences(test.name, []string{"os", path}); len(offences) > 0 != test.found {
			t.Errorf("%s imports %s: got %v, want an offence: %v", test.name, test.imports, offences, test.found)
		}
	}
}

// knowsALaw are the packages below conformance that may import a law, and why. A profile
// of facts imports its own besides.
var knowsALaw = map[string]string{
	"conformance/profile/tspi": "judges by it",
	"conformance/campaign":     "reads the table that a predicate asks about, and its rows in a counterexample",
	"conformance/report":       "explains the chains of a table",
}

func isLaw(name string) bool { return name == "tspi" || strings.HasPrefix(name, profilesOfFacts) }

// Design: the harness knows no law. A profile brings its own, and the second
// implementation of a contract imports none: what both got wrong alike, nobody would see.
func TestTheHarnessKnowsNoLaw(t *testing.T) {
	knowing := map[string]bool{}
	for _, p := range modulePackages(t) {
		name := own(p.ImportPath)
		if !strings.HasPrefix(name+"/", "conformance/") {
			continue
		}
		for _, path := range p.Imports {
			if !isLaw(own(path)) {
				continue
			}
			profile, isProfile := strings.CutPrefix(name, "conformance/profile/")
			if isProfile && own(path) == profilesOfFacts+profile {
				continue // its own
			}
			knowing[name] = true
			if knowsALaw[name] == "" {
				t.Errorf("%s imports the law %s", name, own(path))
			}
		}
	}
	for name := range knowsALaw {
		if !knowing[name] {
			t.Errorf("%s imports no law any more; take it out of knowsALaw", name)
		}
	}
}
