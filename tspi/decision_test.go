package tspi_test

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// The hash of mcp-server, as sha256sum prints it, and one that no command has.
const (
	hashMCPServer = "6c7915018034fa58"
	hashOther     = "0000000000000000"
)

// Section 5: the first condition that holds decides. Each row of the table stands
// beside a neighbour that differs in one fact and is decided by a later one.
func TestDecision(t *testing.T) {
	const (
		keep  = tspi.DecisionKeep
		check = tspi.DecisionOwnerCheck
		safe  = tspi.DecisionSafeClose
	)
	tests := []struct {
		name, ps, owners string
		decision         tspi.Decision
		reason           tspi.Reason
		coreDecision     tspi.Decision
		coreReason       tspi.Reason
	}{
		{"a strict orphan", orphan, "", safe, tspi.ReasonOrphan, safe, tspi.ReasonOrphan},
		{"exactly on the threshold", "7 1 300 0.0 1 mcp-server\n", "", safe, tspi.ReasonOrphan, safe,
			tspi.ReasonOrphan},
		{"one second below it", "7 1 299 0.0 1 mcp-server\n", "", check, tspi.ReasonDetached, check,
			tspi.ReasonDetached},
		{"a kind off the allowlist", "7 1 600 0.0 1 vite\n", "", check, tspi.ReasonDetached, check,
			tspi.ReasonDetached},
		{"a kept kind", "7 1 600 0.0 1 caffeinate\n", "", keep, tspi.ReasonKeep, keep, tspi.ReasonKeep},

		{"a kept kind with a reused pid", "7 1 600 0.0 1 caffeinate\n7 1 600 0.0 1 x\n", "", keep, tspi.ReasonKeep, "",
			""},
		{"a kept kind, unreadable", "7 1 x 0.0 1 caffeinate\n", "", keep, tspi.ReasonKeep, "", ""},
		{"a kept kind, registered", "7 1 600 0.0 1 caffeinate\n", `{"registered_helpers":[{"pid":7}]}`, keep,
			tspi.ReasonKeep, keep, tspi.ReasonKeep},

		{"a reused pid", orphan + "7 1 600 0.0 1 x\n", "", check, tspi.ReasonPIDReuse, "", ""},
		{"a reused pid, unreadable and registered", "7 1 x 0.0 1 mcp-server\n7 1 600 0.0 1 x\n",
			`{"registered_helpers":[{"pid":7}]}`,
			check, tspi.ReasonPIDReuse, "", ""},
		{"a malformed line reuses no pid", orphan + "7 1 600\n", "", safe, tspi.ReasonOrphan, safe, tspi.ReasonOrphan},
		{"a zombie reuses a pid as any row does", orphan + "7 1 600 0.0 1 x <defunct>\n", "", check,
			tspi.ReasonPIDReuse, "", ""},

		{"unreadable", "7 1 x 0.0 1 mcp-server\n", "", check, tspi.ReasonUnreadable, "", ""},
		{"unreadable, not detached", "7 8 600 x 1 mcp-server\n", "", check, tspi.ReasonUnreadable, "", ""},
		{"unreadable and registered", "7 1 600 0.0 x mcp-server\n", `{"registered_helpers":[{"pid":7}]}`, check,
			tspi.ReasonUnreadable, "", ""},
		{"older than pid 1", "7 1 600 0.0 1 mcp-server\n1 0 597 0.0 1 init\n", "", check, tspi.ReasonUnreadable, safe,
			tspi.ReasonOrphan},
		{"2 s older than pid 1: started by it", "7 1 600 0.0 1 mcp-server\n1 0 598 0.0 1 init\n", "", check,
			tspi.ReasonActiveOwner, safe, tspi.ReasonOrphan},
		{"2 s younger than pid 1: started by it", "7 1 600 0.0 1 mcp-server\n1 0 602 0.0 1 init\n", "", check,
			tspi.ReasonActiveOwner, safe, tspi.ReasonOrphan},
		{"3 s younger than pid 1", "7 1 600 0.0 1 mcp-server\n1 0 603 0.0 1 init\n", "", safe, tspi.ReasonOrphan, safe,
			tspi.ReasonOrphan},
		{"started by pid 1, where its status is not active", "7 1 600 0.0 1 mcp-server\n1 0 600 0.0 1 init\n",
			`{"active_owner_status_values":["busy"]}`, check, tspi.ReasonOwnerUnsolved, safe, tspi.ReasonOrphan},
		{"started by pid 1 and kept", "7 1 600 0.0 1 caffeinate\n1 0 600 0.0 1 init\n", "", keep, tspi.ReasonKeep, keep,
			tspi.ReasonKeep},
		{"started by pid 1 and registered", "7 1 600 0.0 1 mcp-server\n1 0 600 0.0 1 init\n",
			`{"registered_helpers":[{"pid":7}]}`,
			check, tspi.ReasonRegistered, safe, tspi.ReasonOrphan},

		{"registered", orphan, `{"registered_helpers":[{"pid":7}]}`, check, tspi.ReasonRegistered, safe,
			tspi.ReasonOrphan},
		{"registered with its hash", orphan, `{"registered_helpers":[{"pid":7,"command_hash":"` + hashMCPServer +
			`"}]}`,
			check, tspi.ReasonRegistered, safe, tspi.ReasonOrphan},
		{"registered with another hash", orphan, `{"registered_helpers":[{"pid":7,"command_hash":"` + hashOther +
			`"}]}`,
			safe, tspi.ReasonOrphan, safe, tspi.ReasonOrphan},
		{"registered twice, once with its hash", orphan,
			`{"registered_helpers":[{"pid":7,"command_hash":"` + hashOther + `"},{"pid":7,"command_hash":"` +
				hashMCPServer + `"}]}`,
			check, tspi.ReasonRegistered, safe, tspi.ReasonOrphan},
		{"another pid is registered", orphan,
			`{"registered_helpers":[{"pid":8},{"pid":-7},{"pid":4294967303},{"pid":18446744073709551623}]}`,
			safe, tspi.ReasonOrphan, safe, tspi.ReasonOrphan},
		{"registered below an owner", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n",
			`{"registered_helpers":[{"pid":7}]}`,
			check, tspi.ReasonRegistered, check, tspi.ReasonActiveOwner},

		{"an active owner", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n", "", check, tspi.ReasonActiveOwner,
			check, tspi.ReasonActiveOwner},
		{"a parent", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 sh\n", "", check, tspi.ReasonActiveOwner, check,
			tspi.ReasonActiveOwner},
		{"an owner whose status is not active", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n",
			`{"owner_hints":[{"substring":"claude","status":"finished"}]}`, check, tspi.ReasonOwnerUnsolved, check,
			tspi.ReasonOwnerUnsolved},
		{"an active status of the taxonomy's own", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 claude\n",
			`{"owner_hints":[{"substring":"claude","status":"busy"}],"active_owner_status_values":["busy"]}`, check,
			tspi.ReasonActiveOwner, check, tspi.ReasonActiveOwner},
		{"a parent, where that status is not active", "7 8 600 0.0 1 mcp-server\n8 1 600 0.0 1 sh\n",
			`{"active_owner_status_values":["busy"]}`, check, tspi.ReasonOwnerUnsolved, check,
			tspi.ReasonOwnerUnsolved},
		{"a missing parent", "7 8 600 0.0 1 mcp-server\n", "", check, tspi.ReasonOwnerUnsolved, check,
			tspi.ReasonOwnerUnsolved},
		{"a missing parent, where that status is active", "7 8 600 0.0 1 mcp-server\n",
			`{"active_owner_status_values":["unknown_parent_process"]}`, check, tspi.ReasonActiveOwner, check,
			tspi.ReasonActiveOwner},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fixture{ps: test.ps, owners: test.owners}
			row := only(t, f.classify(t, tspi.Hardened), 7)
			if row.Decision != test.decision || row.Reason != test.reason {
				t.Errorf("hardened: got %s, %s; want %s, %s", row.Decision, row.Reason, test.decision, test.reason)
			}
			if test.coreDecision == "" {
				return
			}
			row = only(t, f.classify(t, tspi.Core), 7)
			if row.Decision != test.coreDecision || row.Reason != test.coreReason {
				t.Errorf("core: got %s, %s; want %s, %s", row.Decision, row.Reason, test.coreDecision, test.coreReason)
			}
		})
	}
}

// Section 5: the threshold is the policy's, whatever its size.
func TestDecisionThreshold(t *testing.T) {
	for minAge, safe := range map[string]bool{"1": true, "600": true, "601": false, "10000000000000000000000": false} {
		policy := `{"kinds":[{"kind":"mcp","match_substrings":["mcp"],"allowlisted":true}],"min_age_seconds":` +
			minAge + `}`
		for _, level := range levels() {
			row := only(t, fixture{ps: orphan, policy: policy}.classify(t, level), 7)
			if got := row.Decision == tspi.DecisionSafeClose; got != safe {
				t.Errorf("%v: min_age_seconds %s: a candidate is %v, want %v", level, minAge, got, safe)
			}
		}
	}
}

// Section 5: detached is section 4.2's word, so a hint cannot detach a helper. In
// core a hint may say launchd_detached (section 1), and its helper is none.
func TestHintDoesNotDetach(t *testing.T) {
	f := fixture{ps: "7 8 600 0.0 1 mcp-server\n8 9 600 0.0 1 claude\n",
		owners: `{"owner_hints":[{"substring":"claude","status":"launchd_detached"}]}`}
	row := only(t, f.classify(t, tspi.Core), 7)
	if row.OwnerStatus != "launchd_detached" || row.Decision != tspi.DecisionOwnerCheck ||
		row.Reason != tspi.ReasonOwnerUnsolved {
		t.Errorf("got %s, %s, %s", row.OwnerStatus, row.Decision, row.Reason)
	}
}
