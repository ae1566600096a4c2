package report

import (
	"fmt"

	"github.com/tspi-dev/harness/tspi"

	"github.com/tspi-dev/harness/internal/plain"
)

// treeNode is one row of a table in its process tree.
type treeNode struct {
	PID, PPID int32
	Age       string
	Command   string
	// Helper is the row's inventory row, nil where it is no helper or nothing was
	// classified.
	Helper *tspi.InventoryRow
	// Differs is true where an answer is wrong about this pid.
	Differs  bool
	Marks    []string // what keeps the row out of a plain tree
	Children []*treeNode
}

func (n *treeNode) size() int {
	size := 260 + len(n.Command)
	for _, child := range n.Children {
		size += child.size()
	}
	return size
}

const (
	maxTreeRows    = 48
	maxCommandText = 160
)

// drawTree makes the process tree of a table. inventory is nil where nothing was
// classified. Of a large table the helpers, their chains and the first rows are
// drawn.
func (t *drawnTable) drawTree(table *tspi.Table, inventory *tspi.Inventory, in tspi.Inputs, concerned map[int32]bool) {
	rows := table.Rows
	t.Rows = len(rows)
	helpers := helpersByRow(rows, inventory)
	wanted := map[int32]bool{}
	if inventory != nil {
		t.drawChains(inventory, in, concerned, wanted)
	}
	kept := keepRows(rows, wanted)
	t.Hidden = len(rows) - len(kept)

	first, count := map[int32]int{}, map[int32]int{} // of each pid, in the whole table
	for i := range rows {
		if count[rows[i].PID]++; count[rows[i].PID] == 1 {
			first[rows[i].PID] = i
		}
	}
	nodes := map[int]*treeNode{}
	for _, i := range kept {
		n := newNode(&rows[i], helpers[i])
		n.Differs = concerned[n.PID]
		if count[n.PID] > 1 {
			n.Marks = append(n.Marks, fmt.Sprintf("pid in %d rows", count[n.PID]))
		}
		nodes[i] = n
	}
	placed := map[int]bool{}
	children := map[int][]int{}
	var roots []int
	for _, i := range kept {
		parent, there := first[rows[i].PPID]
		switch {
		case !there || parent == i:
			roots = append(roots, i)
			if parent == i && there {
				nodes[i].Marks = append(nodes[i].Marks, "its own parent")
			}
		case nodes[parent] == nil:
			roots = append(roots, i)
			nodes[i].Marks = append(nodes[i].Marks, "its parent is not drawn")
		default:
			children[parent] = append(children[parent], i)
		}
	}
	var place func(i int) *treeNode
	place = func(i int) *treeNode {
		placed[i] = true
		for _, child := range children[i] {
			if !placed[child] {
				nodes[i].Children = append(nodes[i].Children, place(child))
			}
		}
		return nodes[i]
	}
	for _, i := range roots {
		t.Roots = append(t.Roots, place(i))
	}
	for _, i := range kept { // rows that no root leads to stand in a cycle, or below one
		if !placed[i] {
			nodes[i].Marks = append(nodes[i].Marks, "in a cycle of parents")
			t.Roots = append(t.Roots, place(i))
		}
	}
}

func newNode(row *tspi.Row, helper *tspi.InventoryRow) *treeNode {
	n := &treeNode{PID: row.PID, PPID: row.PPID, Age: ageText(row.Age, row.HasAge),
		Command: plain.Clip(row.Command, maxCommandText), Helper: helper}
	if row.Unreadable {
		n.Marks = append(n.Marks, "unreadable")
	}
	return n
}

// ageText gives an age in seconds, because thresholds are told in seconds.
func ageText(seconds int64, known bool) string {
	if !known {
		return "age unknown"
	}
	return fmt.Sprintf("%d s", seconds)
}

// helpersByRow finds the inventory row of each row of a table. An inventory is in
// table order, so that of equal pids the order tells which is which.
func helpersByRow(rows []tspi.Row, inventory *tspi.Inventory) map[int]*tspi.InventoryRow {
	helpers := map[int]*tspi.InventoryRow{}
	if inventory == nil {
		return helpers
	}
	next := 0
	for i := range rows {
		if next == len(inventory.Rows) {
			break
		}
		h := &inventory.Rows[next]
		if h.PID == rows[i].PID && h.CommandHash == tspi.CommandHash(rows[i].Command) {
			helpers[i] = h
			next++
		}
	}
	return helpers
}

// keepRows chooses the rows to draw, in table order: those of the wanted pids
// first, then as many others as there is room for.
func keepRows(rows []tspi.Row, wanted map[int32]bool) []int {
	keep := make([]bool, len(rows))
	left := maxTreeRows
	for _, only := range []bool{true, false} {
		for i := range rows {
			if left > 0 && !keep[i] && wanted[rows[i].PID] == only {
				keep[i] = true
				left--
			}
		}
	}
	var kept []int
	for i := range rows {
		if keep[i] {
			kept = append(kept, i)
		}
	}
	return kept
}
