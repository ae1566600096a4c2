package tspi

import (
	"math/rand"
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// claim is a copy of a right inventory that a fault is put into.
type claim struct {
	table  *Table
	known  *survey
	rng    *rand.Rand
	object strict.Object
}

// survey is that of the table, made when a fault looks at it.
func (c *claim) survey() *survey {
	if c.known == nil {
		c.known = c.table.survey()
	}
	return c.known
}

func (c *claim) rows() strict.Array { return value(c.object, "rows").(strict.Array) }

func (c *claim) summary() strict.Object { return value(c.object, "summary").(strict.Object) }

func (c *claim) groups() strict.Array {
	return value(c.summary(), "active_owner_pressure_groups").(strict.Array)
}

func (c *claim) inSummary(name string, v strict.Value) {
	summary := c.summary()
	set(&summary, name, v)
}

// count moves one of the summary's counts.
func (c *claim) count(name string, by int) {
	n, _ := strconv.Atoi(number(c.summary(), name))
	c.inSummary(name, strict.Number(strconv.Itoa(n+by)))
}

// countDecision moves the count of a decision, where it is one of the three.
func (c *claim) countDecision(decision string, by int) {
	switch tspi.Decision(decision) {
	case tspi.DecisionSafeClose:
		c.count("candidate_safe_close_count", by)
	case tspi.DecisionOwnerCheck:
		c.count("requires_owner_check_count", by)
	case tspi.DecisionKeep:
		c.count("keep_count", by)
	}
}

func isCandidate(r strict.Object) bool { return text(r, "decision") == string(tspi.DecisionSafeClose) }

// pick is any row for which the predicate holds.
func (c *claim) pick(holds func(strict.Object) bool) (strict.Object, bool) {
	var rows []strict.Object
	for _, v := range c.rows() {
		if row := v.(strict.Object); holds(row) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, false
	}
	return rows[c.rng.Intn(len(rows))], true
}

// redecide gives another decision to a row for which the predicate holds, and
// makes the counts agree.
func (c *claim) redecide(holds func(strict.Object) bool, decision string) (string, bool) {
	row, ok := c.pick(holds)
	if !ok {
		return "", false
	}
	c.countDecision(text(row, "decision"), -1)
	c.countDecision(decision, 1)
	set(&row, "decision", decision)
	return number(row, "pid"), true
}

// amend gives a member of a row for which the predicate holds another value.
func (c *claim) amend(holds func(strict.Object) bool, name string, v strict.Value) (string, bool) {
	row, ok := c.pick(holds)
	if !ok {
		return "", false
	}
	set(&row, name, v)
	return number(row, "pid"), true
}

// addRow appends a row and counts it; it returns the row's pid.
func (c *claim) addRow(row strict.Object) string {
	set(&c.object, "rows", append(c.rows(), row))
	c.count("process_count", 1)
	c.countDecision(text(row, "decision"), 1)
	return number(row, "pid")
}

// close makes a candidate of a row that must be none. Rows whose pid another row
// has are left out: they are another offence, whatever their owner.
func (c *claim) close(holds func(strict.Object) bool) (string, bool) {
	return c.redecide(func(r strict.Object) bool {
		pid, _ := strconv.Atoi(number(r, "pid"))
		return !isCandidate(r) && c.survey().count[int32(pid)] == 1 && holds(r)
	}, string(tspi.DecisionSafeClose))
}

func (c *claim) registered(r strict.Object) bool {
	for _, row := range c.survey().rows {
		if strconv.Itoa(int(row.PID)) == number(r, "pid") && c.table.registers(row) {
			return true
		}
	}
	return false
}

// group changes any of the pressure groups.
func (c *claim) group(change func(strict.Object)) (string, bool) {
	groups := c.groups()
	if len(groups) == 0 {
		return "", false
	}
	group := groups[c.rng.Intn(len(groups))].(strict.Object)
	change(group)
	return text(group, "process_kind"), true
}
