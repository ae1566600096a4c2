package effect_test

import (
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/effect"
	"github.com/tspi-dev/harness/conformance/profile/effect/second"
	"github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	law "github.com/tspi-dev/harness/profiles/effect"
)

var worlds = secondtest.Worlds{
	FactWorlds: effect.Profile().Worlds.(*generators.FactWorlds),
	Law: secondtest.Law{Decide: func(facts strict.Value) (any, error) {
		return law.Decide(facts)
	}, Audit: law.Audit},
	Second: secondtest.Second{Decide: second.Decide, Audit: second.Audit, Mutants: second.Mutants()},
}

// Guards contracts/effect.md, section 7, and all other forms of the faults that are planted.
func TestPlantsRaiseTheirCodeAlone(t *testing.T) { worlds.CheckPlants(t, 200, law.Codes()) }

// Guards that each property can fail.
func TestPropertiesHoldAndFail(t *testing.T) {
	worlds.CheckProperties(t, 2000, map[string]string{
		"only-a-fresh-and-complete-readback-verifies": "later-effects-unseen",
		"an-untrusted-log-has-no-rows":                "symlink-followed",
		"only-what-was-refused-had-no-impact":         "failed-is-noop",
		"done-leaves-nothing-open":                    "required-not-asked",
		"the-next-record-stands-behind-a-line":        "append-counts-characters",
		"a-torn-tail-changes-no-row":                  "torn-tail-read",
		"a-damaged-line-is-never-believed":            "seq-may-repeat",
		"an-overstated-row-has-its-own-code":          "overstated-unnamed",
	})
}

// Guards contracts/effect.md, sections 2 to 6: every word of the tables is drawn.
func TestEveryRowOfTheTablesIsDrawn(t *testing.T) {
	worlds.CheckWords(t, 6000, law.Codes(), map[string][]string{
		"log":          {"aliased", "unreadable", "corrupt", "torn_tail", "ok"},
		"execution":    {"not_invoked", "running", "completed", "failed", "timed_out", "interrupted", "pending"},
		"verification": {"verified", "contradicted", "observed_state_without_causation", "unverified", "known_noop"},
		"reason": {"not_settled", "refused", "no_expectation", "stale", "acknowledgement_only", "no_readback",
			"replaced", "in_flight", "partial",
			"undecided", "contradicted", "execution_failed", "causation_unknown", "readback_matches"},
		"append":   {"interrupted"},
		"decision": {"blocked", "failed", "incomplete", "unverified", "done"},
	})
}
