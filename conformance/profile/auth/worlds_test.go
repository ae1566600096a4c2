package auth_test

import (
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/auth"
	"github.com/tspi-dev/harness/conformance/profile/auth/second"
	"github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/internal/strict"
	law "github.com/tspi-dev/harness/profiles/auth"
)

var worlds = secondtest.Worlds{
	FactWorlds: auth.Profile().Worlds.(*generators.FactWorlds),
	Law: secondtest.Law{Decide: func(facts strict.Value) (any, error) {
		return law.Decide(facts)
	}, Audit: law.Audit},
	Second: secondtest.Second{Decide: second.Decide, Audit: second.Audit, Mutants: second.Mutants()},
}

// Guards contracts/auth.md, section 7, and all other forms of the faults that are planted.
func TestPlantsRaiseTheirCodeAlone(t *testing.T) { worlds.CheckPlants(t, 200, law.Codes()) }

// Guards that each property can fail.
func TestPropertiesHoldAndFail(t *testing.T) {
	worlds.CheckProperties(t, 2000, map[string]string{
		"an-act-needs-the-exact-identity":          "sidecar-not-compared",
		"history-is-never-signalled":               "completed-stopped",
		"an-approval-is-used-once-and-by-no-child": "approval-used-again",
		"a-child-only-narrows":                     "parent-operations-ignored",
		"a-ceiling-holds-own-jobs-alone":           "own-of-any-owner",
		"another-generation-permits-nothing":       "records-not-asked",
		"forgetting-a-fact-permits-nothing-more":   "unreadable-store-empty",
		"an-approval-spent-twice-is-found":         "approval-replay-accepted",
	})
}

// Guards contracts/auth.md, sections 3 to 7: every reason, verdict and code is drawn.
func TestEveryRowOfTheTablesIsDrawn(t *testing.T) {
	worlds.CheckWords(t, 6000, law.Codes(), map[string][]string{
		"verdict": {"admit_mutation", "admit_read", "noop_historical", "refuse"},
		"reason": {"target_malformed", "backend_external", "selector_mismatch", "not_admitted", "selector_ambiguous",
			"store_foreign", "owner_mismatch",
			"thread_mismatch", "operation_not_granted", "approval_not_inherited", "approval_absent",
			"approval_mismatch", "approval_used",
			"launch_exceeds_scope", "root_stale", "root_control", "publication_unreadable", "reservation_used",
			"not_completed", "status_unknown",
			"already_completed", "already_acknowledged", "approved", "granted", "record_absent", "record_unreadable",
			"generation_replaced",
			"identity_changed", "publication_absent", "publication_mismatch", "sidecar_absent", "sidecar_unreadable",
			"sidecar_mismatch",
			"receipt_unreadable", "receipt_absent", "receipt_external", "receipt_mismatch", "supervisor_gone",
			"supervisor_foreign",
			"supervisor_unverifiable"},
		"ceiling_operations": {"launch", "read_output", "stop", "ack", "continue"},
	})
}
