package tspi

import (
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// textRelations change how a table is written, and nothing that it says.
func textRelations() []relation {
	return []relation{
		{"same-input-same-answer", "6.rows", false, func(b before) (*Table, expectation) {
			return b.Table.Clone(), b.unchanged()
		}},
		{"shuffled-rows-same-decisions", "6.rows", false, func(b before) (*Table, expectation) {
			return b.Table.Shuffled(b.rng), func(after reading, d *differences) {
				c := b.compared(d)
				c.anyOrder = true
				c.inventory(b.reading, after)
			}
		}},
		{"renamed-pids-isomorphic-answer", "6.rows", false, renamed},
		{"crlf-is-lf", "2.lines", false, func(b before) (*Table, expectation) {
			c := b.Table.changed()
			c.CRLF = !c.CRLF
			return c, b.unchanged()
		}},
		{"other-blanks-between-columns", "2.lines", false, func(b before) (*Table, expectation) {
			return b.Table.WithOtherGaps(b.rng), b.unchanged()
		}},
		{"other-spellings-of-etime", "2.etime", false, func(b before) (*Table, expectation) {
			return b.Table.WithOtherEtimes(b.rng), b.unchanged()
		}},
		{"other-spellings-of-pcpu", "2.pcpu", false, func(b before) (*Table, expectation) {
			return b.Table.WithOtherCPUs(b.rng), b.unchanged()
		}},
		{"lines-that-are-no-rows-change-their-count-alone", "2.malformed", false, moreLines},
		{"strangers-change-nothing", "6.rows", false, func(b before) (*Table, expectation) {
			return b.Table.WithStrangers(1+b.rng.Intn(5), b.rng), b.unchanged()
		}},
		{"a-leaf-less-changes-no-other-row", "6.rows", false, leafLess},
	}
}

func renamed(b before) (*Table, expectation) {
	c, names := b.Table.Renamed(b.rng)
	rename := func(row strict.Object, name string) strict.Object {
		if pid, ok := integerAt(row, name); ok {
			if new, known := names[int32(pid)]; known {
				return with(row, name, integer(new))
			}
		}
		return row
	}
	want := b.reading
	want.rows = slices.Clone(b.rows)
	for i := range want.rows {
		for _, name := range []string{"pid", "ppid", "chain_end_pid"} {
			want.rows[i] = rename(want.rows[i], name)
		}
	}
	return c, func(after reading, d *differences) { b.compared(d).inventory(want, after) }
}

func moreLines(b before) (*Table, expectation) {
	c, skipped := b.Table.changed(), object(b.summary, "skipped_line_counts")
	for _, pool := range [][]string{headers[:], malformedLines[:], commentLines[:]} {
		line := Line{Text: pool[b.rng.Intn(len(pool))]}
		c.Lines = slices.Insert(c.Lines, b.rng.Intn(len(c.Lines)+1), line)
		if cause := line.cause(); cause != "" {
			n, _ := integerAt(skipped, cause)
			skipped = with(skipped, cause, integer(n+1))
		}
	}
	want := b.reading
	want.summary = with(b.summary, "skipped_line_counts", skipped)
	return c, func(after reading, d *differences) { b.compared(d).inventory(want, after) }
}

// leafLess takes out a row that is nobody's parent and tells nothing of pid 1.
func leafLess(b before) (*Table, expectation) {
	parents := map[int32]bool{0: true, 1: true}
	for _, row := range b.survey().rows {
		parents[row.PPID] = true
	}
	var leaves []int
	for i := range b.Table.Lines {
		if row := b.Table.Lines[i].Row; row != nil && !parents[row.PID] && b.survey().count[row.PID] == 1 {
			leaves = append(leaves, i)
		}
	}
	if len(leaves) == 0 || len(b.survey().rows) == 1 {
		return nil, nil
	}
	i := leaves[b.rng.Intn(len(leaves))]
	c, pid := b.Table.changed(), b.Table.Lines[i].Row.PID
	c.Lines = slices.Delete(c.Lines, i, i+1)
	return c, func(after reading, d *differences) {
		b.sameRows(pid)(after, d)
		for i := range after.rows {
			if got, ok := integerAt(after.rows[i], "pid"); ok && got == int64(pid) {
				d.add("", after.path(i), "nothing: the process is gone", "a row")
			}
		}
	}
}
