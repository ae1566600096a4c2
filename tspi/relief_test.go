package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 6: the relief receipt, every member of it, at both levels.
func TestReliefRecord(t *testing.T) {
	checkRecord(t, tspi.Relief(recordsFixture(t, tspi.Hardened).classify(t, tspi.Hardened)), "relief_hardened.json")
	checkRecord(t, tspi.Relief(recordsFixture(t, tspi.Core).classify(t, tspi.Core)), "relief_core.json")
}

// Section 6: candidates come before excess, excess before owner checks, and a
// receipt without any says so. Both next actions are always there, no close is
// ever done, and nothing stands under after.
func TestReliefVerdict(t *testing.T) {
	const (
		candidate = "7 1 10:00 0.0 1 mcp-server\n"
		pressure  = "8 9 10:00 0.0 1 mcp-server\n9 1 10:00 0.0 1 claude\n"
		check     = "10 99 10:00 0.0 1 mcp-server\n"
		kept      = "11 1 10:00 0.0 1 caffeinate\n"
	)
	const budgeted = `{"kinds":[{"kind":"keepalive","match_substrings":["caffeinate"]},
		{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true,"budget":0}],"keep_kinds":["keepalive"]}`
	tests := []struct {
		name, ps, policy string
		status, verdict  string
		requests         int
	}{
		{"all four", candidate + pressure + check + kept, budgeted, "safe_action_available",
			"pending_safe_close_action", 1},
		{"a candidate alone", candidate, budgeted, "safe_action_available", "pending_safe_close_action", 0},
		{"no candidate", pressure + check + kept, budgeted, "owner_release_request_available",
			"pending_owner_release_request", 1},
		{"no excess", pressure + check + kept, plainPolicy, "owner_check_required", "no_safe_action", 0},
		{"a check alone", check, budgeted, "owner_check_required", "no_safe_action", 0},
		{"kept alone", kept, budgeted, "no_action", "no_safe_action", 0},
		{"nothing", "12 1 10:00 0.0 1 other\n", budgeted, "no_action", "no_safe_action", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range levels() {
				inventory := fixture{ps: test.ps, policy: test.policy}.classify(t, level)
				r := tspi.Relief(inventory)
				if r.Action.Status != test.status || r.Verdict != test.verdict {
					t.Errorf("%v: got %s, %s; want %s, %s", level, r.Action.Status, r.Verdict, test.status,
						test.verdict)
				}
				if len(r.Action.OwnerReleaseRequests) != test.requests || r.Action.OwnerReleaseRequests == nil {
					t.Errorf("%v: got %v, want an array of %d requests", level, r.Action.OwnerReleaseRequests,
						test.requests)
				}
				if r.Action.SafeCloseActionCount != 0 || r.After != nil || len(r.NextActions) != 2 {
					t.Errorf("%v: got %+v", level, r)
				}
			}
		})
	}
}
