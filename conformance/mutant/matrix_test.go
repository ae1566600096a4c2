package mutant

import (
	"context"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/internal/law"
)

// full is the matrix of everything of each profile, made once.
var full = map[string]func() (*Matrix, error){}

func init() {
	for _, p := range conformance.Profiles() {
		full[p.Name] = sync.OnceValues(func() (*Matrix, error) {
			return Run(context.Background(), Options{Profile: p, Process: served(p)})
		})
	}
}

func matrixOf(t *testing.T, p *profile.Profile) *Matrix {
	t.Helper()
	if testing.Short() {
		t.Skip("a whole matrix takes up to a minute of processor time")
	}
	m, err := full[p.Name]()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func fullMatrix(t *testing.T) *Matrix {
	t.Helper()
	return matrixOf(t, conformance.DefaultProfile())
}

// No unsafe implementation passes: every mutant is killed at its level by its own clause,
// and every control is certified.
func TestEveryMutantIsKilled(t *testing.T) {
	for _, p := range conformance.Profiles() {
		m := matrixOf(t, p)
		if !m.Holds() || len(m.NotRun) > 0 || len(m.Fates) < 80 || len(m.Controls) < 8 {
			var b strings.Builder
			m.writeSurvivors(&b)
			t.Errorf("%s: %+v\n%s", p.Name, m.Score(), &b)
		}
	}
}

// Each case kills some mutant, or is the sibling of one that does, or the matrix says
// why it is kept.
func TestEveryCaseHasARole(t *testing.T) {
	for _, p := range conformance.Profiles() {
		m := matrixOf(t, p)
		if len(m.Cases) == 0 || m.Score().SoleKillers == 0 {
			t.Fatalf("%s: %+v: this proves nothing", p.Name, m.Score())
		}
		for _, r := range m.Cases {
			if len(r.Kills) == 0 && r.Kept == "" {
				t.Errorf("%s: kills nothing, and nothing says why it stays", r.Case)
			}
		}
	}
}

// Without the cases of any one clause some mutant survives, and tspi mutants fails
// (docs/power.md): no rule's cases can be dropped unseen. Mutants of the protocol and of the
// standing checks need no case of theirs; there are none.
func TestWithoutAnyClauseAMutantSurvives(t *testing.T) {
	m := fullMatrix(t)
	if !m.Holds() {
		t.Fatal("a mutant survives anyhow")
	}
	for _, clause := range conformance.DefaultProfile().Clauses {
		if clause.ID == profile.ClauseProtocol || clause.ID == profile.ClauseStanding {
			continue
		}
		left := m.Without(clause.ID)
		if len(left.Cases) == len(m.Cases) {
			t.Errorf("%s: has no case", clause.ID)
		}
		if left.Holds() {
			t.Errorf("%s: without its cases every mutant is killed all the same", clause.ID)
		}
	}
}

// Without is what Run says of the suite without those cases: shown for one clause, by
// a tree of cases that lacks them.
func TestWithoutIsAShorterSuite(t *testing.T) {
	const clause = "5.orphan"
	whole, err := Run(t.Context(), Options{Levels: []law.Level{law.Core}, Cases: only(t, "5.orphan", "5.detached")})
	if err != nil {
		t.Fatal(err)
	}
	shorter, err := Run(t.Context(), Options{Levels: []law.Level{law.Core}, Cases: only(t, "5.detached")})
	if err != nil {
		t.Fatal(err)
	}
	names := func(m *Matrix) (all []string) {
		for _, f := range m.Survivors() {
			all = append(all, f.Name)
		}
		return all
	}
	if left, got := names(whole.Without(clause)), names(shorter); !slices.Equal(left, got) {
		t.Errorf("without %s: %v; a suite without it: %v", clause, left, got)
	}
	if slices.Contains(names(whole), "older-than-minimum") || !slices.Contains(names(shorter), "older-than-minimum") {
		t.Error("its own mutant does not tell the two apart")
	}
}

// only is the suite with the core cases of some clauses, frozen as the current version.
func only(t *testing.T, clauses ...string) fs.FS {
	t.Helper()
	suite, err := conformance.LoadSuite(conformance.DefaultProfile(), harness.Cases(),
		conformance.DefaultProfile().Suite)
	if err != nil {
		t.Fatal(err)
	}
	tree := memory{}
	for _, c := range suite.Cases {
		if c.Level() == law.Core && slices.Contains(clauses, c.Clause) {
			tree[c.ID+".txtar"] = c.Text
		}
	}
	return tree.frozen(t)
}

// The mutants are told apart by their names, each breaks a clause that there is, every
// clause has one, and each has its switch in the code.
func TestTheListOfMutants(t *testing.T) {
	switches := switchesInTheCode(t)
	clauses, names := map[string]int{}, map[string]bool{}
	for _, m := range All(conformance.DefaultProfile()) {
		if names[m.Name] || m.Name != strings.ToLower(m.Name) || m.Says == "" || len(m.Name) > 29 {
			t.Errorf("%s: stands twice, has no name of its own, or says nothing", m.Name)
		}
		names[m.Name] = true
		clauses[m.Clause]++
		if !m.OnTheWire && !switches[m.Name] {
			t.Errorf("%s: has no switch", m.Name)
		}
	}
	for _, clause := range conformance.DefaultProfile().Clauses {
		if clauses[clause.ID] == 0 {
			t.Errorf("%s: no mutant breaks it", clause.ID)
		}
		delete(clauses, clause.ID)
	}
	for clause := range clauses {
		t.Errorf("%s: there is no such clause", clause)
	}
	for name := range switches {
		if !names[name] {
			t.Errorf("%s: is a switch of no mutant", name)
		}
	}
}

var switchPattern = regexp.MustCompile(`\bon\("([^"]*)"\)`)

func switchesInTheCode(t *testing.T) map[string]bool {
	t.Helper()
	switches := map[string]bool{}
	for _, text := range sources(t) {
		for _, match := range switchPattern.FindAllStringSubmatch(text, -1) {
			switches[match[1]] = true
		}
	}
	return switches
}

// A mutant that no case comes near survives, and one that only other clauses reject
// does too (docs/power.md: killed only by the clause that it breaks).
func TestWhatIsNoKill(t *testing.T) {
	fate := func(f Fate) bool { return f.Killed() }
	for name, test := range map[string]struct {
		fate   Fate
		killed bool
	}{
		"nothing rejects it":            {Fate{}, false},
		"other clauses reject it":       {Fate{Rejected: []string{"tspi/core/5.orphan/a"}}, false},
		"a case of its clause does":     {Fate{Cases: []string{"tspi/core/5.orphan/a"}}, true},
		"a standing check of it does":   {Fate{Standing: []string{"tspi/core/5.orphan/a"}}, true},
		"it is found out on the wire":   {Fate{Wire: conformance.Garbage}, true},
		"only a campaign has found it.": {Fate{Hunt: &Hunt{Rule: "inventory-equals-the-models"}}, false},
	} {
		if got := fate(test.fate); got != test.killed {
			t.Errorf("%s: killed is %v", name, got)
		}
	}
	for name, test := range map[string]struct {
		result conformance.Result
		blamed bool
	}{
		"a difference of the clause": {conformance.Result{Verdict: conformance.Fail, Clause: "6.rows",
			Differences: []conformance.Difference{{Clause: "7.path"}}}, true},
		"a difference of another clause": {conformance.Result{Verdict: conformance.Fail, Clause: "7.path",
			Differences: []conformance.Difference{{Clause: "6.rows"}}}, false},
		"a crash in a case of the clause": {conformance.Result{Verdict: conformance.Crash, Clause: "7.path"}, true},
		"a crash in a case of another":    {conformance.Result{Verdict: conformance.Crash, Clause: "6.rows"}, false},
		"garbage in a case of another": {conformance.Result{Verdict: conformance.Garbage, Clause: "6.rows"},
			false},
		"no difference of a failure at all.": {conformance.Result{Verdict: conformance.Fail, Clause: "7.path"}, false},
	} {
		if got := blames(&test.result, "7.path"); got != test.blamed {
			t.Errorf("%s: blamed is %v", name, got)
		}
	}
}
