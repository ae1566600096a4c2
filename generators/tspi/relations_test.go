package tspi_test

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

// everyRelation applies each relation to a table.
func everyRelation(table *tspigen.Table, rng *rand.Rand) map[string]*tspigen.Table {
	renamed, _ := table.Renamed(rng)
	return map[string]*tspigen.Table{
		"Shuffled":            table.Shuffled(rng),
		"Renamed":             renamed,
		"WithMinAge":          table.WithMinAge(1 + rng.Int63n(1000)),
		"WithoutAllowlisting": table.WithoutAllowlisting(table.Policy.Kinds[0].Name),
		"WithOwnerAbove":      table.WithOwnerAbove(table.Rows()[0].PID, rng),
		"WithStrangers":       table.WithStrangers(3, rng),
	}
}

// A relation gives another table and leaves the first one as it was.
func TestRelationsChangeACopy(t *testing.T) {
	changed := map[string]int{}
	const tables = 200
	for i := range uint64(tables) {
		table := tspigen.Case(31, i)
		before := fingerprint(t, table)
		for name, other := range everyRelation(table, rand.New(rand.NewSource(int64(i)))) {
			if fingerprint(t, other) != before {
				changed[name]++
			}
			if other.Key != 0 {
				t.Errorf("%s: the changed table has the key of the first", name)
			}
		}
		if fingerprint(t, table) != before {
			t.Fatalf("%v was changed", table)
		}
	}
	for name := range everyRelation(tspigen.Case(31, 0), rand.New(rand.NewSource(0))) {
		if changed[name] < tables/2 {
			t.Errorf("%s changed only %d of %d tables", name, changed[name], tables)
		}
	}
}

// Shuffled keeps every line, Renamed every row but for its pids, which it renames
// one to one and without 0 and 1.
func TestShuffledAndRenamed(t *testing.T) {
	for i := range uint64(200) {
		table, rng := tspigen.Case(32, i), rand.New(rand.NewSource(int64(i)))
		lines := func(t *tspigen.Table) []string {
			all := strings.Split(t.Text(), "\n")
			slices.Sort(all)
			return all
		}
		if !slices.Equal(lines(table), lines(table.Shuffled(rng))) {
			t.Fatalf("%v has other lines when shuffled", table)
		}
		renamed, names := table.Renamed(rng)
		if names[0] != 0 || names[1] != 1 {
			t.Fatalf("%v: pids 0 and 1 are renamed to %d and %d", table, names[0], names[1])
		}
		old := map[int32]int32{}
		for from, to := range names {
			if _, twice := old[to]; twice {
				t.Fatalf("%v: two pids are renamed to %d", table, to)
			}
			old[to] = from
		}
		for j, row := range renamed.Rows() {
			back := *row
			back.PID, back.PPID = old[row.PID], old[row.PPID]
			if back != *table.Rows()[j] {
				t.Fatalf("%v: renamed, row %d is %+v", table, j, *row)
			}
		}
		for j, r := range renamed.Owners.Registered {
			if old[r.PID] != table.Owners.Registered[j].PID {
				t.Fatalf("%v: a registered pid is not renamed", table)
			}
		}
	}
}

// The policy's relations change what they say and nothing else.
func TestStricterPolicies(t *testing.T) {
	table := tspigen.Case(33, 0)
	if p := table.WithMinAge(77).Policy; p.MinAge() != 77 || p.MinAgeSeconds != 77 {
		t.Errorf("the minimum age is %d", p.MinAge())
	}
	if p := table.WithMinAge(0).Policy; p.MinAge() != 300 {
		t.Errorf("the default minimum age is %d", p.MinAge())
	}
	kinds := table.WithoutAllowlisting(table.Policy.Kinds[0].Name).Policy.Kinds
	for i, k := range kinds {
		if want := table.Policy.Kinds[i].Allowlisted && i > 0; k.Allowlisted != want {
			t.Errorf("kind %d: allowlisted is %v, want %v", i, k.Allowlisted, want)
		}
	}
}

// An owner above is a session of its own, as old as its new child; strangers have
// pids that nothing speaks of.
func TestNewProcesses(t *testing.T) {
	for i := range uint64(200) {
		table, rng := tspigen.Case(34, i), rand.New(rand.NewSource(int64(i)))
		spoken := map[int32]bool{0: true, 1: true}
		for _, row := range table.Rows() {
			spoken[row.PID], spoken[row.PPID] = true, true
		}
		for _, r := range table.Owners.Registered {
			spoken[r.PID] = true
		}
		pid := table.Rows()[0].PID
		owned := table.WithOwnerAbove(pid, rng).Rows()
		owner := owned[len(owned)-1]
		if spoken[owner.PID] || !strings.Contains(owner.Command, "claude") {
			t.Fatalf("%v: the owner is %+v", table, *owner)
		}
		for _, row := range owned {
			if row.PID == pid && (row.PPID != owner.PID || row.Age > owner.Age) {
				t.Fatalf("%v: the owned row is %+v", table, *row)
			}
		}
		crowded := table.WithStrangers(4, rng).Rows()
		if len(crowded) != len(table.Rows())+4 {
			t.Fatalf("%v: %d rows among strangers", table, len(crowded))
		}
		for _, row := range crowded {
			if !slices.ContainsFunc(table.Rows(), func(r *tspigen.Row) bool { return *r == *row }) && spoken[row.PID] {
				t.Fatalf("%v: a stranger has the pid %d", table, row.PID)
			}
		}
	}
}
