package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Section 4.3, [H]: the walk stops where more than one row has the pid, and where
// the ages of a process and of the row below are known and it is more than 2 s
// younger: the pid was reused.
func TestDoubtfulLinks(t *testing.T) {
	tests := []struct {
		name, ps string
		core     string
		want     wantChain
	}{
		{"one parent", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"two rows have the parent's pid", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n8 1 600 0.0 1 claude\n",
			"active_session_chain",
			wantChain{"unknown_parent_process", tspi.EndAmbiguousPID, 0, 0}},
		{"two rows have the grandparent's pid",
			"7 8 600 0.0 1 mcp-server\n8 9 600 0.0 1 a\n9 1 600 0.0 1 claude\n9 1 600 0.0 1 claude\n",
			"active_session_chain",
			wantChain{"active_parent_process", tspi.EndAmbiguousPID, 1, 8}},
		{"a malformed line more is no row", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n8 1 600\n",
			"active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},

		{"a parent of the same age", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 a\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
		{"a parent 2 s younger", "7 8 600 0.0 1 mcp-server\n8 1 598 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"a parent 3 s younger", "7 8 600 0.0 1 mcp-server\n8 1 597 0.0 1 claude\n", "active_session_chain",
			wantChain{"unknown_parent_process", tspi.EndStaleLink, 0, 0}},
		{"a parent older by days", "7 8 600 0.0 1 mcp-server\n8 1 9-00:00:00 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"a grandparent 3 s younger than the parent",
			"7 8 600 0.0 1 mcp-server\n8 9 603 0.0 1 a\n9 1 600 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_parent_process", tspi.EndStaleLink, 1, 8}},
		{"a grandparent 4 s younger than the helper, in steps of 2",
			"7 8 600 0.0 1 mcp-server\n8 9 598 0.0 1 a\n9 1 596 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 2, 9}},
		{"the helper's age is unknown", "7 8 x 0.0 1 mcp-server\n8 1 1 0.0 1 claude\n", "",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"the parent's age is unknown", "7 8 600 0.0 1 mcp-server\n8 1 1 x 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"an unknown age between two known ones", "7 8 600 0.0 1 mcp-server\n8 9 600 0.0 x a\n9 1 1 0.0 1 claude\n", "",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 2, 9}},

		{"a self-parent whose pid two rows have", "7 7 600 0.0 1 mcp-server\n7 7 600 0.0 1 other\n", "",
			wantChain{"unknown_parent_process", tspi.EndAmbiguousPID, 0, 0}},
		{"ambiguous outranks stale", "7 8 600 0.0 1 mcp-server\n8 1 1 0.0 1 claude\n8 1 1 0.0 1 claude\n", "",
			wantChain{"unknown_parent_process", tspi.EndAmbiguousPID, 0, 0}},
		{"a cycle outranks a stale link", "7 8 600 0.0 1 mcp-server\n8 9 604 0.0 1 a\n9 8 700 0.0 1 b\n",
			"active_parent_process",
			wantChain{"active_parent_process", tspi.EndCycle, 2, 9}},
		{"a cycle through a helper that is younger", "7 8 600 0.0 1 mcp-server\n8 7 700 0.0 1 a\n",
			"active_parent_process",
			wantChain{"active_parent_process", tspi.EndStaleLink, 1, 8}},
		{"a row above the age of pid 1 has no age to be stale by",
			"7 8 600 0.0 1 mcp-server\n8 1 300 0.0 1 claude\n1 0 400 0.0 1 init\n", "",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fixture{ps: test.ps, owners: chainOwners}
			checkChain(t, only(t, f.classify(t, tspi.Hardened), 7), test.want)
			if test.core == "" {
				return
			}
			if got := only(t, f.classify(t, tspi.Core), 7).OwnerStatus; got != test.core {
				t.Errorf("core: got %s, want %s", got, test.core)
			}
		})
	}
}

// Section 4.3, [H]: eight visited processes outrank an ambiguous or stale ninth.
func TestHopLimitOutranksDoubtfulLinks(t *testing.T) {
	for _, ninth := range []string{"16 1 1 0.0 1 a\n", "16 1 600 0.0 1 a\n16 1 600 0.0 1 a\n"} {
		f := fixture{ps: ladder(8, 16, "sh") + ninth, owners: chainOwners}
		checkChain(t, only(t, f.classify(t, tspi.Hardened), 7),
			wantChain{"active_parent_process", tspi.EndHopLimit, 8, 15})
	}
}
