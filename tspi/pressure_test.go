package tspi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// wantGroup is what section 6 says of one pressure group; an age of -1 stands
// for null.
type wantGroup struct {
	kind, status               string
	count, excess, fromWrapper int
	oldest, newest             int64
}

func groupsOf(summary tspi.Summary) []wantGroup {
	age := func(p *int64) int64 {
		if p == nil {
			return -1
		}
		return *p
	}
	var groups []wantGroup
	for _, g := range summary.ActiveOwnerPressureGroups {
		detached := 0
		if g.GroupChains != nil {
			detached = g.DetachedAncestorCount
		}
		groups = append(groups, wantGroup{g.ProcessKind, g.OwnerStatus, g.Count, g.ExcessCount, detached,
			age(g.OldestAgeS), age(g.NewestAgeS)})
	}
	return groups
}

func kindsPolicy(kinds ...string) string {
	return `{"kinds":[` + strings.Join(kinds, ",") + `]}`
}

func kindEntry(name, more string) string {
	return fmt.Sprintf(`{"kind":%q,"match_substrings":[%q]%s}`, name, name+"-server", more)
}

const sessionRow = "20 1 1:00:00 0.0 1 claude\n"

// Section 6: helpers whose owner status is active, kept ones excepted, are
// grouped by kind and owner status; where the kind has a budget and the group is
// larger, it is emitted.
func TestPressureGroups(t *testing.T) {
	three := "21 20 600 0.0 1 a-server\n22 20 500 0.0 1 a-server\n23 20 700 0.0 1 a-server\n" + sessionRow
	tests := []struct {
		name, ps, policy, owners string
		want                     []wantGroup
	}{
		{"over budget", three, kindsPolicy(kindEntry("a", `,"budget":2`)), "",
			[]wantGroup{{"a", "active_session_chain", 3, 1, 0, 700, 500}}},
		{"at budget", three, kindsPolicy(kindEntry("a", `,"budget":3`)), "", nil},
		{"a budget of none", three, kindsPolicy(kindEntry("a", `,"budget":0`)), "",
			[]wantGroup{{"a", "active_session_chain", 3, 3, 0, 700, 500}}},
		{"a budget beyond 64 bits", three, kindsPolicy(kindEntry("a", `,"budget":10000000000000000000000`)), "", nil},
		{"no budget", three, kindsPolicy(kindEntry("a", "")), "", nil},
		{"kept", three, `{"kinds":[` + kindEntry("a", `,"budget":0,"keep_owner_status":"active_session_chain"`) +
			`],"keep_kinds":["a"]}`, "", nil},
		{"a status that is not active", three, kindsPolicy(kindEntry("a", `,"budget":0`)),
			`{"owner_hints":[{"substring":"claude","status":"finished"}]}`, nil},
		{"that status made active", three, kindsPolicy(kindEntry("a", `,"budget":0`)),
			`{"owner_hints":[{"substring":"claude","status":"finished"}],"active_owner_status_values":["finished"]}`,
			[]wantGroup{{"a", "finished", 3, 3, 0, 700, 500}}},
		{"detached helpers are no group", "21 1 600 0.0 1 a-server\n", kindsPolicy(kindEntry("a", `,"budget":0`)), "",
			nil},
		{"helpers without a known owner are no group", "21 99 600 0.0 1 a-server\n",
			kindsPolicy(kindEntry("a", `,"budget":0`)), "", nil},
		{"two owner statuses are two groups", three + "31 32 100 0.0 1 a-server\n32 1 100 0.0 1 npm\n",
			kindsPolicy(kindEntry("a", `,"budget":0`)), "",
			[]wantGroup{{"a", "active_session_chain", 3, 3, 0, 700, 500},
				{"a", "active_parent_process", 1, 1, 1, 100, 100}}},
		{"two sessions of one status are one group", three + "31 32 100 0.0 1 a-server\n32 1 100 0.0 1 claude\n",
			kindsPolicy(kindEntry("a", `,"budget":3`)), "",
			[]wantGroup{{"a", "active_session_chain", 4, 1, 0, 700, 100}}},
		{"registered helpers count", three, kindsPolicy(kindEntry("a", `,"budget":2`)),
			`{"owner_hints":[{"substring":"claude","status":"active_session_chain"}],"registered_helpers":[{"pid":21},{"pid":22}]}`,
			[]wantGroup{{"a", "active_session_chain", 3, 1, 0, 700, 500}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fixture{ps: test.ps, policy: test.policy, owners: test.owners}
			summary := f.classify(t, tspi.Hardened).Summary
			if got := groupsOf(summary); !slices.Equal(got, test.want) {
				t.Errorf("hardened: got %+v, want %+v", got, test.want)
			}
			requests := 0
			for _, g := range test.want {
				requests += g.excess
			}
			if summary.ActiveOwnerPressureGroupCount != len(test.want) ||
				summary.ActiveOwnerReleaseRequestCount != requests {
				t.Errorf("the counts are %d and %d, want %d and %d", summary.ActiveOwnerPressureGroupCount,
					summary.ActiveOwnerReleaseRequestCount, len(test.want), requests)
			}
			for i := range test.want {
				test.want[i].fromWrapper = 0 // core has no such field
			}
			if got := groupsOf(f.classify(t, tspi.Core).Summary); !slices.Equal(got, test.want) {
				t.Errorf("core: got %+v, want %+v", got, test.want)
			}
		})
	}
}

// Section 6, [H]: the ages are those of the known ones, else null; the helpers
// without an age count as any.
func TestPressureGroupAges(t *testing.T) {
	policy := kindsPolicy(kindEntry("a", `,"budget":0`))
	tests := []struct {
		name, ps string
		want     wantGroup
	}{
		{"all known", "21 20 600 0.0 1 a-server\n22 20 500 0.0 1 a-server\n",
			wantGroup{"a", "active_session_chain", 2, 2, 0, 600, 500}},
		{"one unknown", "21 20 600 0.0 1 a-server\n22 20 - 0.0 1 a-server\n",
			wantGroup{"a", "active_session_chain", 2, 2, 0, 600, 600}},
		{"none known", "21 20 600 - 1 a-server\n22 20 - 0.0 1 a-server\n",
			wantGroup{"a", "active_session_chain", 2, 2, 0, -1, -1}},
		{"an age of 0 is known", "21 20 0 0.0 1 a-server\n22 20 - 0.0 1 a-server\n",
			wantGroup{"a", "active_session_chain", 2, 2, 0, 0, 0}},
	}
	for _, test := range tests {
		got := groupsOf(fixture{ps: test.ps + sessionRow, policy: policy}.classify(t, tspi.Hardened).Summary)
		if !slices.Equal(got, []wantGroup{test.want}) {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// Section 6, [H]: detached_ancestor_count counts the members whose chain ends so,
// and no other end.
func TestDetachedAncestorCount(t *testing.T) {
	ps := "21 31 600 0.0 1 a-server\n22 31 600 0.0 1 a-server\n23 32 600 0.0 1 a-server\n24 33 600 0.0 1 a-server\n" +
		"31 1 600 0.0 1 npm\n32 99 600 0.0 1 npm\n33 33 600 0.0 1 npm\n"
	got := groupsOf(fixture{ps: ps, policy: kindsPolicy(kindEntry("a", `,"budget":1`))}.classify(t, tspi.Hardened).
		Summary)
	if want := (wantGroup{"a", "active_parent_process", 4, 3, 2, 600, 600}); !slices.Equal(got, []wantGroup{want}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// Below an unrecognised init the same chains end otherwise.
	got = groupsOf(fixture{ps: ps + "1 0 700 0.0 1 node\n",
		policy: kindsPolicy(kindEntry("a", `,"budget":1`))}.classify(t, tspi.Hardened).Summary)
	if want := (wantGroup{"a", "active_parent_process", 4, 3, 0, 600, 600}); !slices.Equal(got, []wantGroup{want}) {
		t.Errorf("below an unrecognised init: got %+v, want %+v", got, want)
	}
}

// Section 6: groups are ordered by largest excess, largest count, kind, status,
// the last two by bytes.
func TestPressureGroupOrder(t *testing.T) {
	var ps strings.Builder
	pid := 100
	add := func(kind string, parent, n int) {
		for range n {
			fmt.Fprintf(&ps, "%d %d 600 0.0 1 %s-server\n", pid, parent, kind)
			pid++
		}
	}
	ps.WriteString("20 1 600 0.0 1 owner-z\n21 1 600 0.0 1 owner-a\n")
	add("k", 20, 3)    // excess 2 of 3
	add("many", 20, 4) // excess 2 of 4
	add("b", 20, 3)    // excess 2 of 3
	add("B", 20, 3)
	add("b", 21, 3)
	add("most", 20, 5) // excess 5 of 5
	policy := kindsPolicy(kindEntry("k", `,"budget":1`), kindEntry("many", `,"budget":2`),
		kindEntry("b", `,"budget":1`),
		kindEntry("B", `,"budget":1`), kindEntry("most", `,"budget":0`))
	owners :=
		`{"owner_hints":[{"substring":"owner-z","status":"Z"},{"substring":"owner-a","status":"a"}],"active_owner_status_values":["Z","a"]}`
	var got []string
	for _, g := range groupsOf(fixture{ps: ps.String(), policy: policy, owners: owners}.classify(t, tspi.Hardened).
		Summary) {
		got = append(got, g.kind+" "+g.status)
	}
	if want := []string{"most Z", "many Z", "B Z", "b Z", "b a", "k Z"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Section 6: target_owner is from owner_release_targets, else null.
func TestReleaseTarget(t *testing.T) {
	ps := "21 20 600 0.0 1 a-server\n" + sessionRow
	for targets, want := range map[string]string{
		`{}`:                                     "",
		`{"active_parent_process":"shell"}`:      "",
		`{"active_session_chain":"the-session"}`: "the-session",
		`{"other":"x","active_session_chain":"the-session","z":"y"}`: "the-session",
	} {
		owners := `{"owner_hints":[{"substring":"claude","status":"active_session_chain"}],"owner_release_targets":` +
			targets + `}`
		for _, level := range levels() {
			f := fixture{ps: ps, policy: kindsPolicy(kindEntry("a", `,"budget":0`)), owners: owners}
			request := f.classify(t, level).Summary.ActiveOwnerPressureGroups[0].OwnerReleaseRequest
			if got := request.TargetOwner; (got == nil) != (want == "") || got != nil && *got != want {
				t.Errorf("%v: %s: got %v, want %q", level, targets, got, want)
			}
		}
	}
}
