package tspi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// explainPolicy has one allowlisted kind with an exclusion, and one to be kept.
const explainPolicy = `{
	"kinds": [
		{"kind": "mcp", "match_substrings": ["mcp-server"], "exclude_substrings": ["grep "], "allowlisted": true},
		{"kind": "runtime", "match_substrings": ["runtimed"]}
	],
	"keep_kinds": ["runtime"]
}`

const explainOwners = `{"owner_hints": [{"substring": "agent", "status": "active_session_chain"}]}`

func explainInputs(t *testing.T, psText string, level tspi.Level) tspi.Inputs {
	t.Helper()
	in := tspi.Inputs{Level: level}
	var err error
	if in.Table, err = tspi.ParseTable(psText, level); err != nil {
		t.Fatal(err)
	}
	document := func(text string) tspi.Value {
		v, err := tspi.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if in.Policy, err = tspi.ReadPolicy(document(explainPolicy), level); err != nil {
		t.Fatal(err)
	}
	if in.Owners, err = tspi.ReadOwners(document(explainOwners), level); err != nil {
		t.Fatal(err)
	}
	return in
}

// Guards section 3: for a row without a kind, which of its sentences applies.
// Each refusal stands beside a helper that differs in one fact.
func TestExplainSaysWhyARowIsNoHelper(t *testing.T) {
	for _, test := range []struct {
		name, row string
		pid       int32
		level     tspi.Level
		want      tspi.NotHelper
		excluded  []string
	}{
		{"a helper", "10 2 10:00 0.0 100 node mcp-server", 10, tspi.Hardened, "", nil},
		{"no kind matches", "10 2 10:00 0.0 100 node server", 10, tspi.Hardened, tspi.NotHelperNoKind, nil},
		{"excluded", "10 2 10:00 0.0 100 grep mcp-server", 10, tspi.Hardened, tspi.NotHelperExcluded, []string{"mcp"}},
		{"excluded by one kind, taken by the next", "10 2 10:00 0.0 100 grep mcp-server runtimed", 10, tspi.Hardened,
			"", []string{"mcp"}},
		{"excluded only in the hardened law", "10 2 10:00 0.0 100 grep mcp-server", 10, tspi.Core, "", nil},
		{"a process title", "10 2 10:00 0.0 100 [mcp-server]", 10, tspi.Hardened, tspi.NotHelperTitle, nil},
		{"a process title in the core law", "10 2 10:00 0.0 100 [mcp-server]", 10, tspi.Core, "", nil},
		{"pid 1", "1 0 10:00 0.0 100 node mcp-server", 1, tspi.Hardened, tspi.NotHelperPID, nil},
		{"pid 1 in the core law", "1 0 10:00 0.0 100 node mcp-server", 1, tspi.Core, "", nil},
		{"pid 2", "2 0 10:00 0.0 100 node mcp-server", 2, tspi.Hardened, "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := tspi.Explain(explainInputs(t, test.row, test.level), test.pid)
			if len(got) != 1 {
				t.Fatalf("%d explanations, want 1", len(got))
			}
			if got[0].NotHelper != test.want || !slices.Equal(got[0].Excluded, test.excluded) {
				t.Errorf("NotHelper %q, Excluded %v; want %q, %v", got[0].NotHelper, got[0].Excluded, test.want,
					test.excluded)
			}
			if (got[0].Helper == nil) != (test.want != "") {
				t.Errorf("Helper is %v beside NotHelper %q", got[0].Helper, got[0].NotHelper)
			}
		})
	}
}

// Guards section 3: of each kind that names a row by a match substring, which of the
// policy's words did, where, and how it was tried, up to the kind that took the row.
func TestExplainTellsTrials(t *testing.T) {
	const policy = `{"kinds": [
		{"kind": "notes", "match_at": "program", "match_substrings": ["never", "notes-mcp", "notes"], "exclude_substrings": ["--port", "--http"]},
		{"kind": "plugin", "match_substrings": ["plugins/"], "require_substrings": ["run start", "run dev"]},
		{"kind": "mcp", "match_at": "command", "match_substrings": ["-mcp"], "exclude_substrings": ["vim "]},
		{"kind": "late", "match_substrings": ["mcp"]}
	]}`
	const program, command = tspi.MatchAtProgram, tspi.MatchAtCommand
	tests := []struct {
		name, command string
		want          []tspi.KindTrial
		why           tspi.NotHelper
		noProgram     bool
	}{
		{"taken by its program", "node /x/notes-mcp/index.js", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindTakes, Match: "notes-mcp", MatchAt: program}}, "", false},
		{"the first word of the policy, not of the command", "node notes-mcp-never", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindTakes, Match: "never", MatchAt: program}}, "", false},
		{"mentioned only", "ls notes", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindMentioned, Match: "notes", MatchAt: program}}, tspi.NotHelperMentioned,
			false},
		{"mentioned, with no program", "node -e notes", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindMentioned, Match: "notes", MatchAt: program}}, tspi.NotHelperMentioned,
			false},
		{"mentioned, with the empty program", "/opt/My work/notes", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindMentioned, Match: "notes", MatchAt: program}}, tspi.NotHelperMentioned,
			true},
		{"excluded", "notes --http", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindExcludes, Match: "notes", MatchAt: program, Exclude: "--http"}},
			tspi.NotHelperExcluded, false},
		{"excluded, then taken in the command", "notes-mcp --http --port", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindExcludes, Match: "notes-mcp", MatchAt: program, Exclude: "--port"},
			{Kind: "mcp", Outcome: tspi.KindTakes, Match: "-mcp", MatchAt: command}}, "", false},
		{"required", "bun plugins/a run dev", []tspi.KindTrial{
			{Kind: "plugin", Outcome: tspi.KindTakes, Match: "plugins/", MatchAt: command, Require: "run dev"}}, "",
			false},
		{"a require substring is missing", "bun plugins/a run", []tspi.KindTrial{
			{Kind: "plugin", Outcome: tspi.KindRequires, Match: "plugins/", MatchAt: command}}, tspi.NotHelperRequired,
			false},
		{"each for another reason", "vim notes-mcp plugins/", []tspi.KindTrial{
			{Kind: "notes", Outcome: tspi.KindMentioned, Match: "notes-mcp", MatchAt: program},
			{Kind: "plugin", Outcome: tspi.KindRequires, Match: "plugins/", MatchAt: command},
			{Kind: "mcp", Outcome: tspi.KindExcludes, Match: "-mcp", MatchAt: command, Exclude: "vim "},
			{Kind: "late", Outcome: tspi.KindTakes, Match: "mcp", MatchAt: command}}, "", false},
		{"nothing", "node server", nil, tspi.NotHelperNoKind, false},
		{"a process title is not tried", "[notes]", nil, tspi.NotHelperTitle, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := fixture{ps: "10 2 10:00 0.0 100 " + test.command, policy: policy}.inputs(t, tspi.Hardened)
			got := tspi.Explain(in, 10)[0]
			if !slices.Equal(got.Trials, test.want) || got.NotHelper != test.why || got.NoProgram != test.noProgram {
				t.Errorf("got %+v, %q, no program: %v\nwant %+v, %q, %v", got.Trials, got.NotHelper, got.NoProgram,
					test.want, test.why, test.noProgram)
			}
			if (got.Helper == nil) != (test.why != "") {
				t.Errorf("Helper is %v beside NotHelper %q", got.Helper, got.NotHelper)
			}
		})
	}
	// By the core law the first kind that occurs in the command takes it.
	core := tspi.Explain(fixture{ps: "10 2 10:00 0.0 100 ls notes --port", policy: policy}.inputs(t, tspi.Core), 10)[0]
	if want := []tspi.KindTrial{{Kind: "notes", Outcome: tspi.KindTakes, Match: "notes",
		MatchAt: command}}; !slices.Equal(core.Trials, want) || core.NoProgram {
		t.Errorf("core: got %+v, want %+v", core.Trials, want)
	}
}

// Guards section 4.2: a row that init started leads to pid 1, the one hop.
func TestExplainStartedByInit(t *testing.T) {
	got := tspi.Explain(explainInputs(t, "10 1 10:00 0 1 mcp-server\n1 0 10:02 0 1 init", tspi.Hardened), 10)[0]
	if got.Helper.ChainEnd != tspi.EndStartedByInit || len(got.Hops) != 1 || got.Hops[0].PID != 1 || got.Stop != nil {
		t.Errorf("got %s after %+v, stop %+v; want started_by_init at pid 1", got.Helper.ChainEnd, got.Hops, got.Stop)
	}
}

// Guards section 4.3: the hops are the processes visited, in order, and Stop is
// the one that the walk refused to visit.
func TestExplainFollowsTheChain(t *testing.T) {
	for _, test := range []struct {
		name, table string
		end         tspi.ChainEnd
		hops        []int32
		stop        int32 // 0: none
	}{
		{"owner hint", "10 20 10:00 0 1 mcp-server\n20 30 10:00 0 1 sh\n30 40 10:00 0 1 agent", tspi.EndOwnerHint,
			[]int32{20, 30}, 0},
		{"missing parent", "10 20 10:00 0 1 mcp-server\n20 30 10:00 0 1 sh", tspi.EndMissingParent, []int32{20}, 0},
		{"cycle", "10 20 10:00 0 1 mcp-server\n20 30 10:00 0 1 sh\n30 20 10:00 0 1 sh", tspi.EndCycle, []int32{20, 30},
			20},
		{"own parent", "10 10 10:00 0 1 mcp-server", tspi.EndCycle, []int32{10}, 10},
		{"stale link", "10 20 10:00 0 1 mcp-server\n20 1 09:57 0 1 sh", tspi.EndStaleLink, nil, 20},
		{"two seconds are no stale link", "10 20 10:00 0 1 mcp-server\n20 1 09:58 0 1 sh", tspi.EndDetachedAncestor,
			[]int32{20}, 0},
		{"ambiguous parent", "10 20 10:00 0 1 mcp-server\n20 1 10:00 0 1 sh\n20 1 10:00 0 1 sh", tspi.EndAmbiguousPID,
			nil, 0},
		{"detached", "10 1 10:00 0 1 mcp-server", tspi.EndDetached, nil, 0},
		{"kept", "10 20 10:00 0 1 runtimed\n20 1 10:00 0 1 sh", tspi.EndKeepKind, nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := tspi.Explain(explainInputs(t, test.table, tspi.Hardened), 10)[0]
			if got.Helper.ChainEnd != test.end {
				t.Errorf("chain end %s, want %s", got.Helper.ChainEnd, test.end)
			}
			var hops []int32
			for _, hop := range got.Hops {
				hops = append(hops, hop.PID)
			}
			if !slices.Equal(hops, test.hops) {
				t.Errorf("hops %v, want %v", hops, test.hops)
			}
			stop := int32(0)
			if got.Stop != nil {
				stop = got.Stop.PID
			}
			if stop != test.stop {
				t.Errorf("stop at %d, want %d", stop, test.stop)
			}
		})
	}
}

// Guards section 4.3: a ninth process is not visited, and each hop tells its age,
// its own kind and what the hints say of it.
func TestExplainTellsEachHop(t *testing.T) {
	table :=
		"10 20 10:00 0 1 mcp-server\n20 30 11:00 0 1 node mcp-server\n30 40 x 0 1 sh\n40 50 12:00 0 1 sh\n50 60 12:00 0 1 sh\n" +
			"60 70 12:00 0 1 sh\n70 80 12:00 0 1 sh\n80 90 12:00 0 1 sh\n90 100 12:00 0 1 sh\n100 1 12:00 0 1 agent"
	got := tspi.Explain(explainInputs(t, table, tspi.Hardened), 10)[0]
	if len(got.Hops) != 8 || got.Helper.ChainEnd != tspi.EndHopLimit {
		t.Fatalf("%d hops, end %s; want 8, %s", len(got.Hops), got.Helper.ChainEnd, tspi.EndHopLimit)
	}
	first := tspi.Hop{PID: 20, PPID: 30, Age: 660, HasAge: true, Kind: "mcp", OwnerStatus: "active_parent_process"}
	if got.Hops[0] != first {
		t.Errorf("first hop %+v, want %+v", got.Hops[0], first)
	}
	if got.Hops[1].HasAge {
		t.Error("an unreadable age is told as a known one")
	}
	last := tspi.Hop{PID: 100, PPID: 1, Age: 720, HasAge: true, OwnerStatus: "active_session_chain"}
	if got.Stop == nil || *got.Stop != last {
		t.Errorf("stop %+v, want %+v", got.Stop, last)
	}
}

// Guards section 4.3: the walk ends at the hop limit whatever stands above, so the
// ninth process may be none, or not to be told from another. Then there is no Stop.
func TestExplainAboveTheHopLimit(t *testing.T) {
	const eight = "10 20 10:00 0 1 mcp-server\n20 30 10:00 0 1 sh\n30 40 10:00 0 1 sh\n40 50 10:00 0 1 sh\n50 60 10:00 0 1 sh\n" +
		"60 70 10:00 0 1 sh\n70 80 10:00 0 1 sh\n80 90 10:00 0 1 sh\n90 100 10:00 0 1 sh\n"
	for _, test := range []struct {
		name, ninth string
		stop        bool
	}{
		{"there", "100 1 10:00 0 1 sh\n", true},
		{"not there", "", false},
		{"there twice", "100 1 10:00 0 1 sh\n100 1 10:00 0 1 sh\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := tspi.Explain(explainInputs(t, eight+test.ninth, tspi.Hardened), 10)[0]
			if len(got.Hops) != 8 || got.Helper.ChainEnd != tspi.EndHopLimit {
				t.Fatalf("%d hops, end %s; want 8, %s", len(got.Hops), got.Helper.ChainEnd, tspi.EndHopLimit)
			}
			if (got.Stop != nil) != test.stop {
				t.Errorf("stop %+v, want one: %v", got.Stop, test.stop)
			}
		})
	}
}

// Guards section 5: a reused pid is explained once a row, one out of the table
// not at all, and no explanation differs from what Classify says.
func TestExplainAgreesWithClassify(t *testing.T) {
	table := strings.Join([]string{
		"10 1 10:00 0.5 1 mcp-server", "11 1 01:00 0.5 1 mcp-server", "12 13 10:00 0.5 1 mcp-server",
		"13 1 10:00 0.5 1 agent", "10 13 09:00 0.5 1 mcp-server two", "14 13 10:00 0.5 1 runtimed"}, "\n")
	in := explainInputs(t, table, tspi.Hardened)
	if got := tspi.Explain(in, 99); len(got) != 0 {
		t.Errorf("a pid that is not in the table has %d explanations", len(got))
	}
	if got := tspi.Explain(in, 10); len(got) != 2 {
		t.Fatalf("a pid of two rows has %d explanations", len(got))
	}
	for _, row := range tspi.Classify(in).Rows {
		agrees := slices.ContainsFunc(tspi.Explain(in, row.PID), func(e tspi.Explanation) bool {
			h := e.Helper
			return h.CommandHash == row.CommandHash && h.Decision == row.Decision && h.Reason == row.Reason &&
				h.OwnerStatus == row.OwnerStatus
		})
		if !agrees {
			t.Errorf("pid %d: Explain and Classify disagree", row.PID)
		}
	}
}
