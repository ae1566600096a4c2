package tspi_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// heldTables is how many tables all properties are held against:
// 2,000 in every run of the tests, with a fixed seed.
func heldTables() int {
	if testing.Short() {
		return 150
	}
	return 2000
}

// hold holds all properties for an implementation against the cases of a seed, and
// reports the first that fails with the smallest table for which it does. One
// worker: more are not reproducible.
func hold(t *testing.T, seed uint64, tables int, level law.Level, implementation tspigen.Implementation) {
	t.Helper()
	parameters := gopter.DefaultTestParametersWithSeed(int64(seed))
	parameters.MinSuccessfulTests = tables
	parameters.Workers = 1
	properties := tspigen.Properties()
	held := func(table *tspigen.Table) (string, error) {
		trial := tspigen.NewTrial(table, level, implementation, own{level})
		failure, err := tspigen.Check(trial, properties)
		if failure == nil || err != nil {
			return "", err
		}
		return counterexample(trial, failure), nil
	}
	result := prop.ForAll(held, cases(seed)).Check(parameters)
	if !result.Passed() || result.Succeeded != tables {
		t.Errorf("%v: seed %d, case %d: %v %v\n%s", level, seed, result.Succeeded, result.Status, result.Error,
			result.Labels)
	}
}

// counterexample shrinks the table of a failure, and tells both.
func counterexample(trial *tspigen.Trial, failure *tspigen.Failure) string {
	small, tries, err := tspigen.Shrink(trial.Table, trial.FailsFor(failure.Property), 2000)
	if err != nil {
		return fmt.Sprintf("%v\nshrinking ended after %d tries: %v", failure, tries, err)
	}
	if found, err := failure.Property.Check(trial.On(small)); err == nil && len(found) > 0 {
		failure = &tspigen.Failure{Property: failure.Property, Differences: found}
	}
	return fmt.Sprintf("%v\n%v, shrunk to\n%s%v\n%v", failure, trial.Table, small.Text(), small.PressurePolicy(),
		small.OwnerClasses())
}

// docs/campaigns.md: all properties hold for our own classifier at both levels.
func TestOwnClassifierHolds(t *testing.T) {
	for _, level := range []law.Level{law.Hardened, law.Core} {
		t.Run(level.String(), func(t *testing.T) { hold(t, 101, heldTables(), level, own{level}) })
	}
}

// Contract, levels: every core case has the same answer under both laws, so who
// obeys the hardened law holds every property at core too.
func TestHardenedClassifierHoldsAtCore(t *testing.T) {
	hold(t, 102, heldTables()/2, law.Core, own{law.Hardened})
}

// Names are unique and fit to be saved, and each property says what it is about.
func TestPropertiesAreNamed(t *testing.T) {
	names, families := map[string]bool{}, map[tspigen.Family]int{}
	for _, p := range tspigen.Properties() {
		if names[p.Name] || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(p.Name) {
			t.Errorf("%q is no name of its own", p.Name)
		}
		names[p.Name] = true
		families[p.Family]++
		if !regexp.MustCompile(`^[0-9]\.[a-z]+$`).MatchString(p.Clause) ||
			!slices.Contains([]string{"tspi.classify", "tspi.relief", "tspi.audit"}, p.Op) || p.OneIn < 1 {
			t.Errorf("%s: clause %q, op %q, one in %d", p.Name, p.Clause, p.Op, p.OneIn)
		}
	}
	if families[tspigen.Safety] < 15 || families[tspigen.Relation] < 25 || families[tspigen.Model] < 3 ||
		families[tspigen.Injected] < 100 {
		t.Errorf("the families have %v", families)
	}
}

// A property that is held against one table in n is held against about that many,
// always the same.
func TestAppliesIsDrawnFromTheSeed(t *testing.T) {
	for _, p := range tspigen.Properties() {
		count := 0
		for i := range uint64(2000) {
			trial := &tspigen.Trial{Seed: i}
			if applies := tspigen.Applies(p, trial); applies {
				count++
			} else if tspigen.Applies(p, &tspigen.Trial{Seed: i}) {
				t.Fatalf("%s: seed %d is drawn anew", p.Name, i)
			}
		}
		if want := 2000 / p.OneIn; count < want*6/10 || count > want*14/10+1 {
			t.Errorf("%s is held against %d of 2,000 tables, want about %d", p.Name, count, want)
		}
	}
}

// Who offers no relief is not asked for it.
func TestAsking(t *testing.T) {
	for _, p := range tspigen.Asking(tspigen.Properties(), "tspi.classify", "tspi.audit") {
		if p.Op == "tspi.relief" {
			t.Errorf("%s needs relief", p.Name)
		}
	}
	if n := len(tspigen.Asking(tspigen.Properties(), "tspi.relief")); n != 2 {
		t.Errorf("%d properties need relief alone, want 2", n)
	}
}

// A trial keeps its seed for the tables that its own is shrunk to, and a failing
// property is found again there.
func TestCheckAndShrink(t *testing.T) {
	implementation := &wrong{own: own{law.Hardened},
		classify: rowWith("reason", string(tspi.ReasonRegistered), becomes("decision", candidate))}
	safety := slices.DeleteFunc(tspigen.Properties(), func(p tspigen.Property) bool {
		return p.Family != tspigen.Safety
	})
	for i := uint64(0); ; i++ {
		trial := tspigen.NewTrial(tspigen.Case(103, i), law.Hardened, implementation, own{law.Hardened})
		failure, err := tspigen.Check(trial, safety)
		if err != nil {
			t.Fatal(err)
		}
		if failure == nil {
			continue
		}
		small, _, err := tspigen.Shrink(trial.Table, trial.FailsFor(failure.Property), 1000)
		if err != nil || small.Size() != 1 || len(small.Owners.Registered) != 1 {
			t.Errorf("%v\nis shrunk to %d rows and %d registered helpers: %v", failure, small.Size(),
				len(small.Owners.Registered), err)
		}
		if on := trial.On(small); on.Seed != trial.Seed {
			t.Errorf("the seed is %d, not %d", on.Seed, trial.Seed)
		}
		return
	}
}

// cases generates the cases of a seed in order, whatever the parameters, for one worker:
// several would share the count.
func cases(seed uint64) gopter.Gen {
	next := uint64(0)
	return func(*gopter.GenParameters) *gopter.GenResult {
		t := tspigen.Case(seed, next)
		next++
		return gopter.NewGenResult(t, gopter.NoShrinker)
	}
}
