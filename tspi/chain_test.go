package tspi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// chainOwners has an active hint, one that is not, and one that says nothing new.
const chainOwners = `{"owner_hints": [
	{"substring": "claude", "status": "active_session_chain"},
	{"substring": "editor", "status": "idle_editor"},
	{"substring": "claude-two", "status": "never_reached"},
	{"substring": "plain", "status": "active_parent_process"},
	{"substring": "plain", "status": "never_reached"}
]}`

// wantChain is what section 4 says of one helper; pid 0 stands for null.
type wantChain struct {
	status string
	end    tspi.ChainEnd
	hops   int
	pid    int32
}

func checkChain(t *testing.T, row tspi.InventoryRow, want wantChain) {
	t.Helper()
	got := wantChain{row.OwnerStatus, row.ChainEnd, row.ChainHops, 0}
	if row.ChainEndPID != nil {
		got.pid = *row.ChainEndPID
	}
	if got != want || row.Owner != row.OwnerStatus {
		t.Errorf("got %+v (owner %s), want %+v", got, row.Owner, want)
	}
}

// Section 4, rule by rule, for the helper with pid 7.
func TestChain(t *testing.T) {
	tests := []struct {
		name, ps string
		core     string // the owner status by core
		want     wantChain
	}{
		{"a kept kind, whatever its parent", "7 8 10:00 0.0 1 caffeinate\n8 1 10:00 0.0 1 claude\n", "runtime",
			wantChain{"runtime", tspi.EndKeepKind, 0, 0}},
		{"a kept kind of init", "7 1 10:00 0.0 1 caffeinate\n", "runtime",
			wantChain{"runtime", tspi.EndKeepKind, 0, 0}},
		{"detached", "7 1 10:00 0.0 1 mcp-server\n", "launchd_detached",
			wantChain{"launchd_detached", tspi.EndDetached, 0, 0}},
		{"ppid 0 is not detached", "7 0 10:00 0.0 1 mcp-server\n", "unknown_parent_process",
			wantChain{"unknown_parent_process", tspi.EndMissingParent, 0, 0}},
		{"ppid 10 is not detached", "7 10 10:00 0.0 1 mcp-server\n", "unknown_parent_process",
			wantChain{"unknown_parent_process", tspi.EndMissingParent, 0, 0}},

		{"missing parent", "7 8 10:00 0.0 1 mcp-server\n", "unknown_parent_process",
			wantChain{"unknown_parent_process", tspi.EndMissingParent, 0, 0}},
		{"missing grandparent", "7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 npm\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndMissingParent, 1, 8}},
		{"a malformed line is no row of a parent", "7 8 10:00 0.0 1 mcp-server\n8 1 10:00 0.0\n",
			"unknown_parent_process",
			wantChain{"unknown_parent_process", tspi.EndMissingParent, 0, 0}},
		{"a detached wrapper", "7 8 10:00 0.0 1 mcp-server\n8 1 10:00 0.0 1 npm\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
		{"a detached wrapper two up", "7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 npm\n9 1 10:00 0.0 1 sh\n",
			"active_parent_process",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 2, 9}},
		{"a child of the kernel", "7 8 10:00 0.0 1 mcp-server\n8 0 10:00 0.0 1 npm\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndMissingParent, 1, 8}},
		{"pid 0 is visited where it has a row", "7 0 10:00 0.0 1 mcp-server\n0 0 10:00 0.0 1 kernel\n",
			"active_parent_process",
			wantChain{"active_parent_process", tspi.EndCycle, 1, 0}},

		{"a hint in the parent", "7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"a hint outranks ppid 1", "7 8 10:00 0.0 1 mcp-server\n8 1 10:00 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"a hint further up", "7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 npm\n9 1 10:00 0.0 1 claude\n",
			"active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 2, 9}},
		{"the nearest hint ends the walk",
			"7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 editor\n9 1 10:00 0.0 1 claude\n", "idle_editor",
			wantChain{"idle_editor", tspi.EndOwnerHint, 1, 8}},
		{"the first hint of a command", "7 8 10:00 0.0 1 mcp-server\n8 1 10:00 0.0 1 editor claude-two\n",
			"active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 8}},
		{"hints are case-sensitive", "7 8 10:00 0.0 1 mcp-server\n8 1 10:00 0.0 1 Claude\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
		{"a hint in the helper itself counts for nothing", "7 8 10:00 0.0 1 mcp-server claude\n8 1 10:00 0.0 1 npm\n",
			"active_parent_process",
			wantChain{"active_parent_process", tspi.EndDetachedAncestor, 1, 8}},
		{"a hint in a detached helper counts for nothing", "7 1 10:00 0.0 1 mcp-server claude\n", "launchd_detached",
			wantChain{"launchd_detached", tspi.EndDetached, 0, 0}},
		{"a hint of active_parent_process goes on",
			"7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 plain\n9 1 10:00 0.0 1 claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 2, 9}},

		{"a self-parent", "7 7 10:00 0.0 1 mcp-server\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndCycle, 1, 7}},
		{"a self-parent with a hint in it", "7 7 10:00 0.0 1 mcp-server claude\n", "active_session_chain",
			wantChain{"active_session_chain", tspi.EndOwnerHint, 1, 7}},
		{"a cycle through the helper", "7 8 10:00 0.0 1 mcp-server\n8 7 10:00 0.0 1 npm\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndCycle, 2, 7}},
		{"a cycle above the helper",
			"7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 a\n9 10 10:00 0.0 1 b\n10 8 10:00 0.0 1 c\n",
			"active_parent_process",
			wantChain{"active_parent_process", tspi.EndCycle, 3, 10}},
		{"a hint within a cycle", "7 8 10:00 0.0 1 mcp-server\n8 9 10:00 0.0 1 a\n9 7 10:00 0.0 1 editor\n",
			"idle_editor",
			wantChain{"idle_editor", tspi.EndOwnerHint, 2, 9}},
		{"a parent that is a self-parent", "7 8 10:00 0.0 1 mcp-server\n8 8 10:00 0.0 1 a\n", "active_parent_process",
			wantChain{"active_parent_process", tspi.EndCycle, 1, 8}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fixture{ps: test.ps, owners: chainOwners}
			row := only(t, f.classify(t, tspi.Hardened), 7)
			checkChain(t, row, test.want)
			// The table above writes null as 0, which is a pid too.
			if isNull := row.ChainEndPID == nil; isNull != (test.want.hops == 0) {
				t.Errorf("chain_end_pid is null: %v after %d hops", isNull, test.want.hops)
			}
			core := only(t, f.classify(t, tspi.Core), 7)
			if core.OwnerStatus != test.core || core.ChainTrace != nil {
				t.Errorf("core: got %s and %+v, want %s and no chain fields", core.OwnerStatus, core.ChainTrace,
					test.core)
			}
		})
	}
}

// ladder is the helper 7 below n parents with pids 8, 9, …; the last one has the
// given ppid and command.
func ladder(n int, ppid int, last string) string {
	var b strings.Builder
	b.WriteString("7 8 10:00 0.0 1 mcp-server\n")
	for i := range n {
		up, command := 9+i, "sh"
		if i == n-1 {
			up, command = ppid, last
		}
		fmt.Fprintf(&b, "%d %d 10:00 0.0 1 %s\n", 8+i, up, command)
	}
	return b.String()
}

// Section 4.3: eight processes are visited, then the walk stops. The limit is
// looked at before anything else, and a ppid of 1 or a hint at the eighth process
// before the limit.
func TestHopLimit(t *testing.T) {
	tests := []struct {
		name, ps string
		want     wantChain
	}{
		{"a hint at the 7th", ladder(7, 99, "claude"), wantChain{"active_session_chain", tspi.EndOwnerHint, 7, 14}},
		{"a hint at the 8th", ladder(8, 99, "claude"), wantChain{"active_session_chain", tspi.EndOwnerHint, 8, 15}},
		{"a hint at the 9th", ladder(9, 99, "claude"), wantChain{"active_parent_process", tspi.EndHopLimit, 8, 15}},
		{"detached at the 7th", ladder(7, 1, "sh"), wantChain{"active_parent_process", tspi.EndDetachedAncestor, 7,
			14}},
		{"detached at the 8th", ladder(8, 1, "sh"), wantChain{"active_parent_process", tspi.EndDetachedAncestor, 8,
			15}},
		{"detached at the 9th", ladder(9, 1, "sh"), wantChain{"active_parent_process", tspi.EndHopLimit, 8, 15}},
		{"missing above the 7th", ladder(7, 99, "sh"),
			wantChain{"active_parent_process", tspi.EndMissingParent, 7, 14}},
		{"missing above the 8th: the limit comes first", ladder(8, 99, "sh"),
			wantChain{"active_parent_process", tspi.EndHopLimit, 8, 15}},
		{"a cycle back from the 7th", ladder(7, 8, "sh"), wantChain{"active_parent_process", tspi.EndCycle, 7, 14}},
		{"a cycle back from the 8th: the limit comes first", ladder(8, 8, "sh"),
			wantChain{"active_parent_process", tspi.EndHopLimit, 8, 15}},
		{"a cycle of eight through the helper", ladder(7, 7, "sh"),
			wantChain{"active_parent_process", tspi.EndHopLimit, 8, 7}},
		{"a cycle of seven through the helper", ladder(6, 7, "sh"),
			wantChain{"active_parent_process", tspi.EndCycle, 7, 7}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fixture{ps: test.ps, owners: chainOwners}
			checkChain(t, only(t, f.classify(t, tspi.Hardened), 7), test.want)
			if got := only(t, f.classify(t, tspi.Core), 7).OwnerStatus; got != test.want.status {
				t.Errorf("core: got %s, want %s", got, test.want.status)
			}
		})
	}
}
