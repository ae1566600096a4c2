package tspi_test

import (
	"math/rand"
	"testing"

	"github.com/go-json-experiment/json"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// A fault changes a copy of the claim, in one place for its code; the claim
// itself stays right, and one without rows has no place for a fault in a row.
// That each raises its code alone is a property of the auditor: see tspi.
func TestFaults(t *testing.T) {
	names := map[string]bool{}
	placed := map[string]int{}
	for i := range uint64(120) {
		table := tspigen.Case(41, i)
		claim, err := strict.ValueOf(tspi.Classify(inputs(t, table, law.Hardened)))
		if err != nil {
			t.Fatal(err)
		}
		before, _ := json.Marshal(claim)
		for _, fault := range tspigen.Faults() {
			names[fault.Name] = true
			faulty, subject, ok := fault.Inject(table, claim, rand.New(rand.NewSource(int64(i))))
			if !ok {
				if faulty != nil || subject != "" {
					t.Errorf("%s: no place, and yet %v of %q", fault.Name, faulty, subject)
				}
				continue
			}
			placed[fault.Name]++
			if after, _ := json.Marshal(faulty); string(after) == string(before) || subject == "" || fault.Code == "" {
				t.Errorf("%s: nothing is changed, or nobody is named: %q", fault.Name, subject)
			}
			if after, _ := json.Marshal(claim); string(after) != string(before) {
				t.Fatalf("%s changes the claim that it was given", fault.Name)
			}
		}
	}
	if len(names) != len(tspigen.Faults()) {
		t.Errorf("%d names for %d faults", len(names), len(tspigen.Faults()))
	}
	for name := range names {
		if placed[name] == 0 {
			t.Errorf("%s finds no place in 120 claims", name)
		}
	}
}

// What is no inventory has no place for any fault.
func TestFaultsNeedAnInventory(t *testing.T) {
	for _, fault := range tspigen.Faults() {
		if _, _, ok := fault.Inject(plain(), strict.Array{}, rand.New(rand.NewSource(1))); ok {
			t.Errorf("%s is put into an array", fault.Name)
		}
	}
}
