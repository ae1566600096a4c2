package view_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tspi-dev/harness/internal/cli/view"
	"github.com/tspi-dev/harness/tspi"
)

// showcase is a table with most holds in it.
func showcase() string {
	return rows(
		"1 0 10-00:00:00 0 100 /sbin/launchd",
		"50 1 20:00 0.5 1000 agent",
		"100 1 3-04:00:00 0.5 85000 mcp-server",
		"101 1 01:00 0 100 mcp-server",
		"103 51 10:00 99.5 2500000 mcp-server",
		"51 50 10:00 0 100 sh",
		"104 77 10:00 0 100 mcp-server",
		"105 50 10:00 0 100 mcp-server",
		"106 50 - 0 100 mcp-server",
		"107 50 10:00 0 100 mcp-server",
		"108 1 10:00 0 100 runtimed",
		"not a row",
	)
}

// Guards docs/command-line.md: on a terminal no line is longer than the terminal is
// wide, and nothing is lost by that: every pid and every owner status is there.
func TestLinesFitTheTerminal(t *testing.T) {
	for _, level := range []tspi.Level{tspi.Hardened, tspi.Core} {
		in := inputs(t, showcase(), level)
		inventory := tspi.Classify(in)
		for _, width := range []int{40, 60, 80, 100, 200} {
			got := table(t, in, view.Style{Width: width})
			for line := range strings.Lines(got) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("level %s, width %d: a line of %d: %q", level, width, n, line)
				}
			}
			for i := range inventory.Rows {
				row := &inventory.Rows[i]
				if !strings.Contains(got, fmt.Sprint(row.PID)) || !strings.Contains(got, row.OwnerStatus) ||
					!strings.Contains(got, row.ProcessKind) {
					t.Errorf("level %s, width %d: pid %d, its kind or its owner status is not shown", level, width,
						row.PID)
				}
			}
		}
	}
}

// Guards harness.md, section 6: escapes only where colour is allowed, and the
// same text without them.
func TestColourIsOnlyPaint(t *testing.T) {
	in := inputs(t, showcase(), tspi.Hardened)
	plain, coloured := table(t, in, view.Style{Width: 80}), table(t, in, view.Style{Width: 80, Colour: true})
	if strings.ContainsRune(plain, '\x1b') {
		t.Error("an escape in plain text")
	}
	if !strings.Contains(coloured, "\x1b[") {
		t.Fatal("no escape in coloured text: this test proves nothing")
	}
	bare := strings.NewReplacer("\x1b[1m", "", "\x1b[1;32m", "", "\x1b[33m", "", "\x1b[2m", "", "\x1b[0m", "").
		Replace(coloured)
	if bare != plain {
		t.Errorf("colour changes the text:\n%s\n%s", bare, plain)
	}
}

// Guards section 6 of the contract: memory is joined by row, not by pid alone, so
// that a reused pid does not lend another process's size.
func TestMemoryIsThatOfTheRow(t *testing.T) {
	got := table(t, inputs(t, rows(
		"100 1 10:00 0 1024 sh",
		"100 1 10:00 0 2048 mcp-server",
		"100 1 10:00 0 4096 sh"), tspi.Hardened), view.Style{})
	if !strings.Contains(got, "2.0 MiB") || strings.Contains(got, "1.0 MiB") || strings.Contains(got, "4.0 MiB") {
		t.Errorf("want the helper's own 2.0 MiB in\n%s", got)
	}
}

// Guards section 6: groups over budget are told with whom to ask, groups at
// their budget are not.
func TestPressureGroups(t *testing.T) {
	const over = "mcp under active_session_chain: 3, the budget is 2; ask coding-agent to release 1"
	members := []string{"50 2 20:00 0 1 agent", "101 50 10:00 0 1 mcp-server", "102 50 10:00 0 1 mcp-server",
		"103 50 10:00 0 1 mcp-server"}
	got := table(t, inputs(t, rows(members...), tspi.Hardened), view.Style{})
	if !strings.Contains(strings.ReplaceAll(got, "\n    ", " "), over) {
		t.Errorf("want %q in\n%s", over, got)
	}
	got = table(t, inputs(t, rows(members[:3]...), tspi.Hardened), view.Style{})
	if strings.Contains(got, "budget") {
		t.Errorf("a group at its budget is reported:\n%s", got)
	}
}

// Guards section 2: lines that are no rows are counted and never echoed.
func TestSkippedLines(t *testing.T) {
	got := table(t, inputs(t, showcase(), tspi.Hardened), view.Style{})
	if !strings.Contains(got, "1 line was skipped as malformed") || strings.Contains(got, "not a row") {
		t.Errorf("want the count of malformed lines, and not the line, in\n%s", got)
	}
	without := strings.TrimSuffix(showcase(), "\nnot a row")
	if got := table(t, inputs(t, without, tspi.Hardened), view.Style{}); strings.Contains(got, "skipped") {
		t.Errorf("no line was skipped:\n%s", got)
	}
}

// Guards the end of section 5: the known limits stand wherever people read
// results.
func TestKnownLimitsAreSaid(t *testing.T) {
	in := inputs(t, showcase(), tspi.Hardened)
	var relief, explained strings.Builder
	if err := view.Relief(&relief, tspi.Relief(tspi.Classify(in)), view.Style{}); err != nil {
		t.Fatal(err)
	}
	if err := view.Explanations(&explained, in, tspi.Explain(in, 100), everyWord, view.Style{}); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"inventory": table(t, in, view.Style{}), "relief": relief.String(),
		"explain": explained.String()} {
		flat := strings.ReplaceAll(text, "\n", " ")
		for _, limit := range []string{"expires with the captured moment", "not under systemd --user",
			"registered_helpers"} {
			if !strings.Contains(flat, limit) {
				t.Errorf("%s does not say %q", name, limit)
			}
		}
	}
}

// canary stands for a secret in a command: it must appear nowhere.
const canary = "CANARY7f3a"

// Guards the contract's preamble (no command is ever emitted) and docs/command-line.md: on
// hostile tables and names, rendering neither panics, nor prints a command, nor
// lets a control character through. The twin below shows that it can fail.
func TestHostileTablesAreHarmless(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	for range 120 {
		level := []tspi.Level{tspi.Hardened, tspi.Core}[rng.IntN(2)]
		in := inputsOf(t, hostileTable(rng), hostilePolicy(level), testOwners, level)
		for _, s := range []view.Style{{}, {Width: 1}, {Width: 60}, {Width: 80, Colour: true}} {
			if offence := offences(everything(t, in, s), s); offence != "" {
				t.Fatalf("level %s, style %+v: %s", level, s, offence)
			}
		}
	}
}

func TestOffencesAreSeen(t *testing.T) {
	for _, text := range []string{"x" + canary, "a\tb", "a\x1b[2J", "a\u202eb", "a\xff"} {
		if offences(text, view.Style{}) == "" {
			t.Errorf("%q passes for harmless", text)
		}
	}
	if got := offences("pid 4\n", view.Style{}); got != "" {
		t.Errorf("plain text is refused: %s", got)
	}
}

func everything(t *testing.T, in tspi.Inputs, s view.Style) string {
	var b strings.Builder
	inventory := tspi.Classify(in)
	b.WriteString(table(t, in, s))
	if err := view.Relief(&b, tspi.Relief(inventory), s); err != nil {
		t.Fatal(err)
	}
	for i := range in.Table.Rows {
		if err := view.Explanations(&b, in, tspi.Explain(in, in.Table.Rows[i].PID), everyWord, s); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func offences(text string, s view.Style) string {
	if strings.Contains(text, canary) {
		return "a command is printed"
	}
	if s.Colour {
		text = strings.ReplaceAll(text, "\x1b[", "")
	}
	for i, r := range text {
		if r != '\n' && !unicode.IsPrint(r) || r == utf8.RuneError && text[i] != "\uFFFD"[0] {
			return fmt.Sprintf("U+%04X is printed", r)
		}
	}
	return ""
}

func hostilePolicy(level tspi.Level) string {
	if level == tspi.Hardened {
		return testPolicy
	}
	// The core law admits any name.
	return `{"kinds": [{"kind": "mcp\u001b[31m\u202e\u0301` + strings.Repeat("w", 300) +
		`", "match_substrings": ["mcp-server"], "allowlisted": true, "budget": 0}]}`
}

func hostileTable(rng *rand.Rand) string {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	pid := func() string { return pick("0", "1", "2", "3", "4", "5", "6", "2147483647") }
	lines := []string{"7 7 00:01 0 0 mcp-server " + canary}
	for range rng.IntN(12) {
		lines = append(lines, strings.Join([]string{
			pid(), pid(),
			pick("00:01", "05:00", "4294967295-00:00:00", "99999999999999999999", "-", "10:00"),
			pick("0.0", "999999999.9", "x", "1,5"),
			pick("0", "99999999999999999999", "-1", "1024"),
			canary + pick(" mcp-server ", " agent ", "\x1b]0;", "\u202e", " systemd --user ", " runtimed ",
				"\xff\xfe") + canary + pick("", " mcp-server", " <defunct>"),
		}, pick(" ", "\t", "  ")))
	}
	return strings.Join(slices.Concat(lines, []string{canary, "# " + canary}), "\n")
}
