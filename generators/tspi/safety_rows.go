package tspi

import (
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// helpersOnce: an inventory has a row for each helper of the table and for no
// other process, in table order. At core the rows about which the laws may differ
// are overlooked on both sides.
func helpersOnce(t *Trial, r reading, d *differences) {
	overlooked := map[int64]bool{}
	var want []int64
	for _, h := range t.helpers() {
		if h.certain {
			want = append(want, int64(h.PID))
		} else {
			overlooked[int64(h.PID)] = true
		}
	}
	next := 0
	for i, row := range r.rows {
		pid, ok := integerAt(row, "pid")
		if ok && overlooked[pid] {
			continue
		}
		if next == len(want) || !ok || pid != want[next] {
			d.add("", r.path(i), wantedHelper(want, next), "pid "+shown(value(row, "pid"), ok))
			return // what follows is out of step
		}
		next++
	}
	if next < len(want) {
		d.add("", "rows", wantedHelper(want, next), "nothing")
	}
}

func wantedHelper(want []int64, next int) string {
	if next == len(want) {
		return "no further row: the table has no such helper here"
	}
	return "pid " + strconv.FormatInt(want[next], 10) + ", which is next in the table"
}

// kindsMatch: section 3 on the data.
func kindsMatch(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		if p.kind == nil {
			continue
		}
		d.equal("", p.path, p.row, "process_kind", p.kind.Name)
		d.equal("", p.path, p.row, "allowlist_matched", p.kind.Allowlisted)
	}
}

// agesMatch: an age is what its etime says, and null where the row is unreadable.
func agesMatch(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		clause, want := "", integer(p.Age)
		if t.survey().unreadable(p.Row) {
			clause, want = "2.unreadable", nil
		}
		d.equal(clause, p.path, p.row, "age_s", want)
	}
}

// rowsRepeat: the other columns are those of the table.
func rowsRepeat(t *Trial, r reading, d *differences) {
	for _, p := range t.pairs(r) {
		d.equal("", p.path, p.row, "ppid", integer(p.PPID))
		d.equal("", p.path, p.row, "command_hash", commandHash(p.Command))
		if t.Level == law.Core {
			continue
		}
		d.equal("", p.path, p.row, "owner", value(p.row, "owner_status"))
		if !p.BadColumn {
			d.cpu(p.path, p.row, strict.Number(strings.ReplaceAll(p.CPU, ",", ".")))
		}
	}
}

// cpu holds the one value that may have a fraction against a wanted one.
func (d *differences) cpu(path string, row strict.Object, want strict.Value) {
	v, there := row.Get("cpu_pct")
	got, isNumber := v.(strict.Number)
	right, wantNumber := want.(strict.Number)
	if !there || isNumber != wantNumber || isNumber && !sameFloat(right, got) || !isNumber && v != nil {
		d.add("2.pcpu", join(path, "cpu_pct"), shown(want, true), shown(v, there))
	}
}
