package tspi_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// shown is a predicate over the contract's answer about a table.
func shown(holds func(*tspigen.Table, *tspi.Inventory) bool) func(*tspigen.Table) (bool, error) {
	return func(table *tspigen.Table) (bool, error) {
		in, err := tspi.ReadInputs(table.ProcessTable(), table.PressurePolicy(), table.OwnerClasses(), law.Hardened)
		if err != nil {
			return false, err // the shrinker must not ask about such a table
		}
		return holds(table, tspi.Classify(in)), nil
	}
}

func someRow(holds func(tspi.InventoryRow) bool) func(*tspigen.Table) (bool, error) {
	return shown(func(_ *tspigen.Table, i *tspi.Inventory) bool { return slices.ContainsFunc(i.Rows, holds) })
}

// byProgram is a predicate over the rows that are known by their program alone.
func byProgram(holds func(*tspigen.Table, *tspigen.Kind) bool) func(*tspigen.Table) (bool, error) {
	return shown(func(t *tspigen.Table, i *tspi.Inventory) bool {
		return slices.ContainsFunc(i.Rows, func(r tspi.InventoryRow) bool {
			k := slices.IndexFunc(t.Policy.Kinds, func(k tspigen.Kind) bool { return k.Name == r.ProcessKind })
			return t.Policy.Kinds[k].MatchAt == tspigen.AtProgram && holds(t, &t.Policy.Kinds[k])
		})
	})
}

type shrinking struct {
	name         string
	fails        func(*tspigen.Table) (bool, error)
	lines, kinds int
}

// shrinkings are what tables are shrunk by, each with the lines and the kinds that
// the smallest table has at most.
var shrinkings = []shrinking{
	{"a row", func(*tspigen.Table) (bool, error) { return true, nil }, 1, 1},
	{"a candidate", someRow(func(r tspi.InventoryRow) bool { return r.Decision == tspi.DecisionSafeClose }), 1, 1},
	{"an orphan too young", someRow(func(r tspi.InventoryRow) bool {
		return r.Reason == tspi.ReasonDetached && r.AllowlistMatched
	}), 1, 1},
	{"a kept row", someRow(func(r tspi.InventoryRow) bool { return r.Decision == tspi.DecisionKeep }), 1, 1},
	{"a registered helper", someRow(func(r tspi.InventoryRow) bool { return r.Reason == tspi.ReasonRegistered }), 1, 1},
	{"an unreadable row", someRow(func(r tspi.InventoryRow) bool { return r.Reason == tspi.ReasonUnreadable }), 2, 1},
	{"a reused pid", someRow(func(r tspi.InventoryRow) bool { return r.Reason == tspi.ReasonPIDReuse }), 2, 1},
	{"a cycle", someRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndCycle }), 1, 1},
	{"a cycle of two", someRow(func(r tspi.InventoryRow) bool {
		return r.ChainEnd == tspi.EndCycle && r.ChainHops == 2
	}), 2, 1},
	{"a missing parent", someRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndMissingParent }), 1, 1},
	{"a younger parent", someRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndStaleLink }), 2, 1},
	{"an ambiguous parent", someRow(func(r tspi.InventoryRow) bool {
		return r.ChainEnd == tspi.EndAmbiguousPID
	}), 3, 1},
	{"an owner hint", someRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndOwnerHint }), 2, 1},
	{"the eighth hop", someRow(func(r tspi.InventoryRow) bool {
		return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops == 8
	}), 9, 1},
	{"the hop limit", someRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndHopLimit }), 9, 1},
	{"a group over a budget of two", shown(func(_ *tspigen.Table, i *tspi.Inventory) bool {
		return slices.ContainsFunc(i.Summary.ActiveOwnerPressureGroups, func(g tspi.PressureGroup) bool {
			return g.Budget == strict.NewInteger(2)
		})
	}), 4, 1},
	{"a group over any budget", shown(func(_ *tspigen.Table, i *tspi.Inventory) bool {
		return i.Summary.ActiveOwnerPressureGroupCount > 0
	}), 2, 1},
	{"another init", shown(func(_ *tspigen.Table, i *tspi.Inventory) bool {
		return i.Summary.Init == tspi.InitUnrecognised && len(i.Rows) > 0
	}), 2, 1},
	{"a row that init started", someRow(func(r tspi.InventoryRow) bool {
		return r.ChainEnd == tspi.EndStartedByInit && r.PPID == 1
	}), 2, 1},
	{"an ancestor that init started", someRow(func(r tspi.InventoryRow) bool {
		return r.ChainEnd == tspi.EndStartedByInit && r.PPID != 1
	}), 3, 1},
	{"a known program", byProgram(func(*tspigen.Table, *tspigen.Kind) bool { return true }), 1, 1},
	{"a program by the policy's own launchers", byProgram(func(t *tspigen.Table, _ *tspigen.Kind) bool {
		return t.Policy.Launchers != nil
	}), 1, 1},
	{"a program with a requirement", byProgram(func(_ *tspigen.Table, k *tspigen.Kind) bool {
		return len(k.Require) > 0
	}), 1, 1},
	{"a malformed line", shown(func(_ *tspigen.Table, i *tspi.Inventory) bool {
		return i.Summary.SkippedLineCounts.Malformed > 0
	}), 2, 1},
	{"a header", shown(func(_ *tspigen.Table, i *tspi.Inventory) bool {
		return i.Summary.SkippedLineCounts.Header > 0
	}), 2, 1},
	{"a canary", func(t *tspigen.Table) (bool, error) { return len(t.Canaries) > 0, nil }, 1, 1},
	{"two kinds", shown(func(_ *tspigen.Table, i *tspi.Inventory) bool {
		return len(i.Summary.KindCounts) == 2
	}), 2, 2},
}

// docs/campaigns.md: a counterexample is shrunk to the smallest table that still fails, and
// to the same one each time. The sizes are counted by hand from section 4.
func TestShrinkFindsTheSmallest(t *testing.T) {
	for _, test := range shrinkings {
		t.Run(test.name, func(t *testing.T) {
			found := 0
			for i := uint64(0); found < 5; i++ {
				table := tspigen.Case(51, i)
				if fails, err := test.fails(table); err != nil {
					t.Fatal(err)
				} else if !fails {
					continue
				}
				found++
				small, tries, err := tspigen.Shrink(table, test.fails, 2000)
				if err != nil {
					t.Fatal(err)
				}
				if fails, err := test.fails(small); err != nil || !fails {
					t.Errorf("%v: the smallest table does not fail: %v", table, err)
				}
				if len(small.Lines) > test.lines || len(small.Policy.Kinds) > test.kinds || tries > 250 {
					t.Errorf("%v: after %d tries %d kinds and\n%s", table, tries, len(small.Policy.Kinds), small.Text())
				}
				again, _, _ := tspigen.Shrink(tspigen.Case(51, i), test.fails, 2000)
				if fingerprint(t, again) != fingerprint(t, small) {
					t.Errorf("%v is shrunk to two tables:\n%s\n%s", table, small.Text(), again.Text())
				}
			}
		})
	}
}

// The smallest table is told in plain columns, ages, commands and pids. KIND is the
// token of its only kind.
func TestShrinkMakesPlain(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a candidate", `2 1 05:00 0\.0 1 KIND\n`},
		{"a row that init started",
			`1 [01] 05:00 0\.0 1 -?(init|systemd|launchd|tini|dumb-init|sshd)\n2 1 05:00 0\.0 1 KIND\n`},
		{"a known program", `2 \d 05:00 0\.0 1 KIND\n`},
		{"a reused pid", `2 \d 05:00 0\.0 1 x\n2 \d 05:00 0\.0 1 KIND\n`},
		{"a younger parent", `2 \d 05:00 0\.0 1 x\n3 2 05:03 0\.0 1 KIND\n`},
		{"a header", `PID PPID ELAPSED %CPU RSS COMMAND\n2 \d 05:00 0\.0 1 x\n`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			i := slices.IndexFunc(shrinkings, func(s shrinking) bool { return s.name == test.name })
			for n := uint64(0); ; n++ {
				table := tspigen.Case(51, n)
				if fails, _ := shrinkings[i].fails(table); !fails {
					continue
				}
				small, _, err := tspigen.Shrink(table, shrinkings[i].fails, 2000)
				text := strings.ReplaceAll(small.Text(), small.Policy.Kinds[0].Match[0], "KIND")
				if err != nil || !regexp.MustCompile("^"+test.text+"$").MatchString(text) {
					t.Errorf("got %q (%v), want %q", text, err, test.text)
				}
				return
			}
		})
	}
}

// The bound on the tries holds, and so does the table that was found by then.
func TestShrinkStops(t *testing.T) {
	table := tspigen.Case(51, 0)
	asked := 0
	always := func(*tspigen.Table) (bool, error) { asked++; return true, nil }
	small, tries, err := tspigen.Shrink(table, always, 3)
	if err != nil || tries != 3 || asked != 3 || small.Size() >= table.Size() {
		t.Errorf("%d tries, %d questions, %d of %d rows: %v", tries, asked, small.Size(), table.Size(), err)
	}
	never := func(*tspigen.Table) (bool, error) { return false, nil }
	if small, _, err := tspigen.Shrink(table, never, 1000); err != nil || small != table {
		t.Errorf("what no change lets fail is shrunk to %v: %v", small, err)
	}
}

var errGone = errors.New("the implementation is gone")

// An error of the predicate ends the search; what was found by then is returned.
func TestShrinkEndsWithAnError(t *testing.T) {
	table := tspigen.Case(51, 0)
	asked := 0
	small, tries, err := tspigen.Shrink(table, func(*tspigen.Table) (bool, error) {
		if asked++; asked == 3 {
			return true, errGone
		}
		return true, nil
	}, 1000)
	if !errors.Is(err, errGone) || tries != 3 || asked != 3 || small.Size() >= table.Size() {
		t.Errorf("%d tries, %d questions, %d of %d rows: %v", tries, asked, small.Size(), table.Size(), err)
	}
}

// Only tables that may be classified are asked about, unless the first may not.
func TestShrinkKeepsTablesUsable(t *testing.T) {
	refused := func(table *tspigen.Table) bool {
		_, err := tspi.ReadInputs(table.ProcessTable(), table.PressurePolicy(), table.OwnerClasses(), law.Hardened)
		return err != nil
	}
	small, _, err := tspigen.Shrink(tspigen.Case(51, 3), func(c *tspigen.Table) (bool, error) {
		return !refused(c), nil
	}, 1000)
	if err != nil || small.Size() != 1 || len(small.Policy.Kinds) != 1 {
		t.Errorf("got %d rows, %d kinds: %v", small.Size(), len(small.Policy.Kinds), err)
	}
	broken := tspigen.Case(51, 3)
	broken.Policy.KeepKinds = []string{"nobody"}
	small, _, err = tspigen.Shrink(broken, func(c *tspigen.Table) (bool, error) { return refused(c), nil }, 1000)
	if err != nil || small.Size() != 1 || !refused(small) {
		t.Errorf("a refused table is shrunk to %d rows, refused: %v: %v", small.Size(), refused(small), err)
	}
}

// Whatever is large or strangely spelt and shows nothing goes: entries of long lists,
// bytes of long commands, zeros before pids, large thresholds.
func TestShrinkDropsWhatIsRare(t *testing.T) {
	i := slices.IndexFunc(shrinkings, func(s shrinking) bool { return s.name == "a candidate" })
	for shape := tspigen.SpeltPID; shape <= tspigen.LargeThreshold; shape++ {
		for n := uint64(0); ; n++ {
			table := tspigen.Case(52, n)
			if fails, _ := shrinkings[i].fails(table); !fails || !table.Shapes.Has(shape) {
				continue
			}
			small, tries, err := tspigen.Shrink(table, shrinkings[i].fails, 2000)
			if err != nil {
				t.Fatal(err)
			}
			p, o, row := small.Policy, small.Owners, small.Rows()[0]
			lists := len(p.Kinds[0].Match) + len(p.Kinds[0].Exclude) + len(p.KeepKinds) + len(o.Hints) +
				len(o.Registered) + len(o.ActiveStatuses) + len(o.InitNames)
			if len(small.Lines) != 1 || lists != 1 || len(row.Command) > 40 || row.PIDZeros+row.PPIDZeros > 0 ||
				p.MinAgeSeconds != 0 || tries > 400 {
				t.Errorf("%s: after %d tries, %v\n%s%v\n%v", shape, tries, small, small.Text(), small.PressurePolicy(),
					small.OwnerClasses())
			}
			break
		}
	}
}
