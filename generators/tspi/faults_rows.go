package tspi

import (
	"slices"
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// rowFaults contradict the table, or are no rows.
func rowFaults() []Fault {
	const contradicts, clause = tspi.CodeRowContradicts, "8.contradicts"
	anyRow := func(strict.Object) bool { return true }
	checked := func(r strict.Object) bool { return text(r, "decision") == string(tspi.DecisionOwnerCheck) }
	return []Fault{
		{"keep what is to be checked", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			return c.redecide(checked, string(tspi.DecisionKeep))
		}},
		{"age a row by a second", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			row, ok := c.pick(func(r strict.Object) bool { return number(r, "age_s") != "" })
			if !ok {
				return "", false
			}
			age, _ := strconv.ParseInt(number(row, "age_s"), 10, 64)
			set(&row, "age_s", integer(age+1))
			return number(row, "pid"), true
		}},
		{"move a row below another parent", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			row, ok := c.pick(anyRow)
			if !ok {
				return "", false
			}
			ppid, _ := integerAt(row, "ppid")
			set(&row, "ppid", integer(ppid+1+c.rng.Int63n(9)))
			return number(row, "pid"), true
		}},
		{"call a row another kind", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			return c.amend(anyRow, "process_kind", "x-another-kind")
		}},
		{"hash another command", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			return c.amend(anyRow, "command_hash", commandHash("x"))
		}},
		{"give a row another owner", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			return c.amend(checked, "owner_status", "x-another-owner")
		}},
		{"put a checked row on the allowlist", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			return c.amend(func(r strict.Object) bool {
				return checked(r) && value(r, "allowlist_matched") == false
			}, "allowlist_matched", true)
		}},
		{"claim a checked row twice", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			row, ok := c.pick(checked)
			if !ok {
				return "", false
			}
			return c.addRow(row), true
		}},
		{"leave a helper out", contradicts, clause, Grounded, func(c *claim) (string, bool) {
			row, ok := c.pick(anyRow)
			if !ok {
				return "", false
			}
			i := slices.IndexFunc(c.rows(), func(v strict.Value) bool {
				r, _ := v.(strict.Object)
				return &r[0] == &row[0]
			})
			set(&c.object, "rows", slices.Delete(c.rows(), i, i+1))
			c.count("process_count", -1)
			c.countDecision(text(row, "decision"), -1)
			return number(row, "pid"), true
		}},
		{"list a row that is no object", tspi.CodeClaimMalformed, "8.shape", hardened, func(c *claim) (string, bool) {
			none := []strict.Value{nil, "row", strict.Array{}, true}
			set(&c.object, "rows", append(c.rows(), none[c.rng.Intn(len(none))]))
			c.count("process_count", 1)
			return claimSubject, true
		}},
		{"give a row no parent", tspi.CodeClaimMalformed, "8.shape", Alone, func(c *claim) (string, bool) {
			none := []strict.Value{nil, "7", strict.Number("7.0"), false}
			_, ok := c.amend(checked, "ppid", none[c.rng.Intn(len(none))])
			return claimSubject, ok
		}},
		{"give no summary but a word", tspi.CodeClaimMalformed, "8.shape", hardened, func(c *claim) (string, bool) {
			set(&c.object, "summary", "none")
			return claimSubject, true
		}},
	}
}
