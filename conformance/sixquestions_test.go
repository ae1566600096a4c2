package conformance_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

// The README's table of the six questions says of each profile what it is: the question, and
// how many required cases, codes and mutants it has. The codes are counted in the source of
// the law.
func TestTableOfTheSixQuestions(t *testing.T) {
	text, err := os.ReadFile(path.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range conformance.Profiles() {
		folder := "profiles/" + p.Name
		if p.Facts == nil {
			folder = p.Name
		}
		title := p.Title
		want := fmt.Sprintf("| `%s` | %s | %s | %d | %d | %s |", p.Name, title, grouped(countCases(t, p.Name, p.Suite)),
			countCodes(t, folder), len(p.Mutants), p.Level())
		if !strings.Contains(string(text), want) {
			t.Errorf("the README has no line\n%s", want)
		}
	}
}

// countCases counts the ids of a frozen list.
func countCases(t *testing.T, profile string, suite int) int {
	t.Helper()
	text, err := os.ReadFile(path.Join(root, "testdata/cases", profile, fmt.Sprintf("suite-%d.txt", suite)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "  "+profile+"/")
}

// countCodes counts the constants of a law's package whose values begin with the profile's
// name and look like a code.
func countCodes(t *testing.T, folder string) int {
	t.Helper()
	files, err := os.ReadDir(path.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`^"` + strings.ToUpper(path.Base(folder)) + `_[A-Z_]+"$`)
	count := 0
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path.Join(root, folder, file.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for _, value := range spec.Values {
				if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING &&
					code.MatchString(literal.Value) {
					count++
				}
			}
			return true
		})
	}
	return count
}

// grouped writes a number with its thousands apart, as reports do.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
