package imports

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const module = "github.com/tspi-dev/harness"

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath     string
	Dir            string
	Export         string // the file of its export data
	Imports        []string
	TestImports    []string
	XTestImports   []string
	GoFiles        []string
	IgnoredGoFiles []string // of other systems and build tags
	CgoFiles       []string
	SFiles         []string // assembly
	CFiles         []string
	SysoFiles      []string
}

// own is the part of the import path behind the module's, "." for its root, empty
// for a package of somebody else.
func own(importPath string) string {
	if importPath == module {
		return "."
	}
	rest, ok := strings.CutPrefix(importPath, module+"/")
	if !ok {
		return ""
	}
	return rest
}

// allPackages are those of the module with all that they need, listed once.
var allPackages = sync.OnceValues(func() ([]listed, error) { return goList("./...") })

func modulePackages(t *testing.T) []listed {
	t.Helper()
	packages, err := allPackages()
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// standardLoader can import these packages, for planted sources.
func standardLoader(t *testing.T, packages ...string) *loader {
	t.Helper()
	all, err := goList(packages...)
	if err != nil {
		t.Fatal(err)
	}
	return newLoader(all)
}

// goList runs go list with export data over packages and all that they need.
func goList(patterns ...string) ([]listed, error) {
	fields :=
		"-json=ImportPath,Dir,Export,Imports,TestImports,XTestImports,GoFiles,IgnoredGoFiles,CgoFiles,SFiles,CFiles,SysoFiles"
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", fields}, patterns...)...)
	cmd.Dir = filepath.Join("..", "..")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	var packages []listed
	dec := jsontext.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := json.UnmarshalDecode(dec, &p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// loader type-checks packages from source, against the export data of what they
// import.
type loader struct {
	fset    *token.FileSet
	imports types.Importer
}

func newLoader(packages []listed) *loader {
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	return &loader{fset, importer.ForCompiler(fset, "gc", open)}
}

// source is a type-checked package.
type source struct {
	files []*ast.File
	info  *types.Info
}

func (l *loader) check(t *testing.T, path string, files []*ast.File) source {
	t.Helper()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: l.imports}
	if _, err := config.Check(path, l.fset, files, info); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return source{files, info}
}

func (l *loader) load(t *testing.T, p listed) source {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(l.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return l.check(t, p.ImportPath, files)
}

// loadText is a package of one file that lies in memory.
func (l *loader) loadText(t *testing.T, text string) source {
	t.Helper()
	file, err := parser.ParseFile(l.fset, "planted.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return l.check(t, "planted", []*ast.File{file})
}

// place is where an offence stands, by the name of its file only.
func (l *loader) place(at token.Pos) string {
	position := l.fset.Position(at)
	position.Filename = filepath.Base(position.Filename)
	return position.String()
}
