package tspi_test

import (
	"math/rand"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
)

// keys are tables to begin with: the first cases of some seeds, a large one and the
// smallest and largest keys.
func keys() []uint64 {
	all := []uint64{0, 1, 1<<64 - 1}
	for seed := range uint64(8) {
		all = append(all, tspigen.Case(seed, seed).Key)
	}
	for i := uint64(0); ; i++ {
		if table := tspigen.Case(12, i); table.Size() >= 200 {
			return append(all, table.Key)
		}
	}
}

// Every property holds for our own classifier, at the level that the last bit of the
// choice says, whatever the table and the property's own choices.
func FuzzProperties(f *testing.F) {
	for i, key := range keys() {
		f.Add(key, uint64(i))
	}
	properties := tspigen.Properties()
	f.Fuzz(func(t *testing.T, key, choice uint64) {
		level := law.Level(choice & 1)
		trial := tspigen.NewTrial(tspigen.FromKey(key), level, own{level}, own{level})
		trial.Seed ^= choice
		failure, err := tspigen.Check(trial, properties)
		if err != nil || failure != nil {
			t.Errorf("%v: table %#x: %v %v", level, key, failure, err)
		}
	})
}

// Whatever a table is shrunk by, the result fails as the first did, is no larger,
// and may be classified; the bound on the tries holds.
func FuzzShrink(f *testing.F) {
	for i, key := range keys() {
		f.Add(key, uint8(i), uint16(300))
		f.Add(key, uint8(2*i+1), uint16(i))
	}
	f.Fuzz(func(t *testing.T, key uint64, which uint8, most uint16) {
		table := tspigen.FromKey(key)
		fails := shrinkings[int(which)%len(shrinkings)].fails
		if failed, err := fails(table); err != nil {
			t.Fatal(err)
		} else if !failed {
			t.Skip("nothing to shrink")
		}
		small, tries, err := tspigen.Shrink(table, fails, int(most))
		if err != nil {
			t.Fatal(err)
		}
		if failed, err := fails(small); err != nil || !failed || tries > int(most) ||
			len(small.Lines) > len(table.Lines) {
			t.Errorf("after %d of %d tries: fails %v (%v), %d of %d lines", tries, most, failed, err, len(small.Lines),
				len(table.Lines))
		}
		inputs(t, small, law.Hardened)
	})
}

// Damaged documents are refused by an error of section 1, or classified: nothing
// panics, and the table that they were made of stays what it was.
func FuzzDamaged(f *testing.F) {
	for i, key := range keys() {
		f.Add(key, int64(i))
	}
	f.Fuzz(func(t *testing.T, key uint64, choice int64) {
		table := tspigen.FromKey(key)
		before := fingerprint(t, table)
		input := tspigen.Damaged(table.Input(), rand.New(rand.NewSource(choice)))
		for _, level := range levelsOf(true) {
			if _, err := (own{level}).Classify(input); err != nil && refusalOf(err) == nil {
				t.Errorf("%v: %v is no refusal", level, err)
			}
		}
		if fingerprint(t, table) != before {
			t.Error("the table was damaged too")
		}
	})
}
