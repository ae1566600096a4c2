package tspi_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 4.2, [H]: a child of pid 1 was started by it where exactly one row has
// pid 1 and its age is unknown, or that of the child is known and at most 2 s less.
// Then the status is active_parent_process and the row is not detached.
func TestStartedByInit(t *testing.T) {
	var (
		detached = wantChain{"launchd_detached", tspi.EndDetached, 0, 0}
		started  = wantChain{"active_parent_process", tspi.EndStartedByInit, 1, 1}
		none     = wantChain{"unknown_parent_process", tspi.EndUnrecognisedInit, 0, 0}
		inHand   = wantChain{"active_parent_process", tspi.EndUnrecognisedInit, 1, 1}
	)
	tests := []struct {
		name, ps string
		want     wantChain
	}{
		{"as old as pid 1", "7 1 600 0 1 mcp-server\n1 0 600 0 1 init\n", started},
		{"1 s younger", "7 1 599 0 1 mcp-server\n1 0 600 0 1 init\n", started},
		{"2 s younger", "7 1 598 0 1 mcp-server\n1 0 600 0 1 init\n", started},
		{"3 s younger", "7 1 597 0 1 mcp-server\n1 0 600 0 1 init\n", detached},
		{"2 s older", "7 1 602 0 1 mcp-server\n1 0 600 0 1 init\n", started},
		{"3 s older, which makes its age unknown", "7 1 603 0 1 mcp-server\n1 0 600 0 1 init\n", detached},
		{"both new", "7 1 0 0 1 mcp-server\n1 0 2 0 1 init\n", started},

		{"pid 1 has no age", "7 1 1 0 1 mcp-server\n1 0 x 0 1 init\n", started},
		{"pid 1 has an age, but no CPU: its age is unknown", "7 1 1 0 1 mcp-server\n1 0 600 x 1 init\n", started},
		{"neither has an age", "7 1 x 0 1 mcp-server\n1 0 x 0 1 init\n", started},
		{"the row has no age, and pid 1 is new", "7 1 x 0 1 mcp-server\n1 0 1 0 1 init\n", detached},
		{"the row has no age", "7 1 x 0 1 mcp-server\n1 0 600 0 1 init\n", detached},

		{"no row of pid 1", "7 1 600 0 1 mcp-server\n", detached},
		{"two rows of pid 1", "7 1 600 0 1 mcp-server\n1 0 600 0 1 init\n1 0 600 0 1 init\n", none},
		{"a row and a malformed line of pid 1", "7 1 600 0 1 mcp-server\n1 0 600 0 1 init\n1\n", none},
		{"an unrecognised init comes first", "7 1 600 0 1 mcp-server\n1 0 600 0 1 node\n", inHand},
		{"an owner hint in pid 1 says nothing", "7 1 600 0 1 mcp-server\n1 0 600 0 1 init claude\n", started},
		{"another parent as old as init", "7 8 600 0 1 mcp-server\n1 0 600 0 1 init\n",
			wantChain{"unknown_parent_process", tspi.EndMissingParent, 0, 0}},
		{"a kept kind", "7 1 600 0 1 caffeinate\n1 0 600 0 1 init\n", wantChain{"runtime", tspi.EndKeepKind, 0, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			row := only(t, fixture{ps: test.ps}.classify(t, tspi.Hardened), 7)
			checkChain(t, row, test.want)
			if row.Decision == tspi.DecisionSafeClose && test.want != detached {
				t.Error("it is a close candidate")
			}
			if !strings.Contains(test.ps, " x ") { // core has no such rows
				core := only(t, fixture{ps: test.ps}.classify(t, tspi.Core), 7)
				if kept := test.want.end == tspi.EndKeepKind; core.OwnerStatus != "launchd_detached" &&
					core.PPID == 1 && !kept {
					t.Errorf("core: got %s; any pid 1 detaches there", core.OwnerStatus)
				}
			}
		})
	}
}

// Section 4.3, [H]: a walk whose last process was itself started by init ends so,
// with the status in hand, and names that process.
func TestWalkBelowWhatInitStarted(t *testing.T) {
	tests := []struct {
		name, above string
		want        wantChain
	}{
		{"2 s younger than pid 1", "8 1 598 0 1 npm\n1 0 600 0 1 init\n",
			wantChain{"active_parent_process", tspi.EndStartedByInit, 1, 8}},
		{"3 s younger than pid 1", "8 1 597 0 1 npm\n1 0 600 0 1 init\n",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
		{"pid 1 has no age", "8 1 597 0 1 npm\n1 0 x 0 1 init\n",
			wantChain{"active_parent_process", tspi.EndStartedByInit, 1, 8}},
		{"the process has no age", "8 1 x 0 1 npm\n1 0 600 0 1 init\n",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
		{"two up", "8 9 500 0 1 npm\n9 1 600 0 1 sh\n1 0 600 0 1 init\n",
			wantChain{"active_parent_process", tspi.EndStartedByInit, 2, 9}},
		{"a hint outranks it", "8 1 600 0 1 claude\n1 0 600 0 1 init\n",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"an unrecognised init outranks it", "8 1 600 0 1 npm\n1 0 600 0 1 node\n",
			wantChain{"active_parent_process", tspi.EndUnrecognisedInit, 1, 8}},
		{"two rows of pid 1", "8 1 600 0 1 npm\n1 0 600 0 1 init\n1 0 600 0 1 init\n",
			wantChain{"active_parent_process", tspi.EndUnrecognisedInit, 1, 8}},
		{"no row of pid 1", "8 1 600 0 1 npm\n", wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkChain(t, only(t, fixture{ps: "7 8 400 0 1 mcp-server\n" + test.above}.classify(t, tspi.Hardened), 7),
				test.want)
		})
	}
}

// Section 6, [H]: what init started has an active owner, so that it counts towards
// a budget, and not among the detached ancestors.
func TestStartedByInitIsPressure(t *testing.T) {
	policy := `{"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true,"budget":1}]}`
	ps :=
		"1 0 600 0 1 init\n7 1 600 0 1 mcp-server\n8 1 600 0 1 mcp-server\n9 6 400 0 1 mcp-server\n6 1 600 0 1 sh\n10 5 400 0 1 mcp-server\n5 1 500 0 1 sh\n"
	summary := fixture{ps: ps, policy: policy}.classify(t, tspi.Hardened).Summary
	if len(summary.ActiveOwnerPressureGroups) != 1 {
		t.Fatalf("got %d groups, want 1", len(summary.ActiveOwnerPressureGroups))
	}
	group := summary.ActiveOwnerPressureGroups[0]
	if group.Count != 4 || group.DetachedAncestorCount != 1 {
		t.Errorf("got %+v, want 4 helpers, 1 of them under a detached ancestor", group)
	}
}
