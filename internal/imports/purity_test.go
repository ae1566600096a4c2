package imports

import (
	"go/ast"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// dataPackages are those of the standard library that only compute.
var dataPackages = []string{
	"bufio", "bytes", "cmp", "crypto/sha256", "encoding/binary", "encoding/hex", "errors", "fmt", "io", "iter", "maps",
	"math", "math/big",
	"math/bits", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf16", "unicode/utf8",
}

// What a law may import of ours, and the decoder of JSON.
var (
	ofLaws  = []string{module + "/internal/strict", module + "/internal/law"}
	ofJSON  = []string{"github.com/go-json-experiment/json", "github.com/go-json-experiment/json/jsontext"}
	ofDraws = []string{"math/rand", module + "/generators", module + "/internal/guard", module + "/internal/strict",
		module + "/internal/law", module + "/tspi"}
)

// pure are the packages that compute and nothing else, and what each may import
// besides the data packages. Every package below profiles is one of them.
var pure = map[string][]string{
	// sync: what is known of a type is kept
	"internal/strict": append([]string{"encoding", "reflect", "sync"}, ofJSON...),
	"internal/law":    ofLaws,
	"internal/guard":  ofLaws,
	// A large table is read and judged on several cores; the result is that of one.
	"tspi": append([]string{module + "/internal/guard", module + "/internal/parallel", "sync",
		"sync/atomic"}, ofLaws...),
	"generators/tspi": slices.Concat(ofJSON, ofDraws),
	"internal/redact": {"reflect", module + "/tspi"},
}

// profilesOfFacts are the packages below profiles; each is a law like tspi.
const profilesOfFacts = "profiles/"

// pureImports are what a package may import besides the data packages, where it is pure.
func pureImports(name string) (more []string, isPure bool) {
	if strings.HasPrefix(name, profilesOfFacts) {
		return slices.Concat(ofLaws, ofJSON), true
	}
	more, isPure = pure[name]
	return more, isPure
}

// impureCalls write or read beside a function's arguments and results, or draw
// from a source that no caller gave a seed to.
var impureCalls = regexp.MustCompile(
	`^(fmt\.(Print|Printf|Println|Scan|Scanf|Scanln)|math/rand\.(Seed|Int|Intn|Int31|Int31n|Int63|Int63n|Uint32|Uint64|Float32|Float64|Perm|Shuffle|Read|NormFloat64|ExpFloat64))$`)

// impurities are the imports and calls that a pure package must not have.
func (l *loader) impurities(s source, more []string) []string {
	var offences []string
	for _, file := range s.files {
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if !slices.Contains(dataPackages, path) && !slices.Contains(more, path) {
				offences = append(offences, l.place(spec.Pos())+": import of "+path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			ident, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch object := s.info.Uses[ident].(type) {
			case *types.Func:
				if impureCalls.MatchString(object.FullName()) {
					offences = append(offences, l.place(ident.Pos())+": "+object.FullName())
				}
			case *types.Builtin:
				if object.Name() == "print" || object.Name() == "println" {
					offences = append(offences, l.place(ident.Pos())+": "+object.Name())
				}
			}
			return true
		})
	}
	return offences
}

// Contract, preamble: TSPI is a pure function, and so is each profile (docs/profiles.md). A
// law never reads a live process table, a file, a clock or the environment, and never
// imports a process-control facility; generators are the same case for the same seed.
func TestPurePackages(t *testing.T) {
	packages := modulePackages(t)
	l := newLoader(packages)
	missing, profiles := maps.Clone(pure), 0
	for _, p := range packages {
		name := own(p.ImportPath)
		more, isPure := pureImports(name)
		if !isPure {
			continue
		}
		delete(missing, name)
		if strings.HasPrefix(name, profilesOfFacts) {
			profiles++
		}
		if len(p.IgnoredGoFiles) > 0 {
			t.Errorf("%s has files that are not built everywhere: %v", name, p.IgnoredGoFiles)
		}
		for _, offence := range l.impurities(l.load(t, p), more) {
			t.Errorf("%s: %s; this package is pure", name, offence)
		}
	}
	for name := range missing {
		t.Errorf("there is no package %s", name)
	}
	if profiles != 5 {
		t.Errorf("%d packages were looked at below %s, want the 5 profiles", profiles, profilesOfFacts)
	}
}

// The rule can fail.
func TestImpuritiesAreFound(t *testing.T) {
	if more, isPure := pureImports("profiles/any"); !isPure || slices.Contains(more, "os") ||
		slices.Contains(more, module+"/tspi") {
		t.Errorf("a package below profiles may import %v (pure: %v)", more, isPure)
	}
	if _, isPure := pureImports("internal/cli"); isPure {
		t.Error("internal/cli counts as pure")
	}
	l := standardLoader(t, "os", "os/exec", "os/signal", "syscall", "net", "net/http", "time", "unsafe", "fmt",
		"math/rand", "golang.org/x/sys/unix", "strings")
	for _, path := range []string{"os", "os/exec", "os/signal", "syscall", "net", "net/http", "time", "unsafe",
		"golang.org/x/sys/unix", "math/rand"} {
		if offences := l.impurities(l.loadText(t, "package planted\n\nimport _ \""+path+"\"\n"),
			nil); len(offences) != 1 {
			t.Errorf("%s: got %v, want one offence", path, offences)
		}
	}
	tests := []struct {
		imports, body string
		found         bool
	}{
		{`"fmt"`, `fmt.Println("x")`, true},
		{`"fmt"`, `_ = fmt.Sprintln("x")`, false},
		{`"math/rand"`, `rand.Int()`, true},
		{`"math/rand"`, `rand.New(rand.NewSource(1)).Int()`, false},
		{`"strings"`, `println(strings.ToLower("x"))`, true},
		{`"strings"`, `_ = strings.ToLower("x")`, false},
	}
	for _, test := range tests {
		text := "package planted\n\nimport " + test.imports + "\n\nfunc f() { " + test.body + " }\n"
		if offences := l.impurities(l.loadText(t, text), []string{"math/rand"}); len(offences) > 0 != test.found {
			t.Errorf("%s: got %v, want an offence: %v", test.body, offences, test.found)
		}
	}
}
