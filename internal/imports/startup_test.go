package imports

import "testing"

// heavy are packages that cost every call of the program, because what is linked
// is initialised, with what to use in their place.
var heavy = map[string]string{
	"github.com/santhosh-tekuri/jsonschema/v6":   "internal/schema: the library compiles five metaschemas at every start",
	"github.com/rogpeppe/go-internal/testscript": "scenarios are for tests",
	"github.com/sebdah/goldie/v2":                "golden files are for tests",
	"github.com/leanovate/gopter":                "properties are for tests; campaigns draw by generators",
}

// linked are the import paths of all that a program needs.
func linked(t *testing.T, program string) map[string]bool {
	t.Helper()
	imports := map[string][]string{}
	for _, p := range modulePackages(t) {
		imports[p.ImportPath] = p.Imports
	}
	seen := map[string]bool{}
	for todo := []string{program}; len(todo) > 0; {
		path := todo[0]
		todo = todo[1:]
		if !seen[path] {
			seen[path] = true
			todo = append(todo, imports[path]...)
		}
	}
	return seen
}

// docs/performance.md, start-up: what no command needs is not linked.
func TestProgramIsLight(t *testing.T) {
	program := linked(t, module+"/cmd/tspi")
	if !program["github.com/spf13/cobra"] || !program["fmt"] {
		t.Fatal("the program links neither cobra nor fmt; the test looks at the wrong thing")
	}
	for path := range program {
		if instead, ok := heavy[path]; ok {
			t.Errorf("the program links %s (%s)", path, instead)
		}
	}
}
