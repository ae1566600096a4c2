package tspi_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"
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

// builtInKinds are the kinds of the built-in policy in the order in which they are
// tried, and whether each may ever be closed.
var builtInKinds = []struct {
	name        string
	allowlisted bool
}{
	{"keepalive", true},
	{"sleep_inhibitor", true},
	{"dev_server", true},
	{"dev_watcher", true},
	{"web_server", false},
	{"mcp_bridge", true},
	{"mcp_service", false},
	{"mcp_plugin", true},
	{"agent_mcp", true},
	{"mcp_command", true},
	{"mcp_server", true},
	{"language_server", false},
}

// TestBuiltInPolicyAllowlist guards what people rely on: which kinds may ever be
// closed, from which age, and that each kind has a budget. Servers that listen are
// told apart before servers that do not.
func TestBuiltInPolicyAllowlist(t *testing.T) {
	policy, _ := builtIn(t)
	if age, _ := policy.MinAgeSeconds.Int64(); age != 300 {
		t.Errorf("a candidate is at least %v s old, want 300", policy.MinAgeSeconds)
	}
	if len(policy.Kinds) != len(builtInKinds) {
		t.Fatalf("%d kinds, want %d", len(policy.Kinds), len(builtInKinds))
	}
	for i, kind := range policy.Kinds {
		if want := builtInKinds[i]; kind.Name != want.name || kind.Allowlisted != want.allowlisted {
			t.Errorf("kind %d is %s, allowlisted %v; want %+v", i, kind.Name, kind.Allowlisted, want)
		}
		if kind.Budget == nil || kind.Keep {
			t.Errorf("kind %s: want a budget, and not to be kept", kind.Name)
		}
	}
}

// TestBuiltInPolicyIsPositive guards section 3 under the built-in policy: what may
// be closed is named by its program, and the policy stays small enough to be read.
// No list of what to leave out ends.
func TestBuiltInPolicyIsPositive(t *testing.T) {
	policy, _ := builtIn(t)
	count := 0
	for _, kind := range policy.Kinds {
		count += len(kind.Match) + len(kind.Require) + len(kind.Exclude)
		if kind.Allowlisted && kind.MatchAt != tspi.MatchAtProgram {
			t.Errorf("kind %s may be closed, but is matched anywhere in the command", kind.Name)
		}
		if len(kind.Exclude) > 20 {
			t.Errorf("kind %s has %d exclude substrings, want at most 20", kind.Name, len(kind.Exclude))
		}
	}
	if count > 150 {
		t.Errorf("%d substrings in all, want at most 150", count)
	}
}

// TestBuiltInLaunchers guards section 3: the policy's launchers are the contract's, then its own.
func TestBuiltInLaunchers(t *testing.T) {
	document := readDocument(t, filepath.Join(policiesFolder, "pressure_policy.json")).(strict.Object)
	contract := readText(t, "../docs/contract.md")
	_, list, _ := strings.Cut(contract, "\n`launchers`: ")
	list, _, _ = strings.Cut(list, "\n`value_options`: ")
	want := strings.Fields(strings.NewReplacer("`", "", ".\n", "\n", " .", "").Replace(list + "\n"))
	want[len(want)-1] = strings.TrimSuffix(want[len(want)-1], ".")
	if len(want) < 40 {
		t.Fatalf("the contract has %d launchers: this proves nothing", len(want))
	}
	var got []string
	for _, v := range document.Array("launchers") {
		got = append(got, v.(string))
	}
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("the policy's launchers are\n%q, want\n%q first", got, want)
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
	for _, kind := range builtInKinds {
		if count[kind.name] == 0 {
			t.Errorf("no command of kind %s is tried", kind.name)
		}
	}
	if count["none"] == 0 {
		t.Error("no stranger is tried")
	}
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
		{"../field/06-podman-conmon.txt", 90111, "container_runtime", tspi.EndOwnerHint},
		{"../field/08-openclaw-gateway.txt", 4101, "agent_gateway", tspi.EndOwnerHint},
		{"../field-more/51-mac-orphans.txt", 2201, "editor_host", tspi.EndOwnerHint},
		{"../field-more/52-linux-services.txt", 941, "service_manager", tspi.EndOwnerHint},
		{"../field-more/55-prompts-folders-addresses.txt", 4020, "ci_runner", tspi.EndOwnerHint},
	} {
		table, err := tspi.ParseTable(readText(t, filepath.Join(captureFolders()[0], c.file)), tspi.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		row := only(t, tspi.Classify(tspi.Inputs{Table: table, Policy: policy, Owners: owners}), c.pid)
		if row.OwnerStatus != c.status || row.ChainEnd != c.end {
			t.Errorf("%s: pid %d is of %s by %s, want %s by %s", c.file, c.pid, row.OwnerStatus, row.ChainEnd, c.status,
				c.end)
		}
	}
}

// TestBuiltInPressure guards section 6: eight servers of one session are more
// than its budget, and the request goes to that session's agent.
func TestBuiltInPressure(t *testing.T) {
	policy, owners := builtIn(t)
	table, err := tspi.ParseTable(readText(t, filepath.Join(captureFolders()[0], "01-context-mode-live-opencode.txt")),
		tspi.Hardened)
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
		t.Errorf("got %d of %s, asked of %v; want 8 of mcp_server, asked of opencode", group.Count, group.ProcessKind,
			target)
	}
}
