package tspi_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

func shippedFixtures() []string {
	return []string{"../testdata/fixture", "../testdata/fixtures/unrecognised_init",
		"../testdata/fixtures/nothing_closable"}
}

func shippedInputs(t testing.TB, folder string, level tspi.Level) tspi.Inputs {
	t.Helper()
	in, err := tspi.ReadInputs(readDocument(t, filepath.Join(folder, "process_table.json")),
		readDocument(t, filepath.Join(folder, "pressure_policy.json")),
		readDocument(t, filepath.Join(folder, "owner_classes.json")), level)
	if err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	return in
}

// shippedRow is what the contract gives one helper of the positive fixture.
type shippedRow struct {
	pid    int32
	kind   string
	status string
	reason tspi.Reason
	end    tspi.ChainEnd
	hops   int
	last   int32 // chain_end_pid; 0 for null
}

// The positive fixture row by row, worked out by hand from sections 2 to 5.
func shippedRows() []shippedRow {
	const active, session, unknown = tspi.StatusActiveParent, "active_session_chain", tspi.StatusUnknownParent
	detached := func(pid int32, kind string, reason tspi.Reason) shippedRow {
		return shippedRow{pid, kind, tspi.StatusDetached, reason, tspi.EndDetached, 0, 0}
	}
	under := func(pid int32, status string, reason tspi.Reason, end tspi.ChainEnd, hops int, last int32) shippedRow {
		return shippedRow{pid, "mcp_server", status, reason, end, hops, last}
	}
	kept := func(pid int32) shippedRow {
		return shippedRow{pid, "agent_runtime", "runtime", tspi.ReasonKeep, tspi.EndKeepKind, 0, 0}
	}
	return []shippedRow{
		detached(200, "mcp_server", tspi.ReasonOrphan), // exactly on the threshold
		detached(201, "mcp_server", tspi.ReasonDetached),
		detached(202, "language_server", tspi.ReasonDetached),
		detached(203, "dev_server", tspi.ReasonOrphan),
		detached(204, "keepalive", tspi.ReasonOrphan),
		kept(205),
		detached(206, "mcp_server", tspi.ReasonRegistered), // by pid
		detached(207, "mcp_server", tspi.ReasonRegistered), // by pid and command
		detached(208, "mcp_server", tspi.ReasonOrphan),     // the entry is for another command
		detached(209, "mcp_server", tspi.ReasonOrphan),     // bare seconds, a decimal comma
		detached(220, "mcp_server", tspi.ReasonUnreadable),
		detached(221, "mcp_server", tspi.ReasonUnreadable),
		detached(222, "mcp_server", tspi.ReasonUnreadable),
		under(301, session, tspi.ReasonActiveOwner, tspi.EndOwnerHint, 1, 300),
		under(302, session, tspi.ReasonActiveOwner, tspi.EndOwnerHint, 2, 300),
		under(303, session, tspi.ReasonActiveOwner, tspi.EndOwnerHint, 1, 300),
		under(304, session, tspi.ReasonActiveOwner, tspi.EndOwnerHint, 1, 300),
		{305, "dev_server", session, tspi.ReasonActiveOwner, tspi.EndOwnerHint, 1, 300},
		kept(306),
		under(311, "active_owner_chain", tspi.ReasonActiveOwner, tspi.EndOwnerHint, 1, 310),
		detached(320, "mcp_server", tspi.ReasonOrphan),
		under(321, active, tspi.ReasonActiveOwner, tspi.EndDetachedAncestor, 1, 320),
		under(331, "user_service_manager", tspi.ReasonOwnerUnsolved, tspi.EndOwnerHint, 1, 330),
		under(340, unknown, tspi.ReasonOwnerUnsolved, tspi.EndMissingParent, 0, 0),
		under(341, unknown, tspi.ReasonOwnerUnsolved, tspi.EndMissingParent, 0, 0),
		under(342, active, tspi.ReasonActiveOwner, tspi.EndMissingParent, 1, 343),
		detached(350, "mcp_server", tspi.ReasonPIDReuse),
		detached(350, "mcp_server", tspi.ReasonPIDReuse),
		under(351, unknown, tspi.ReasonOwnerUnsolved, tspi.EndAmbiguousPID, 0, 0),
		under(361, unknown, tspi.ReasonOwnerUnsolved, tspi.EndStaleLink, 0, 0),
		under(370, active, tspi.ReasonActiveOwner, tspi.EndCycle, 2, 370),
		under(371, active, tspi.ReasonActiveOwner, tspi.EndCycle, 2, 371),
		under(372, active, tspi.ReasonActiveOwner, tspi.EndCycle, 1, 372),
		under(408, session, tspi.ReasonActiveOwner, tspi.EndOwnerHint, 8, 400),
		under(410, active, tspi.ReasonActiveOwner, tspi.EndHopLimit, 8, 401),
	}
}

// TestPositiveFixture guards sections 2 to 6 on the fixture that shows them all:
// each row, each pressure group, the lines that are no rows.
func TestPositiveFixture(t *testing.T) {
	inventory := tspi.Classify(shippedInputs(t, shippedFixtures()[0], tspi.Hardened))
	want := shippedRows()
	if len(inventory.Rows) != len(want) {
		t.Fatalf("%d helpers, want %d: %v", len(inventory.Rows), len(want), pids(inventory))
	}
	for i, row := range inventory.Rows {
		got := shippedRow{row.PID, row.ProcessKind, row.OwnerStatus, row.Reason, row.ChainEnd, row.ChainHops, 0}
		if row.ChainEndPID != nil {
			got.last = *row.ChainEndPID
		}
		if got != want[i] {
			t.Errorf("row %d:\n got %+v\nwant %+v", i, got, want[i])
		}
	}
	type group struct {
		kind, status         string
		count, excess, under int
		oldest, newest       int64
	}
	wantGroups := []group{
		{"mcp_server", tspi.StatusActiveParent, 6, 4, 1, 691200, 3600},
		{"mcp_server", "active_session_chain", 5, 3, 0, 691200, 5},
	}
	s := inventory.Summary
	for i, g := range s.ActiveOwnerPressureGroups {
		got := group{g.ProcessKind, g.OwnerStatus, g.Count, g.ExcessCount, g.DetachedAncestorCount, *g.OldestAgeS,
			*g.NewestAgeS}
		if i >= len(wantGroups) || got != wantGroups[i] {
			t.Errorf("group %d: %+v is not wanted there", i, got)
		}
	}
	if len(s.ActiveOwnerPressureGroups) != len(wantGroups) {
		t.Errorf("%d groups, want %d (dev_server is at its budget)", len(s.ActiveOwnerPressureGroups), len(wantGroups))
	}
	if want := (tspi.SkippedLines{Comment: 10, Header: 2, Malformed: 2}); s.SkippedLineCounts != want ||
		s.Init != tspi.InitRecognised {
		t.Errorf("skipped %+v under init %s, want %+v under a recognised one", s.SkippedLineCounts, s.Init, want)
	}
}

// TestFixturesShowTheVocabulary guards the fixtures' purpose: together they show
// every decision, reason and chain end of sections 4 and 5.
func TestFixturesShowTheVocabulary(t *testing.T) {
	seen := map[string]bool{}
	for _, folder := range shippedFixtures() {
		for _, row := range tspi.Classify(shippedInputs(t, folder, tspi.Hardened)).Rows {
			seen[string(row.Decision)], seen[string(row.Reason)], seen[string(row.ChainEnd)] = true, true, true
		}
	}
	want := []string{
		"candidate_safe_close", "requires_owner_check", "keep",
		"runtime_not_helper_cleanup", "pid_reuse_requires_owner_check", "row_unreadable_requires_owner_check",
		"registered_helper_requires_owner_check", "strict_orphan_allowlist_age_threshold_met",
		"detached_process_not_in_safe_close_predicate", "active_parent_chain_requires_owner_check",
		"parent_owner_not_resolved",
		"keep_kind", "detached", "unrecognised_init", "hop_limit", "cycle", "missing_parent", "ambiguous_pid",
		"stale_link",
		"owner_hint", "detached_ancestor",
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, want) {
		t.Errorf("shown:\n%v\nwant:\n%v", got, want)
	}
}

// TestFurtherFixtures guards sections 4.2 and 5 in the two places where nothing
// may be closed: a container whose pid 1 is no init, and a user session whose
// orphans never reach pid 1. Their neighbours with an init, or with parent 1,
// would have candidates.
func TestFurtherFixtures(t *testing.T) {
	for _, c := range []struct {
		folder       string
		init         tspi.InitState
		pid          int32
		status       string
		end          tspi.ChainEnd
		helpers      int
		becomes      func(*tspi.Inputs) // the one fact that makes a candidate
		thenClosable int
	}{
		{shippedFixtures()[1], tspi.InitUnrecognised, 104, "active_owner_chain", tspi.EndUnrecognisedInit, 6,
			func(in *tspi.Inputs) { in.Owners.InitNames = []string{"node"} }, 2},
		{shippedFixtures()[2], tspi.InitRecognised, 3100, "user_service_manager", tspi.EndOwnerHint, 6,
			func(in *tspi.Inputs) { in.Policy.MinAgeSeconds = tspi.NewInteger(120) }, 1},
	} {
		t.Run(filepath.Base(c.folder), func(t *testing.T) {
			in := shippedInputs(t, c.folder, tspi.Hardened)
			inventory := tspi.Classify(in)
			s := inventory.Summary
			if s.CandidateSafeCloseCount != 0 || s.ProcessCount != c.helpers || s.Init != c.init {
				t.Errorf("%d candidates of %d helpers under init %s, want 0 of %d under %s",
					s.CandidateSafeCloseCount, s.ProcessCount, s.Init, c.helpers, c.init)
			}
			if row := only(t, inventory, c.pid); row.OwnerStatus != c.status || row.ChainEnd != c.end {
				t.Errorf("pid %d is of %s by %s, want %s by %s", c.pid, row.OwnerStatus, row.ChainEnd, c.status, c.end)
			}
			c.becomes(&in)
			if got := tspi.Classify(in).Summary.CandidateSafeCloseCount; got != c.thenClosable {
				t.Errorf("with the one fact changed %d candidates, want %d", got, c.thenClosable)
			}
		})
	}
}

// TestFixturesMayBeShown guards section 7: no positive input holds a path, a
// command's key or a signal.
func TestFixturesMayBeShown(t *testing.T) {
	for _, folder := range shippedFixtures() {
		for _, name := range []string{"process_table", "pressure_policy", "owner_classes"} {
			for _, leak := range tspi.Guard(readDocument(t, filepath.Join(folder, name+".json")), tspi.Hardened) {
				t.Error(fmt.Sprint(folder, ": ", name, ": ", leak.Code, " at ", leak.Pointer))
			}
		}
	}
}
