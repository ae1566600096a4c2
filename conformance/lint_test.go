package conformance

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"

	"golang.org/x/tools/txtar"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/tspi"
)

var freeze = flag.Bool("freeze", false, "write the frozen list of every profile's current suite version")

const casesDir = "../testdata/cases"

// The frozen list names the required cases with the digests of their bytes, so
// that a case cannot change under an implementation that was certified
// (docs/suite.md, frozen lists).
func TestFrozenList(t *testing.T) {
	for _, p := range Profiles() {
		if *freeze {
			want, err := FreezeList(p, os.DirFS(casesDir), p.Suite)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(casesDir, filepath.FromSlash(frozenListName(p, p.Suite)))
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for version := 1; version <= p.Suite; version++ {
			stillFrozen(t, p, version)
		}
	}
}

// stillFrozen holds a suite version, current or earlier, to its list: whoever was
// certified by it can be judged by it again.
func stillFrozen(t *testing.T, p *profile.Profile, version int) {
	t.Helper()
	want, err := FreezeList(p, os.DirFS(casesDir), version)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(casesDir, filepath.FromSlash(frozenListName(p, version))))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf(
			"%s: the frozen list of suite %d is not that of the cases; a case that joined a suite is never changed. For new cases: make freeze", p.Name, version)
	}
	if _, err := LoadSuite(p, os.DirFS(casesDir), version); err != nil {
		t.Error(err)
	}
}

// current is read once: no test changes it (TestPerturbingLeavesTheCaseAlone).
var current = sync.OnceValues(func() (*Suite, error) {
	return LoadSuite(tspiProfile, harness.Cases(), tspiProfile.Suite)
})

func loadCurrent(t testing.TB) *Suite {
	t.Helper()
	s, err := current()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The suite has at least 300 cases, and every clause of the contract has some.
// The protocol and the standing checks are held by every case and by the tests
// of this package.
func TestEveryClauseHasCases(t *testing.T) {
	s := loadCurrent(t)
	if len(s.Cases) < 300 {
		t.Errorf("%d cases, want at least 300", len(s.Cases))
	}
	counts := map[string]int{}
	for _, c := range s.Cases {
		counts[c.Clause]++
		if folder := strings.Split(c.ID, "/")[2]; folder != c.Clause {
			t.Errorf("%s: stands in the folder of another clause than %s", c.ID, c.Clause)
		}
	}
	for _, clause := range tspiProfile.Clauses {
		if counts[clause.ID] == 0 && clause.ID != "protocol" && clause.ID != "standing" {
			t.Errorf("clause %s has no case", clause.ID)
		}
	}
}

// demandsRefusal reports whether a case demands that something be refused, found
// or blocked.
func demandsRefusal(c *Case) bool {
	e := demanded(c)
	return e.Refused != nil ||
		e.Findings != nil && len(*e.Findings) > 0 ||
		e.Bundle != nil && e.Bundle.Status != "pass" ||
		e.Run != nil && e.Run.Status != "pass"
}

// Every case that must be refused names a sibling that differs in exactly one
// fact and must be accepted: an implementation that refuses everything fails the
// siblings (docs/suite.md, pairs).
func TestPairs(t *testing.T) {
	s := loadCurrent(t)
	for _, c := range s.Cases {
		if c.Pair == "" {
			if demandsRefusal(c) {
				t.Errorf("%s: demands a refusal and names no sibling", c.ID)
			}
			continue
		}
		sibling, ok := s.Case(c.Pair)
		switch {
		case !ok:
			t.Errorf("%s: its sibling %s is not there", c.ID, c.Pair)
		case sibling.Op != c.Op:
			t.Errorf("%s: its sibling asks for another operation", c.ID)
		case demandsRefusal(c) && demandsRefusal(sibling):
			t.Errorf("%s: its sibling %s must be refused too", c.ID, c.Pair)
		case demandsRefusal(c) && c.Level() == law.Core && sibling.Level() != law.Core:
			t.Errorf("%s: its sibling is not asked at core", c.ID)
		default:
			if n := factsApart(c, sibling); n != 1 {
				t.Errorf("%s: differs from its sibling %s in %d facts, want 1", c.ID, c.Pair, n)
			}
		}
	}
}

// factsApart counts the facts in which the inputs of two cases differ: values of
// a document, lines of a table, files of a folder. A run of lines that changes
// in one place is one fact.
func factsApart(a, b *Case) int {
	filesA, filesB := inputsOf(a), inputsOf(b)
	names := map[string]bool{}
	for name := range filesA {
		names[name] = true
	}
	for name := range filesB {
		names[name] = true
	}
	facts := 0
	if _, replaced := onlyReplaced(filesA, filesB); replaced {
		return 1
	}
	for name := range names {
		textA, okA := filesA[name]
		textB, okB := filesB[name]
		switch {
		case okA != okB:
			facts++
		case textA == textB:
		default:
			facts += factsBetween(textA, textB)
		}
	}
	return facts
}

const layoutFile = "layout.txt"

// onlyReplaced reports whether all that differs is that one file of one case is,
// in the other, a link, a pipe or a folder that its layout makes in its place.
func onlyReplaced(a, b map[string]string) (name string, ok bool) {
	if a[layoutFile] != "" {
		a, b = b, a
	}
	for file := range a {
		if _, there := b[file]; !there && file != layoutFile {
			name = file
		}
	}
	for file, text := range a {
		if file != name && file != layoutFile && b[file] != text {
			return name, false
		}
	}
	_, inner, _ := strings.Cut(name, "/")
	return name, name != "" && a[layoutFile] == "" && strings.Count(b[layoutFile], "\n") == 1 &&
		strings.Contains(b[layoutFile], inner)
}

func inputsOf(c *Case) map[string]string {
	files := map[string]string{}
	for _, file := range txtar.Parse(c.Text).Files {
		if file.Name != "expect.json" {
			// The same bytes may be given as text, without a final newline, or in
			// base64.
			name := strings.TrimSuffix(strings.TrimSuffix(file.Name, ".base64"), ".chomp")
			files[name] = string(file.Data)
		}
	}
	return files
}

func factsBetween(a, b string) int {
	docA, errA := strict.Decode([]byte(a))
	docB, errB := strict.Decode([]byte(b))
	if errA == nil && errB == nil {
		if facts := valuesApart(docA, docB); facts > 0 {
			return facts
		}
	}
	return 1 // texts differ somewhere; how much is for the eye of a reviewer
}

// valuesApart counts the places in which two documents differ. A member or an
// element that is only in one of them is one place.
func valuesApart(a, b strict.Value) int {
	switch a := a.(type) {
	case strict.Object:
		o, ok := b.(strict.Object)
		if !ok {
			return 1
		}
		n := 0
		for _, m := range a {
			if other, there := o.Get(m.Name); there {
				n += valuesApart(m.Value, other)
			}
		}
		onlyA := len(a) - shared(a, o)
		onlyB := len(o) - shared(a, o)
		return n + max(onlyA, onlyB) // a member that is renamed is one fact
	case strict.Array:
		o, ok := b.(strict.Array)
		if !ok {
			return 1
		}
		return elementsApart(a, o)
	}
	if string(strict.Encode(a)) == string(strict.Encode(b)) {
		return 0
	}
	return 1
}

func shared(a, b strict.Object) int {
	n := 0
	for _, m := range a {
		if _, there := b.Get(m.Name); there {
			n++
		}
	}
	return n
}

// elementsApart compares arrays without their common beginning and end.
func elementsApart(a, b strict.Array) int {
	for len(a) > 0 && len(b) > 0 && valuesApart(a[0], b[0]) == 0 {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && valuesApart(a[len(a)-1], b[len(b)-1]) == 0 {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) != len(b) {
		return max(len(a), len(b))
	}
	if samePermuted(a, b) {
		return 1 // their order
	}
	n := 0
	for i := range a {
		n += valuesApart(a[i], b[i])
	}
	return n
}

func samePermuted(a, b strict.Array) bool {
	texts := func(array strict.Array) []string {
		var all []string
		for _, v := range array {
			all = append(all, string(strict.Encode(v)))
		}
		slices.Sort(all)
		return all
	}
	return len(a) > 1 && slices.Equal(texts(a), texts(b))
}

// Each code of the eight negative cases (contract, section 9) is demanded by at
// least eight cases, so that one shape of the offence is not all there is.
func TestNegativeCodesHaveVariants(t *testing.T) {
	counts := map[law.Code]int{}
	for _, c := range loadCurrent(t).Cases {
		if c.Op != tspiprofile.OpAudit || demanded(c).Findings == nil {
			continue
		}
		var codes []string
		for _, f := range *demanded(c).Findings {
			if !slices.Contains(codes, f.ErrorCode) {
				codes = append(codes, f.ErrorCode)
				counts[law.Code(f.ErrorCode)]++
			}
		}
	}
	for _, negative := range tspi.NegativeCases() {
		if counts[negative.Code] < 8 {
			t.Errorf("%s has %d variants, want at least 8", negative.Code, counts[negative.Code])
		}
	}
}
