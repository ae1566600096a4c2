package ident_test

import (
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/ident"
	"github.com/tspi-dev/harness/conformance/profile/ident/second"
	"github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	law "github.com/tspi-dev/harness/profiles/ident"
)

var worlds = secondtest.Worlds{
	FactWorlds: ident.Profile().Worlds.(*generators.FactWorlds),
	Law: secondtest.Law{Decide: func(facts strict.Value) (any, error) {
		return law.Decide(facts)
	}, Audit: law.Audit},
	Second: secondtest.Second{Decide: second.Decide, Audit: second.Audit, Mutants: second.Mutants()},
}

// Guards contracts/ident.md, section 6, and all other forms of the faults that are planted.
func TestPlantsRaiseTheirCodeAlone(t *testing.T) { worlds.CheckPlants(t, 200, law.Codes()) }

// Guards that each property can fail.
func TestPropertiesHoldAndFail(t *testing.T) {
	worlds.CheckProperties(t, 2000, map[string]string{
		"an-unverifiable-record-permits-nothing":             "ended-unknown-false",
		"a-signal-needs-the-recorded-token":                  "token-folded",
		"a-group-signal-needs-a-led-group":                   "group-signal-not-led",
		"a-teardown-needs-a-permission":                      "job-torn-down",
		"the-summary-counts-the-rows":                        "foreign-counted-gone",
		"another-boot-permits-nothing":                       "boot-ignored",
		"forgetting-a-fact-of-a-record-permits-nothing-more": "scope-unknown-trusted",
		"a-second-signal-without-a-look-is-found":            "look-outlives-signal",
	})
}

// Guards contracts/ident.md, sections 2, 3 and 6: every word of the tables is drawn.
func TestEveryRowOfTheTablesIsDrawn(t *testing.T) {
	worlds.CheckWords(t, 3000, law.Codes(), map[string][]string{
		"verdict": {"owned", "gone", "foreign", "unverifiable"},
		"reason": {"other_scope", "other_boot", "no_pid", "no_token", "token_source_unknown", "token_later",
			"command_match", "boot_unknown",
			"not_observed", "ambiguous", "unreadable", "absence_unproven", "absent", "probe_contradicts",
			"token_unread", "token_incomparable",
			"token_differs", "zombie", "token_equal"},
		"group_state": {"none", "unknown", "empty", "present"},
		"disposition": {"leave_to_holder", "report", "correct", "keep", "tear_down"},
	})
}
