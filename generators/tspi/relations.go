package tspi

import (
	"math/rand"
	"slices"
)

// Shuffled returns the table with its lines in another order. The decisions of a
// right classifier are the same, row by row.
func (t *Table) Shuffled(rng *rand.Rand) *Table {
	c := t.changed()
	rng.Shuffle(len(c.Lines), func(i, j int) { c.Lines[i], c.Lines[j] = c.Lines[j], c.Lines[i] })
	return c
}

// Renamed returns the table with other pids, wherever a pid stands, and the names
// by the old ones. Pids 0 and 1, which mean something, keep theirs. A right
// classifier gives the same answer under the new names.
func (t *Table) Renamed(rng *rand.Rand) (*Table, map[int32]int32) {
	c := t.changed()
	names := map[int32]int32{0: 0, 1: 1}
	taken := map[int32]bool{0: true, 1: true}
	rename := func(pid *int32) {
		name, known := names[*pid]
		for !known && (name == 0 || taken[name]) {
			name = 2 + rng.Int31n(2147483646)
		}
		names[*pid], taken[name] = name, true
		*pid = name
	}
	for _, row := range c.Rows() {
		rename(&row.PID)
		rename(&row.PPID)
	}
	for i := range c.Owners.Registered {
		rename(&c.Owners.Registered[i].PID)
	}
	return c, names
}

// WithMinAge returns the table under a policy with another minimum age. A higher
// one never adds a candidate.
func (t *Table) WithMinAge(seconds int64) *Table {
	c := t.changed()
	c.Policy.MinAgeSeconds = seconds
	return c
}

// WithoutAllowlisting returns the table under a policy that takes one kind off the
// allowlist, which never adds a candidate.
func (t *Table) WithoutAllowlisting(kind string) *Table {
	c := t.changed()
	for i := range c.Policy.Kinds {
		if c.Policy.Kinds[i].Name == kind {
			c.Policy.Kinds[i].Allowlisted = false
		}
	}
	return c
}

// WithOwnerAbove returns the table with a live owner above every row of a pid: a
// session that is as old as they. It never leaves them candidates.
func (t *Table) WithOwnerAbove(pid int32, rng *rand.Rand) *Table {
	c := t.changed()
	owner := Row{PID: c.freePID(rng), PPID: 1, Etime: "0", CPU: "0.0", RSS: "1", Gap: " ", Command: "claude"}
	for _, row := range c.Rows() {
		if row.PID == pid {
			row.PPID = owner.PID
			if row.Age >= owner.Age {
				owner.Age, owner.Etime = row.Age, row.Etime
			}
		}
	}
	c.Lines = append(c.Lines, Line{Row: &owner})
	return c
}

// WithStrangers returns the table with up to n more processes that are no helpers
// and nobody's parents, which changes no answer.
func (t *Table) WithStrangers(n int, rng *rand.Rand) *Table {
	c := t.changed()
	rows := t.Rows()
	for range n {
		row := Row{PID: c.freePID(rng), Etime: "00:00", CPU: "0.0", RSS: "1", Gap: " ",
			Command: strangers[rng.Intn(len(strangers))]}
		if parent := rows[rng.Intn(len(rows))]; rng.Intn(2) == 0 {
			row.PPID = parent.PID
		} else {
			row.PPID = int32(rng.Intn(2))
		}
		c.Lines = slices.Insert(c.Lines, rng.Intn(len(c.Lines)+1), Line{Row: &row})
	}
	return c
}

// changed is a copy that its key would not draw again.
func (t *Table) changed() *Table {
	c := t.Clone()
	c.Key = 0
	return c
}

// freePID is one that nothing in the table speaks of.
func (t *Table) freePID(rng *rand.Rand) int32 {
	spoken := map[int32]bool{0: true, 1: true}
	for _, row := range t.Rows() {
		spoken[row.PID], spoken[row.PPID] = true, true
	}
	for _, r := range t.Owners.Registered {
		spoken[r.PID] = true
	}
	for {
		if pid := 2 + rng.Int31n(2147483646); !spoken[pid] {
			return pid
		}
	}
}
