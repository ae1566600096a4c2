package view

import (
	"iter"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/parallel"
	"github.com/tspi-dev/harness/tspi"
)

// helper is an inventory row with what only the table tells of it. It is good
// until the next one is made.
type helper struct {
	*tspi.InventoryRow
	rssKiB int64 // negative where unknown
}

// facts are an inventory and the table it was made of. Of each helper only its
// index in the table is kept: a large table leaves no room for more, and a helper
// is made quickly. They are used by one goroutine at a time; the others fork them.
type facts struct {
	inputs    tspi.Inputs
	survey    *tspi.Survey
	reader    *tspi.Reader
	inventory *tspi.Inventory // without its rows
	held      held
	groups    []kindGroup
	widest    []column          // the columns of rows, wide enough for each
	neutral   map[string]string // the names that were met, see [Neutral]
}

// held are the indices of the helpers in the table, by what holds them.
type held [holdCount][]int32

// count is how many holds there are.
func (h *held) count() (n int) {
	for _, members := range h {
		if len(members) > 0 {
			n++
		}
	}
	return n
}

// fork is the same facts for another goroutine.
func (f *facts) fork() *facts {
	fork := *f
	fork.reader, fork.neutral = f.survey.NewReader(), map[string]string{}
	return &fork
}

// forks are these facts for so many goroutines.
func (f *facts) forks(workers int) []*facts {
	forks := []*facts{f}
	for len(forks) < workers {
		forks = append(forks, f.fork())
	}
	return forks
}

// count is how many helpers there are.
func (f *facts) count() int { return f.inventory.Summary.ProcessCount }

// these are some helpers by their index in the table.
func (f *facts) these(members []int32) iter.Seq2[int32, helper] {
	return func(yield func(int32, helper) bool) {
		for _, row := range members {
			if !yield(row, f.helper(row)) {
				return
			}
		}
	}
}

// counted counts helpers by the class that each is in, from 0 to classes-1.
func (f *facts) counted(members []int32, classes int, classOf func(*facts, helper) int) []int {
	blocks := blocksOf(len(members))
	forks := f.forks(parallel.Workers(blocks))
	counts := make([][]int, len(forks))
	for i := range counts {
		counts[i] = make([]int, classes)
	}
	parallel.Each(blocks, func(worker, block int) {
		f := forks[worker]
		for _, h := range f.these(blockOf(members, block)) {
			counts[worker][classOf(f, h)]++
		}
	})
	for _, more := range counts[1:] {
		for class, n := range more {
			counts[0][class] += n
		}
	}
	return counts[0]
}

func (f *facts) helper(row int32) helper {
	return helper{f.reader.Helper(int(row)), f.inputs.Table.Rows[row].RSSKiB}
}

// name is a kind or an owner status, to be printed. Helpers share a few.
func (f *facts) name(text string) string {
	neutral, ok := f.neutral[text]
	if !ok {
		neutral = Neutral(text)
		f.neutral[text] = neutral
	}
	return neutral
}

// secondInit reports whether that process is an init that is not pid 1, such as
// systemd --user: where one is, orphans go to it. This is a heuristic for words
// to people; no verdict depends on it.
func (f *facts) secondInit(pid int32) bool {
	row := f.inputs.Table.Last(pid)
	if row == nil || pid == 1 {
		return false
	}
	program := row.Command
	if end := strings.IndexAny(program, " \t"); end >= 0 {
		program = program[:end]
	}
	program = program[strings.LastIndexByte(program, '/')+1:]
	return slices.Contains(f.inputs.Owners.InitNames, strings.TrimPrefix(program, "-"))
}

// stoppedAt is the pid at which the walk of a helper stopped without visiting it.
func (f *facts) stoppedAt(h helper) int32 {
	if h.ChainTrace == nil || h.ChainEndPID == nil {
		return h.PPID
	}
	if row := f.inputs.Table.Last(*h.ChainEndPID); row != nil {
		return row.PPID
	}
	return h.PPID
}

// sum is the memory of some helpers.
func (f *facts) sum(groups ...[]int32) memory {
	var m memory
	for _, members := range groups {
		for _, row := range members {
			m.add(f.inputs.Table.Rows[row].RSSKiB)
		}
	}
	return m
}
