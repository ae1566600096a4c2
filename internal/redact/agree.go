package redact

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/tspi-dev/harness/tspi"
)

// agree holds two fixtures against each other by one law, row by row. It returns
// how many helpers there are.
func agree(a, b tspi.Inputs) (helpers int, err error) {
	if err := agreeInRules(a, b); err != nil {
		return 0, err
	}
	forth, err := agreeInTables(a, b)
	if err != nil {
		return 0, err
	}
	return agreeInInventories(tspi.Classify(a), tspi.Classify(b), forth)
}

func agreeInRules(a, b tspi.Inputs) error {
	if !reflect.DeepEqual(a.Policy, b.Policy) {
		return errors.New("the policies differ")
	}
	x, y := *a.Owners, *b.Owners
	registered := len(x.Registered) - len(y.Registered)
	x.Registered, y.Registered = nil, nil // under other pids: the decisions tell whether they agree
	if registered != 0 || !reflect.DeepEqual(ordered(x), ordered(y)) {
		return errors.New("the owner taxonomies differ")
	}
	return nil
}

// ordered is a taxonomy with its release targets as a map: their order is that of
// a document's members, and means nothing.
func ordered(o tspi.Owners) any {
	targets := map[string]string{}
	for _, t := range o.ReleaseTargets {
		targets[t.Status] = t.Target
	}
	o.ReleaseTargets = nil
	return []any{o, targets}
}

// renaming is a one-to-one renaming that is found out step by step.
type renaming[T comparable] struct{ forth, back map[T]T }

func newRenaming[T comparable]() renaming[T] { return renaming[T]{map[T]T{}, map[T]T{}} }

// takes reports whether a can be b, by all that was said before.
func (r renaming[T]) takes(a, b T) bool {
	if known, ok := r.forth[a]; ok {
		return known == b
	}
	if _, ok := r.back[b]; ok {
		return false
	}
	r.forth[a], r.back[b] = b, a
	return true
}

// agreeInTables compares the tables and returns how pids were renamed.
func agreeInTables(a, b tspi.Inputs) (renaming[int32], error) {
	pids, commands := newRenaming[int32](), newRenaming[string]()
	pids.takes(0, 0)
	pids.takes(1, 1)
	x, y := a.Table, b.Table
	if x.Skipped != y.Skipped {
		return pids, errors.New("the lines that are no rows are counted otherwise")
	}
	if len(x.Rows) != len(y.Rows) {
		return pids, fmt.Errorf("there are %d rows in place of %d", len(y.Rows), len(x.Rows))
	}
	law := newRules(a)
	for i := range x.Rows {
		r, s := &x.Rows[i], &y.Rows[i]
		switch {
		case !pids.takes(r.PID, s.PID) || !pids.takes(r.PPID, s.PPID):
			return pids, differs(i, "its place in the tree")
		case r.HasAge != s.HasAge || r.Age != s.Age:
			return pids, differs(i, "its age")
		case r.HasCPU != s.HasCPU || r.CPU != s.CPU:
			return pids, differs(i, "its share of the processor")
		case r.Unreadable != s.Unreadable:
			return pids, differs(i, "whether it can be read")
		case r.RSSKiB < 0 != (s.RSSKiB < 0) || r.RSSKiB >= 0 && rounded(r.RSSKiB) != s.RSSKiB:
			return pids, differs(i, "its memory")
		case !commands.takes(r.Command, s.Command):
			return pids, differs(i, "which rows have the same command")
		case !law.profile(r.Command).equal(law.profile(s.Command)):
			return pids, differs(i, "its kind, owner hint, init name or title")
		}
	}
	return pids, nil
}

func differs(i int, what string) error { return fmt.Errorf("row %d: %s differs", i+1, what) }

// agreeInInventories compares all of two inventories but pids and command hashes.
func agreeInInventories(a, b *tspi.Inventory, pids renaming[int32]) (int, error) {
	if len(a.Rows) != len(b.Rows) {
		return 0, fmt.Errorf("there are %d helpers in place of %d", len(b.Rows), len(a.Rows))
	}
	for i := range a.Rows {
		want, got := renamed(a.Rows[i], pids.forth), b.Rows[i]
		want.CommandHash, got.CommandHash = "", ""
		if !reflect.DeepEqual(want, got) {
			return 0, fmt.Errorf("helper %d: its inventory row differs", i+1)
		}
	}
	if !reflect.DeepEqual(a.Summary, b.Summary) {
		return 0, errors.New("the summaries differ")
	}
	return len(a.Rows), nil
}

// renamed is an inventory row as it must be under the new pids.
func renamed(row tspi.InventoryRow, pids map[int32]int32) tspi.InventoryRow {
	row.PID, row.PPID = pids[row.PID], pids[row.PPID]
	if row.ChainTrace != nil {
		trace := *row.ChainTrace
		if trace.ChainEndPID != nil {
			end := pids[*trace.ChainEndPID]
			trace.ChainEndPID = &end
		}
		row.ChainTrace = &trace
	}
	return row
}
