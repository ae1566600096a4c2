package tspi_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// TestBuiltInPolicyMayBeShown guards section 7: the built-in documents pass the
// guard that a run puts over its inputs.
func TestBuiltInPolicyMayBeShown(t *testing.T) {
	for _, name := range []string{"pressure_policy.json", "owner_classes.json"} {
		document := readDocument(t, filepath.Join(policiesFolder, name))
		for _, leak := range tspi.Guard(document, tspi.Hardened) {
			t.Errorf("%s: %s at %s", name, leak.Code, leak.Pointer)
		}
	}
}

// TestBuiltInPolicyAllowlist guards what people rely on: which kinds may ever be
// closed, from which age, and that each kind has a budget.
func TestBuiltInPolicyAllowlist(t *testing.T) {
	policy, _ := builtIn(t)
	if age, _ := policy.MinAgeSeconds.Int64(); age != 300 {
		t.Errorf("a candidate is at least %v s old, want 300", policy.MinAgeSeconds)
	}
	allowlisted := map[string]bool{
		"language_server": false, "keepalive": true, "sleep_inhibitor": true, "dev_server": true, "mcp_server": true,
	}
	if len(policy.Kinds) != len(allowlisted) {
		t.Errorf("%d kinds, want %d", len(policy.Kinds), len(allowlisted))
	}
	for _, kind := range policy.Kinds {
		if want, known := allowlisted[kind.Name]; !known || kind.Allowlisted != want {
			t.Errorf("kind %s: allowlisted is %v, want %v (known: %v)", kind.Name, kind.Allowlisted, want, known)
		}
		if kind.Budget == nil || kind.Keep {
			t.Errorf("kind %s: want a budget, and not to be kept", kind.Name)
		}
	}
}

// TestBuiltInKindsOfCommands guards section 3 under the built-in policy, command
// by command: what a helper's command looks like, and what only looks like one.
func TestBuiltInKindsOfCommands(t *testing.T) {
	policy, owners := builtIn(t)
	lines := strings.Split(strings.TrimSuffix(readText(t, filepath.Join(policiesFolder, "commands.tsv")), "\n"), "\n")
	count := map[string]int{}
	for _, line := range lines[1:] {
		want, command, _ := strings.Cut(line, "\t")
		count[want]++
		table, err := tspi.ParseTable("7 1 01:00:00 0.0 100 "+command, tspi.Hardened)
		if err != nil {
			t.Fatalf("%q: %v", command, err)
		}
		got := "none"
		inventory := tspi.Classify(tspi.Inputs{Table: table, Policy: policy, Owners: owners})
		if len(inventory.Rows) > 0 {
			got = inventory.Rows[0].ProcessKind
		}
		if got != want {
			t.Errorf("%q: kind %s, want %s", command, got, want)
		}
	}
	for _, kind := range []string{"language_server", "keepalive", "sleep_inhibitor", "dev_server", "mcp_server", "none"} {
		if count[kind] == 0 {
			t.Errorf("no command of kind %s is tried", kind)
		}
	}
}

// TestBuiltInExclusionsAgree holds the policy to its README: a kind does not see
// another's exclusions, so what is never a helper stands in every kind that
// matches by a loose name. dev_server's list is the reference but for its own
// first part.
func TestBuiltInExclusionsAgree(t *testing.T) {
	policy, _ := builtIn(t)
	shared := map[string][]string{}
	for _, kind := range policy.Kinds {
		if start := slices.Index(kind.Exclude, "vim "); start >= 0 && kind.Name != "sleep_inhibitor" {
			shared[kind.Name] = kind.Exclude[start:]
		}
	}
	for _, name := range []string{"language_server", "mcp_server"} {
		if len(shared[name]) == 0 || !slices.Equal(shared[name], shared["dev_server"]) {
			t.Errorf("%s and dev_server exclude different strangers: %v", name, difference(shared[name], shared["dev_server"]))
		}
	}
}

// difference is what only one of two lists holds.
func difference(a, b []string) []string {
	var only []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			only = append(only, s)
		}
	}
	for _, s := range b {
		if !slices.Contains(a, s) {
			only = append(only, s)
		}
	}
	return only
}

// TestBuiltInOwners guards section 4 under the built-in taxonomy: whose a helper
// is, where the walk ends, and that a wrapper's arguments do not name its owner.
func TestBuiltInOwners(t *testing.T) {
	policy, owners := builtIn(t)
	for _, c := range []struct {
		file   string
		pid    int32
		status string
		end    tspi.ChainEnd
	}{
		{"01-context-mode-live-opencode.txt", 25257, "opencode_session", tspi.EndOwnerHint},
		{"02-claude-mcp-serve-mixed.txt", 63610, "codex_session", tspi.EndOwnerHint},
		{"02-claude-mcp-serve-mixed.txt", 9777, "codex_session", tspi.EndOwnerHint},
		{"04-uv-wrapper-pair-launchd.txt", 1982, tspi.StatusActiveParent, tspi.EndDetachedAncestor},
		{"04-uv-wrapper-pair-launchd.txt", 84131, "background_worker", tspi.EndOwnerHint},
		{"05-live-but-ppid1.txt", 42044, "claude_session", tspi.EndOwnerHint},
		{"06-systemd-user-subreaper.txt", 180233, "user_service_manager", tspi.EndOwnerHint},
		{"06-systemd-user-subreaper.txt", 180260, "user_service_manager", tspi.EndOwnerHint},
		{"06-systemd-user-subreaper.txt", 355166, "background_worker", tspi.EndOwnerHint},
		{"06-systemd-user-subreaper.txt", 42010, "codex_session", tspi.EndOwnerHint},
		{"10-docker-exec-ppid0.txt", 540, "active_session_chain", tspi.EndOwnerHint},
		{"10-docker-exec-ppid0.txt", 900, tspi.StatusUnknownParent, tspi.EndMissingParent},
		{"17-finished-session-wrapper-chain.txt", 5482, "claude_session", tspi.EndOwnerHint},
		{"19-parent-missing-or-reused.txt", 8800, tspi.StatusUnknownParent, tspi.EndStaleLink},
	} {
		table, err := tspi.ParseTable(readText(t, filepath.Join(captureFolders()[0], c.file)), tspi.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		row := only(t, tspi.Classify(tspi.Inputs{Table: table, Policy: policy, Owners: owners}), c.pid)
		if row.OwnerStatus != c.status || row.ChainEnd != c.end {
			t.Errorf("%s: pid %d is of %s by %s, want %s by %s", c.file, c.pid, row.OwnerStatus, row.ChainEnd, c.status, c.end)
		}
	}
}

// TestBuiltInPressure guards section 6: eight servers of one session are more
// than its budget, and the request goes to that session's agent.
func TestBuiltInPressure(t *testing.T) {
	policy, owners := builtIn(t)
	table, err := tspi.ParseTable(readText(t, filepath.Join(captureFolders()[0], "01-context-mode-live-opencode.txt")), tspi.Hardened)
	if err != nil {
		t.Fatal(err)
	}
	groups := tspi.Classify(tspi.Inputs{Table: table, Policy: policy, Owners: owners}).Summary.ActiveOwnerPressureGroups
	if len(groups) != 1 {
		t.Fatalf("%d pressure groups, want 1", len(groups))
	}
	group := groups[0]
	target := group.OwnerReleaseRequest.TargetOwner
	if group.ProcessKind != "mcp_server" || group.Count != 8 || target == nil || *target != "opencode" {
		t.Errorf("got %d of %s, asked of %v; want 8 of mcp_server, asked of opencode", group.Count, group.ProcessKind, target)
	}
}
