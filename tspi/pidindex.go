package tspi

// pidIndex leads from a pid to its rows. Pids are handed out one after the
// other, so that an array as long as the largest one is mostly small and read in
// order; where it would not be small, there is a map, which hostile pids do not
// slow down.
type pidIndex struct {
	dense  []rowRef // by pid
	sparse map[int32]rowRef
}

// rowRef is what a table has for a pid: 0 for no row, i+1 for row i alone,
// -(i+1) for row i as the last of several. The hardened law never looks at which
// of several it is; the published one does not say.
type rowRef int32

func (r rowRef) none() bool    { return r == 0 }
func (r rowRef) several() bool { return r < 0 }

// index is that of the row; there must be one.
func (r rowRef) index() int32 {
	if r < 0 {
		r = -r
	}
	return int32(r) - 1
}

// slotsARow bounds the array: so many slots a row, and some for a small table.
const (
	slotsARow  = 8
	slotsFirst = 1024
)

func newPIDIndex(rows []Row) pidIndex {
	most := int32(0)
	for i := range rows {
		most = max(most, rows[i].PID)
	}
	var x pidIndex
	if int(most) < slotsFirst+slotsARow*len(rows) {
		x.dense = make([]rowRef, most+1)
	} else {
		x.sparse = make(map[int32]rowRef, len(rows))
	}
	for i := range rows {
		ref := rowRef(i + 1)
		if !x.find(rows[i].PID).none() {
			ref = -ref
		}
		if x.dense != nil {
			x.dense[rows[i].PID] = ref
		} else {
			x.sparse[rows[i].PID] = ref
		}
	}
	return x
}

func (x pidIndex) find(pid int32) rowRef {
	switch {
	case x.dense == nil:
		return x.sparse[pid]
	case int(pid) < len(x.dense):
		return x.dense[pid]
	}
	return 0
}
