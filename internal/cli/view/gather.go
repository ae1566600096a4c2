package view

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tspi-dev/harness/internal/parallel"
	"github.com/tspi-dev/harness/tspi"
)

// helpersABlock is how many rows or helpers a core looks at, or lays out, at a time.
const helpersABlock = 1 << 10

func blocksOf(n int) int { return (n + helpersABlock - 1) / helpersABlock }

// blockOf is one block of some helpers.
func blockOf(members []int32, block int) []int32 {
	return members[block*helpersABlock : min((block+1)*helpersABlock, len(members))]
}

// gathering is what one goroutine has learnt of its helpers.
type gathering struct {
	*facts
	groups  map[groupKey]kindGroup
	columns []column
	line    cells
}

// gather looks at each helper once, those of a large table on as many cores as there
// are: what holds it, its group, and how wide its line is.
func gather(in tspi.Inputs, survey *tspi.Survey) *facts {
	f := &facts{inputs: in, survey: survey, reader: survey.NewReader(), inventory: survey.Head(),
		neutral: map[string]string{}}
	rows := len(in.Table.Rows)
	holds := make([]hold, rows) // by row
	blocks := blocksOf(rows)
	workers := make([]*gathering, parallel.Workers(blocks))
	for i, fork := range f.forks(len(workers)) {
		workers[i] = &gathering{facts: fork, groups: map[groupKey]kindGroup{}, columns: rowColumns()}
	}
	parallel.Each(blocks, func(worker, block int) {
		g := workers[worker]
		for row := block * helpersABlock; row < min((block+1)*helpersABlock, rows); row++ {
			holds[row] = noHelper
			if h := g.helper(int32(row)); h.InventoryRow != nil {
				holds[row] = g.holdOf(h)
				g.add(h)
			}
		}
	})
	f.hold(holds)
	for _, g := range workers[1:] {
		workers[0].join(g)
	}
	f.widest = workers[0].columns
	f.groups = slices.SortedFunc(maps.Values(workers[0].groups), kindGroup.compare)
	return f
}

func (g *gathering) add(h helper) {
	g.addGroup(kindGroup{groupKey{h.Decision, h.ProcessKind}, 1, memoryOf(h.rssKiB), h.AgeS})
	g.lay(&g.line, h)
	fit(g.columns, &g.line)
}

func (g *gathering) addGroup(more kindGroup) {
	group := g.groups[more.groupKey]
	group.groupKey = more.groupKey
	group.add(more)
	g.groups[more.groupKey] = group
}

func (g *gathering) join(other *gathering) {
	for _, group := range other.groups {
		g.addGroup(group)
	}
	for i := range g.columns {
		g.columns[i].width = max(g.columns[i].width, other.columns[i].width)
	}
}

// hold puts the helpers under what holds them, in the order of the table and in memory of
// their number.
func (f *facts) hold(holds []hold) {
	var sizes [holdCount]int
	for _, which := range holds {
		if which != noHelper {
			sizes[which]++
		}
	}
	for which, size := range sizes {
		f.held[which] = make([]int32, 0, size)
	}
	for row, which := range holds {
		if which != noHelper {
			f.held[which] = append(f.held[which], int32(row))
		}
	}
}

// sized is a helper and what it is sorted by.
type sized struct {
	rssKiB int64
	row    int32
}

// sortByMemory puts the largest first, and those of the same memory as the table does. It
// gathers the sizes before: they lie far apart in the table.
func (f *facts) sortByMemory(members []int32) {
	helpers := make([]sized, len(members))
	for i, row := range members {
		helpers[i] = sized{f.inputs.Table.Rows[row].RSSKiB, row}
	}
	slices.SortFunc(helpers, func(x, y sized) int {
		return cmp.Or(cmp.Compare(y.rssKiB, x.rssKiB), cmp.Compare(x.row, y.row))
	})
	for i := range helpers {
		members[i] = helpers[i].row
	}
}
