package view

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// helper is an inventory row with what only the table tells of it.
type helper struct {
	*tspi.InventoryRow
	rssKiB int64 // negative where unknown
	hold   hold
}

// facts are an inventory joined with the table it was made of.
type facts struct {
	inputs    tspi.Inputs
	inventory *tspi.Inventory
	helpers   []helper // in table order
	// relatives are the rows of parents and chain ends.
	relatives map[int32]*tspi.Row
	// candidates are the pids of the close candidates.
	candidates map[int32]bool
}

func gather(in tspi.Inputs, inventory *tspi.Inventory) *facts {
	f := &facts{inputs: in, inventory: inventory, relatives: map[int32]*tspi.Row{}, candidates: map[int32]bool{}}
	for i := range inventory.Rows {
		row := &inventory.Rows[i]
		f.relatives[row.PPID] = nil
		if row.ChainTrace != nil && row.ChainEndPID != nil {
			f.relatives[*row.ChainEndPID] = nil
		}
		if row.Decision == tspi.DecisionSafeClose {
			f.candidates[row.PID] = true
		}
	}
	for i := range in.Table.Rows {
		row := &in.Table.Rows[i]
		if _, wanted := f.relatives[row.PID]; wanted {
			f.relatives[row.PID] = row
		}
	}
	f.join()
	for i := range f.helpers {
		f.helpers[i].hold = f.holdOf(f.helpers[i])
	}
	return f
}

// join finds the table row of each inventory row. Both are in table order, and a
// row's kind depends on its pid and command alone, so that the next row with the
// same pid and hash is the one.
func (f *facts) join() {
	f.helpers = make([]helper, 0, len(f.inventory.Rows))
	next := 0
	for i := range f.inventory.Rows {
		out := helper{InventoryRow: &f.inventory.Rows[i], rssKiB: -1}
		for next < len(f.inputs.Table.Rows) {
			row := &f.inputs.Table.Rows[next]
			next++
			if row.PID == out.PID && tspi.CommandHash(row.Command) == out.CommandHash {
				out.rssKiB = row.RSSKiB
				break
			}
		}
		f.helpers = append(f.helpers, out)
	}
}

// secondInit reports whether that process is an init that is not pid 1, such as
// systemd --user: where one is, orphans go to it. This is a heuristic for words
// to people; no verdict depends on it.
func (f *facts) secondInit(pid int32) bool {
	row := f.relatives[pid]
	if row == nil || pid == 1 {
		return false
	}
	program, _, _ := strings.Cut(strings.ReplaceAll(row.Command, "\t", " "), " ")
	program = program[strings.LastIndexByte(program, '/')+1:]
	return slices.Contains(f.inputs.Owners.InitNames, strings.TrimPrefix(program, "-"))
}

// stoppedAt is the pid at which the walk of a helper stopped without visiting it.
func (f *facts) stoppedAt(h helper) int32 {
	if h.ChainTrace == nil || h.ChainEndPID == nil {
		return h.PPID
	}
	if row := f.relatives[*h.ChainEndPID]; row != nil {
		return row.PPID
	}
	return h.PPID
}

// sum is the memory of some helpers.
func sum(helpers []helper) memory {
	var m memory
	for _, h := range helpers {
		m.add(h.rssKiB)
	}
	return m
}

func (f *facts) byHold() map[hold][]helper {
	held := map[hold][]helper{}
	for _, h := range f.helpers {
		held[h.hold] = append(held[h.hold], h)
	}
	return held
}
