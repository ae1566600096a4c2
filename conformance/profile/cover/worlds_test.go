package cover_test

import (
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/cover"
	"github.com/tspi-dev/harness/conformance/profile/cover/second"
	"github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	law "github.com/tspi-dev/harness/profiles/cover"
)

var worlds = secondtest.Worlds{
	FactWorlds: cover.Profile().Worlds.(*generators.FactWorlds),
	Law: secondtest.Law{Decide: func(facts strict.Value) (any, error) {
		return law.Decide(facts)
	}, Audit: law.Audit},
	Second: secondtest.Second{Decide: second.Decide, Audit: second.Audit, Mutants: second.Mutants()},
}

// Guards contracts/cover.md, section 7, and all other forms of the faults that are planted.
func TestPlantsRaiseTheirCodeAlone(t *testing.T) { worlds.CheckPlants(t, 200, law.Codes()) }

// Guards that each property can fail.
func TestPropertiesHoldAndFail(t *testing.T) {
	worlds.CheckProperties(t, 2000, map[string]string{
		"whole-needs-no-gap-and-the-operators-word":         "servers-believed",
		"a-figure-needs-two-settled-ends":                   "alone-unseen",
		"what-could-not-be-read-is-null-and-not-0":          "unreadable-zero",
		"a-figure-holds-no-work-of-before":                  "predating-counted",
		"what-was-seen-in-the-window-is-told":               "reaped-unseen",
		"forgetting-a-fact-makes-nothing-whole":             "unknown-neural-unseen",
		"a-process-of-no-tree-changes-nothing":              "strangers-busy",
		"a-partial-figure-sealed-as-whole-has-its-own-code": "reaped-left-out-unnamed",
	})
}

// Guards contracts/cover.md, sections 3 to 6: every gap, word and code is drawn.
func TestEveryRowOfTheTablesIsDrawn(t *testing.T) {
	worlds.CheckWords(t, 6000, law.Codes(), map[string][]string{
		"unit":     {"microjoule", "microsecond", "kibibyte"},
		"coverage": {"whole", "partial"},
		"gaps": {"unsettled_at_start", "unsettled_at_stop", "tree_changing", "reaped_descendant", "gone", "exited",
			"predates_span",
			"counter_backwards", "unreadable", "unlisted", "gpu", "gpu_unknown", "neural_engine", "shared"},
	})
}
