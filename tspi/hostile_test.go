package tspi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Untrusted input is bounded in time. Many thousands of anything that a document
// may hold are read and judged as few are, and at a size at which work that grows
// with the square is felt by whoever runs this test.
const hostileSize = 20_000

func TestHostilePolicies(t *testing.T) {
	repeat := func(format string) string {
		parts := make([]string, hostileSize)
		for i := range parts {
			parts[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(parts, ",")
	}
	tests := []struct {
		name, policy, pointer string
	}{
		{"kinds, all kept", `{"kinds":[` + repeat(`{"kind":"k%d","match_substrings":["a"]}`) + `],"keep_kinds":[` +
			repeat(`"k%d"`) + `]}`, ""},
		{"fields that are not listed", `{"kinds":[{"kind":"k","match_substrings":["a"]}],` + repeat(`"field%d":1`) +
			`}`, "/field0"},
		{"fields that are ignored", `{"kinds":[{"kind":"k","match_substrings":["a"]}],` + repeat(`"x_%d":1`) + `}`, ""},
		{"the last of many kinds twice", `{"kinds":[` + repeat(`{"kind":"k%d","match_substrings":["a"]}`) +
			`,{"kind":"k0","match_substrings":["a"]}]}`,
			fmt.Sprintf("/kinds/%d/kind", hostileSize)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := refusal{}
			if test.pointer != "" {
				want = invalid(tspi.InputPressurePolicy, test.pointer)
			}
			policy := document(t, test.policy)
			_, err := tspi.ReadPolicy(policy, tspi.Hardened)
			if got := refused(t, err); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			if _, err := tspi.ReadPolicy(policy, tspi.Core); err != nil {
				t.Errorf("core: %v", err)
			}
		})
	}
	// In core a name may stand many times, and so may the word that it is kept.
	same := strings.Repeat(`{"kind":"k","match_substrings":["a"]},`, hostileSize) +
		`{"kind":"k","match_substrings":["b"]}`
	keep := strings.Repeat(`"k",`, hostileSize) + `"k"`
	p, err := tspi.ReadPolicy(document(t, `{"kinds":[`+same+`],"keep_kinds":[`+keep+`]}`), tspi.Core)
	if err != nil || !p.Kinds[0].Keep || !p.Kinds[hostileSize].Keep {
		t.Errorf("core: kinds of one name are not all kept: %v", err)
	}
}

// All rows of a table under one pid, and all of them claimed: a right claim of
// twins is found right, and one row too many is found.
func TestHostileTwins(t *testing.T) {
	f := fixture{ps: strings.Repeat("8 1 600 0.0 1 mcp-server\n", hostileSize)}
	in := f.inputs(t, tspi.Hardened)
	own := document(t, string(written(t, tspi.Classify(in))))
	if got := said(tspi.AuditInventory(own, in)); len(got) > 0 {
		t.Errorf("the right claim has %v", got)
	}
	fewer := fixture{ps: strings.Repeat("8 1 600 0.0 1 mcp-server\n", hostileSize-1)}.inputs(t, tspi.Hardened)
	if got := said(tspi.AuditInventory(own, fewer)); len(got) != 1 || got[0] != "ROW_CONTRADICTS_TABLE 8" {
		t.Errorf("a claim of one row too many has %v", got)
	}
}

// Section 3: a command may have a million words, each of which must be looked at
// before its program is known, or one word of a million folders.
func TestHostileCommands(t *testing.T) {
	const most = 1 << 20
	for name, word := range map[string]string{
		"launchers": "env ", "launchers behind tabs": "env\t", "options with values": "--cwd x\t", "numbers": "5 ",
		"assignments":   "A=1\t",
		"Windows paths": `C:\node `, "folders that say nothing": "bin/", "empty folders": "/",
		"folders of packages": "/node_modules", "backslashes": `:\`,
	} {
		command := "env " + strings.Repeat(word, most/len(word)) + " notes-mcp"
		f := fixture{ps: "7 1 600 0 1 " + command,
			policy: `{"kinds":[{"kind":"k","match_at":"program","match_substrings":["notes-mcp"]}]}`}
		// Whatever is one word decides by itself; all others are passed by.
		want := 1
		if !strings.ContainsAny(word, " \t") {
			want = 0
		}
		if got := len(f.classify(t, tspi.Hardened).Rows); got != want {
			t.Errorf("%s: %d helpers, want %d", name, got, want)
		}
	}
}

// One giant cycle and one endless ladder: every walk ends after eight hops.
func TestHostileChains(t *testing.T) {
	var cycle, ladder strings.Builder
	for i := range hostileSize {
		fmt.Fprintf(&cycle, "%d %d 600 0.0 1 mcp-server\n", 10+i, 10+(i+1)%hostileSize)
		fmt.Fprintf(&ladder, "%d %d 600 0.0 1 mcp-server\n", 10+i, 11+i)
	}
	for name, ps := range map[string]string{"cycle": cycle.String(), "ladder": ladder.String()} {
		for _, row := range (fixture{ps: ps}).classify(t, tspi.Hardened).Rows[:hostileSize-10] {
			if row.ChainEnd != tspi.EndHopLimit || row.ChainHops != 8 {
				t.Fatalf("%s: pid %d ends %s after %d", name, row.PID, row.ChainEnd, row.ChainHops)
			}
		}
	}
}
