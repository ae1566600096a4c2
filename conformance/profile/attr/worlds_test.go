package attr_test

import (
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/attr"
	"github.com/tspi-dev/harness/conformance/profile/attr/second"
	"github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	law "github.com/tspi-dev/harness/profiles/attr"
)

var worlds = secondtest.Worlds{
	FactWorlds: attr.Profile().Worlds.(*generators.FactWorlds),
	Law: secondtest.Law{Decide: func(facts strict.Value) (any, error) {
		return law.Decide(facts)
	}, Audit: law.Audit},
	Second: secondtest.Second{Decide: second.Decide, Audit: second.Audit, Mutants: second.Mutants()},
}

// Guards contracts/attr.md, section 6, and all other forms of the faults that are planted.
func TestPlantsRaiseTheirCodeAlone(t *testing.T) { worlds.CheckPlants(t, 200, law.Codes()) }

// Guards that each property can fail.
func TestPropertiesHoldAndFail(t *testing.T) {
	worlds.CheckProperties(t, 2000, map[string]string{
		"only-terminal-sessions-and-orphans-are-eligible": "any-status-terminal",
		"an-unknown-turn-is-never-idle":                   "unknown-turn-reclaimed",
		"what-was-not-sampled-is-not-idle":                "unknown-cpu-idle",
		"what-holds-others-is-not-eligible":               "holds-others-reclaimed",
		"what-is-not-known-is-null":                       "unknown-references-zero",
		"each-process-is-counted-once":                    "processes-all-counted",
		"forgetting-a-fact-permits-nothing-more":          "unknown-cpu-idle",
		"stopping-what-is-shared-is-found":                "current-backend-reclaimed",
	})
}

// Guards contracts/attr.md, sections 2 to 5: every word of the tables is drawn.
func TestEveryRowOfTheTablesIsDrawn(t *testing.T) {
	worlds.CheckWords(t, 6000, law.Codes(), map[string][]string{
		"kind":    {"session", "shared_runtime", "backend", "orphan", "unattributed"},
		"verdict": {"eligible", "ineligible", "protected"},
		"findings": {"record_corrupt", "archived_resident", "runtime_unknown", "root_stale", "rss_over_budget",
			"idle_cpu_over_budget", "no_process",
			"references_unknown", "no_references", "unowned_thread", "ambiguous_thread", "archived_thread",
			"turn_unknown", "record_without_thread",
			"identity_leak", "owner_absent", "ambiguous_owner", "no_owner"},
		"reason": {"references_unknown", "referenced", "adapter_only", "current_backend", "superseded_backend",
			"no_owner", "record_corrupt",
			"archived_resident", "thread_ambiguous", "runtime_stale", "runtime_unproven", "turn_active", "turn_unknown",
			"not_terminal",
			"records_unlisted", "identity_unproven", "holds_others", "cpu_unknown", "cpu_over_idle", "terminal",
			"owner_absent"},
	})
}
