package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/tspi"
)

const treePolicy = `pressure_policy: {"kinds":[{"kind":"tool","match_substrings":["tool-server"],"exclude_substrings":["--not"],"allowlisted":true}]}
owner_classes: {"owner_hints":[{"substring":"agent","status":"active_session_chain"}]}
`

// sent is a question as a report keeps it.
func sent(rows ...string) string {
	return "ps_text of process_table:\n  " + strings.Join(rows, "\n  ") + "\n" + treePolicy
}

func treeLines(nodes []*treeNode, indent string) []string {
	var lines []string
	for _, n := range nodes {
		line := fmt.Sprintf("%s%d %s", indent, n.PID, n.Age)
		if n.Helper != nil {
			line += " " + string(n.Helper.Decision)
		}
		if n.Differs {
			line += " !"
		}
		if len(n.Marks) > 0 {
			line += " [" + strings.Join(n.Marks, ", ") + "]"
		}
		lines = append(append(lines, line), treeLines(n.Children, indent+"  ")...)
	}
	return lines
}

func drawn(text string, pids ...int32) *drawnTable {
	concerned := map[int32]bool{}
	for _, pid := range pids {
		concerned[pid] = true
	}
	return drawQuestion(savedQuestion(text), tspiprofile.OpClassify, law.Hardened, concerned)
}

// docs/reports.md: a table is drawn as a process tree, whatever its parents are.
func TestDrawTree(t *testing.T) {
	for name, test := range map[string]struct {
		rows []string
		want []string
	}{
		"a chain": {[]string{"1 0 09:00:00 0.0 1 systemd", "20 1 01:00 0.0 1 agent", "30 20 00:50 0.0 1 tool-server",
			"31 20 00:40 0.0 1 cat"},
			[]string{"1 32400 s", "  20 60 s", "    30 50 s requires_owner_check !", "    31 40 s"}},
		"two roots": {[]string{"5 4 00:10 0.0 1 a", "7 6 00:10 0.0 1 b"}, []string{"5 10 s", "7 10 s"}},
		"a cycle": {[]string{"5 6 00:10 0.0 1 a", "6 5 00:10 0.0 1 b", "7 6 00:10 0.0 1 c"},
			[]string{"5 10 s [in a cycle of parents]", "  6 10 s", "    7 10 s"}},
		"its own parent": {[]string{"5 5 00:10 0.0 1 a", "6 5 00:10 0.0 1 b"},
			[]string{"5 10 s [its own parent]", "  6 10 s"}},
		"a pid twice": {[]string{"5 4 00:10 0.0 1 a", "5 4 00:20 0.0 1 b", "6 5 00:10 0.0 1 c"},
			[]string{"5 10 s [pid in 2 rows]", "  6 10 s", "5 20 s [pid in 2 rows]"}},
		"unreadable": {[]string{"30 20 xx 0.0 1 tool-server"},
			[]string{"30 age unknown requires_owner_check ! [unreadable]"}},
		"an orphan": {[]string{"1 0 09:00:00 0.0 1 systemd", "30 1 00:05:00 0.0 1 tool-server"},
			[]string{"1 32400 s", "  30 300 s candidate_safe_close !"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := treeLines(drawn(sent(test.rows...), 30).Roots, ""); !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// Of a large table the helpers and their chains are drawn, and the others
// counted.
func TestDrawLargeTree(t *testing.T) {
	var rows []string
	for pid := range 300 {
		rows = append(rows, fmt.Sprintf("%d 1 01:00 0.0 1 cat", 1000+pid))
	}
	rows = append(rows, "20 19 01:00 0.0 1 agent", "30 20 00:50 0.0 1 tool-server")
	d := drawn(sent(rows...))
	lines := treeLines(d.Roots, "")
	if d.Rows != 302 || d.Hidden != 302-maxTreeRows || len(lines) != maxTreeRows {
		t.Errorf("%d rows, %d hidden, %d drawn", d.Rows, d.Hidden, len(lines))
	}
	if tail := lines[len(lines)-2:]; !slices.Equal(tail, []string{"20 60 s", "  30 50 s requires_owner_check"}) {
		t.Errorf("the helper is drawn as %q", tail)
	}
}

// docs/reports.md: the owner chain is told hop by hop, with the rule that decided.
func TestDrawChain(t *testing.T) {
	d := drawn(sent("20 19 01:00 0.0 1 agent", "25 20 00:55 0.0 1 sh", "30 25 00:50 0.0 1 tool-server",
		"40 39 00:50 0.0 1 tool-server --not"), 30, 40)
	if len(d.Chains) != 2 || d.MoreHelpers != 0 {
		t.Fatalf("%d chains, %d more", len(d.Chains), d.MoreHelpers)
	}
	c := d.Chains[0]
	want := []chainStep{{30, "50 s", "tool", "", "the helper"}, {25, "55 s", "no helper", "no owner hint", "hop 1"},
		{20, "60 s", "no helper", "owner hint: active_session_chain", "hop 2"}}
	if !slices.Equal(c.Steps, want) || c.Stop != "the last process holds an owner hint" ||
		c.Rule != "its owner is active" ||
		c.Decision != tspi.DecisionOwnerCheck || c.Reason != tspi.ReasonActiveOwner ||
		c.Status != "active_session_chain" {
		t.Errorf("got %+v", c)
	}
	if other := d.Chains[1]; other.PID != 40 ||
		other.NotHelper != "no helper: each kind that matches gives it up by an exclude substring (section 3)" {
		t.Errorf("got %+v", other)
	}
	d = drawn(sent("20 19 00:10 0.0 1 agent", "30 20 00:50 0.0 1 tool-server"))
	if c := d.Chains[0]; len(c.Steps) != 2 || c.Steps[1] != (chainStep{20, "10 s", "no helper", "", "not visited"}) ||
		c.Stop != "pid 20 is younger than its child" {
		t.Errorf("got %+v", c)
	}
}

// What the law refuses is drawn as far as it can be read, with the refusal.
func TestDrawRefused(t *testing.T) {
	bad := strings.Replace(sent("30 20 00:50 0.0 1 tool-server"), `"allowlisted":true`, `"allowlisted":1`, 1)
	d := drawn(bad)
	if !strings.HasPrefix(d.Refused,
		`The law refuses it: TSPI_INPUT_INVALID of pressure_policy at "/kinds/0/allowlisted"`) {
		t.Errorf("refused: %q", d.Refused)
	}
	if got := treeLines(d.Roots, ""); !slices.Equal(got, []string{"30 50 s"}) || d.Chains != nil {
		t.Errorf("got %q", got)
	}
	if good := drawn(sent("30 20 00:50 0.0 1 tool-server")); good.Refused != "" || len(good.Chains) != 1 {
		t.Errorf("refused: %q", good.Refused)
	}
	if d := drawn("process_table: {}\n" + treePolicy); d.Roots != nil ||
		!strings.Contains(d.Refused, "TSPI_MISSING_PROCESS_TABLE") {
		t.Errorf("got %+v", d)
	}
	if d := drawn(
		"process_table: {\"ps_text\":\"30 20 00:50 0.0 1 tool-server\"}\npressure_policy: {}\n"); d.Refused != "The law refuses it: a document is not sent." || len(d.Roots) != 1 {
		t.Errorf("got %+v", d)
	}
}
