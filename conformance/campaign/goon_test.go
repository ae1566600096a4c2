package campaign_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
)

// A campaign goes on to one counterexample for each property that does not hold, and
// judges all its tables; the first is that of a campaign that stops there.
func TestACampaignGoesOn(t *testing.T) {
	const planned = 12
	impl := inProcess(wrong["stops a hop early"].answer)
	first := run(t, impl, campaign.Options{Seed: 5, Cases: planned})
	all := run(t, impl, campaign.Options{Seed: 5, Cases: planned, GoOn: true})
	if first.Counterexample == nil || len(first.Further) > 0 || all.Counterexample.Case != first.Counterexample.Case ||
		all.Counterexample.Rule != first.Counterexample.Rule {
		t.Fatalf("the first: %+v, and %+v", first.Counterexample, all.Counterexample)
	}
	if all.Cases != planned || all.Verdict != campaign.Failed || len(all.Further) == 0 {
		t.Errorf("%s after %d tables, %d counterexamples more", all.Verdict, all.Cases, len(all.Further))
	}
	var rules []string
	for _, c := range all.Counterexamples() {
		rules = append(rules, c.Rule+" "+c.Clause)
	}
	if again := slices.Compact(slices.Sorted(slices.Values(rules))); len(again) != len(rules) {
		t.Errorf("a rule has two counterexamples: %v", rules)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := campaign.ReadSummary(text); err != nil {
		t.Errorf("it cannot be read back: %v", err)
	}
}

// What is skipped is not looked for, and what is known does not count; a pattern that
// matches nothing is a slip.
func TestSkippedAndKnownProperties(t *testing.T) {
	const planned = 12
	impl := inProcess(wrong["stops a hop early"].answer)
	known := run(t, impl, campaign.Options{Seed: 5, Cases: planned, GoOn: true,
		Known: []conformance.KnownFailure{{Pattern: "*", Reason: "seven hops are enough"}}})
	if known.Verdict != campaign.Held || known.Counterexample == nil ||
		known.Counterexample.Known != "seven hops are enough" {
		t.Errorf("known: %s, %+v", known.Verdict, known.Counterexample)
	}
	all := run(t, impl, campaign.Options{Seed: 5, Cases: planned, GoOn: true})
	var names []string
	for _, c := range all.Counterexamples() {
		names = append(names, c.Rule)
	}
	skipped := run(t, impl, campaign.Options{Seed: 5, Cases: planned, GoOn: true, Skip: names})
	for _, c := range skipped.Counterexamples() {
		if slices.Contains(names, c.Rule) {
			t.Errorf("%s was skipped and found", c.Rule)
		}
	}
	for _, rule := range skipped.Rules {
		if slices.Contains(names, rule.Rule) && rule.Tables > 0 {
			t.Errorf("%s is counted as asked", rule.Rule)
		}
	}
	for name, o := range map[string]campaign.Options{
		"skip":  {Cases: 1, Skip: []string{"no-such-*"}},
		"known": {Cases: 1, Known: []conformance.KnownFailure{{Pattern: "nothing"}}},
	} {
		if _, err := campaign.Run(t.Context(), impl, o); err == nil || !strings.Contains(err.Error(), "there is none") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a summary of somebody else's says is checked against what a campaign writes:
// nothing of it reaches a terminal that a terminal would obey, or without end.
func TestForgedCounterexamples(t *testing.T) {
	impl := inProcess(wrong["stops a hop early"].answer)
	right := run(t, impl, campaign.Options{Seed: 5, Cases: 4, GoOn: true})
	for name, forge := range map[string]func(c *campaign.Counterexample){
		"a verdict":        func(c *campaign.Counterexample) { c.Verdict = "\x1bP swallows the next line" },
		"another verdict":  func(c *campaign.Counterexample) { c.Verdict = conformance.Crash },
		"an operation":     func(c *campaign.Counterexample) { c.Op = "tspi.nothing" },
		"a long operation": func(c *campaign.Counterexample) { c.Op = strings.Repeat("x", 100_000) },
		"a clause":         func(c *campaign.Counterexample) { c.Clause = "5.orphan\x1b[2J" },
		"a family":         func(c *campaign.Counterexample) { c.Family = "kin" },
		"a class":          func(c *campaign.Counterexample) { c.Class = "harmless" },
		"a rule":           func(c *campaign.Counterexample) { c.Rule = "x" },
		"a property":       func(c *campaign.Counterexample) { c.During = "x" },
		"a detail":         func(c *campaign.Counterexample) { c.Detail = strings.Repeat("x", 100_000) },
		"a quotation":      func(c *campaign.Counterexample) { c.Wrote = "\x1b" },
		"a reason":         func(c *campaign.Counterexample) { c.Known = "/home/me/x" },
		"a difference":     func(c *campaign.Counterexample) { c.Differences[0].Got = "\u202e" },
		"a long difference": func(c *campaign.Counterexample) {
			c.Differences[0].Want = strings.Repeat("x", 100_000)
		},
		"too many":            func(c *campaign.Counterexample) { c.Differences = slices.Repeat(c.Differences, 1000) },
		"a planted fault":     func(c *campaign.Counterexample) { c.Planted = []string{"\x07"} },
		"another seed":        func(c *campaign.Counterexample) { c.Replay.Seed = "9" },
		"another shard's":     func(c *campaign.Counterexample) { c.Case, c.Replay.Case = 400, 400 },
		"nothing (the right)": func(*campaign.Counterexample) {},
	} {
		t.Run(name, func(t *testing.T) {
			for _, at := range []int{0, 1} {
				s := *right
				s.Further = nil
				for i, c := range right.Counterexamples() {
					forged := *c
					forged.Differences = slices.Clone(c.Differences)
					if i == at {
						forge(&forged)
					}
					if i == 0 {
						s.Counterexample = &forged
					} else {
						s.Further = append(s.Further, &forged)
					}
				}
				text, err := json.Marshal(&s)
				if err != nil {
					t.Fatal(err)
				}
				_, err = campaign.ReadSummary(text)
				if (err == nil) != strings.HasPrefix(name, "nothing") {
					t.Errorf("at %d: %v", at, err)
				}
				var b bytes.Buffer
				if err := campaign.WriteText(&b, &s, nil); err != nil ||
					strings.ContainsAny(b.String(), "\x1b\x07\u202e") || b.Len() > 200_000 {
					t.Errorf("at %d: %d bytes: %v", at, b.Len(), err)
				}
			}
		})
	}
}

// Shrunk tables stay plausible where a plausible one fails too: no process is its own
// parent, and a parent that mattered stands there.
func TestShrunkTablesStayPlausible(t *testing.T) {
	closing := editing(func(inventory strict.Object) {
		eachRow(inventory, func(row strict.Object) {
			if get(row, "reason") == "active_parent_chain_requires_owner_check" {
				set(row, "decision", "candidate_safe_close")
			}
		})
	})
	s := run(t, inProcess(closing), campaign.Options{Seed: 5, Cases: 20})
	if s.Counterexample == nil {
		t.Fatal("there is no counterexample")
	}
	pids := map[int32]bool{0: true, 1: true}
	for _, line := range s.Counterexample.Replay.Table.Lines {
		if line.Row != nil {
			pids[line.Row.PID] = true
		}
	}
	for _, line := range s.Counterexample.Replay.Table.Lines {
		if row := line.Row; row != nil && (row.PPID == row.PID || !pids[row.PPID]) {
			t.Errorf("the parent of %d is %d in\n%s", row.PID, row.PPID, s.Counterexample.PSText)
		}
	}
	if c := s.Counterexample; c.Class != conformance.Unsafe || len(c.Differences) == 0 {
		t.Errorf("it is %s: %v", c.Class, c.Differences)
	}
}
