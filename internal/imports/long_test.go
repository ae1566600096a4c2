package imports

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// Guards CONTRIBUTING.md: what a test leaves to the long run is made there. Each package
// whose tests ask which run it is has a line in make long.
func TestLongTestsAreMade(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, p := range modulePackages(t) {
		name := own(p.ImportPath)
		if name == "" || !slices.Contains(slices.Concat(p.TestImports, p.XTestImports), module+"/internal/long") {
			continue
		}
		asked++
		line := regexp.MustCompile(`(?m)^\tTSPI_LONG=1 \$\(GO\) test .*\./` + regexp.QuoteMeta(name) + `( |$)`)
		if !line.Match(makefile) {
			t.Errorf("make long does not run the tests of %s", name)
		}
	}
	if asked < 5 {
		t.Errorf("%d packages have long tests: this proves nothing", asked)
	}
}
