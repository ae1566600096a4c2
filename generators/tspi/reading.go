package tspi

import (
	"fmt"

	"github.com/tspi-dev/harness/internal/strict"
)

// reading is an inventory as a property reads it: what is missing or mistyped is
// absent. That it has its shape is a property of its own.
type reading struct {
	whole   strict.Object
	rows    []strict.Object
	summary strict.Object
	groups  []strict.Object
}

func read(inventory strict.Value) reading {
	whole, _ := inventory.(strict.Object)
	r := reading{whole: whole, summary: object(whole, "summary")}
	r.rows = objects(array(whole, "rows"))
	r.groups = objects(array(r.summary, "active_owner_pressure_groups"))
	return r
}

// objects are the elements of an array that are objects.
func objects(a strict.Array) []strict.Object {
	var all []strict.Object
	for _, v := range a {
		if o, ok := v.(strict.Object); ok {
			all = append(all, o)
		}
	}
	return all
}

// path names a row in a report: by its pid, where it has one.
func (r reading) path(i int) string {
	if pid, ok := integerAt(r.rows[i], "pid"); ok {
		return at("rows", pid)
	}
	return at("rows", fmt.Sprintf("#%d", i))
}

// candidates are the pids of the rows that may be closed, and how often each is.
func (r reading) candidates() map[int32]int {
	pids := map[int32]int{}
	for _, row := range r.rows {
		if pid, ok := integerAt(row, "pid"); ok && isCandidate(row) {
			pids[int32(pid)]++
		}
	}
	return pids
}
