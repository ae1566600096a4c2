package tspi

import (
	"strconv"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// countFaults make the numbers of a claim disagree with what they count.
func countFaults() []Fault {
	const mismatch, clause = tspi.CodeSummaryMismatch, "8.summary"
	off := func(name string, by int) func(*claim) (string, bool) {
		return func(c *claim) (string, bool) {
			c.count(name, by)
			return summarySubject, true
		}
	}
	grown := func(c *claim, names ...string) (string, bool) {
		_, ok := c.group(func(g strict.Object) {
			for _, name := range names {
				n, _ := integerAt(g, name)
				set(&g, name, integer(n+1))
			}
		})
		return summarySubject, ok
	}
	return []Fault{
		{"count a helper too many", mismatch, clause, hardened, off("process_count", 1)},
		{"count a candidate too few", mismatch, clause, hardened, off("candidate_safe_close_count", -1)},
		{"count an owner check too many", mismatch, clause, hardened, off("requires_owner_check_count", 1)},
		{"count a kept row too many", mismatch, clause, hardened, off("keep_count", 1)},
		{"count a group too many", mismatch, clause, hardened, off("active_owner_pressure_group_count", 1)},
		{"count a request too many", mismatch, clause, hardened, off("active_owner_release_request_count", 1)},
		{"count in fractions", mismatch, clause, hardened, func(c *claim) (string, bool) {
			c.inSummary("process_count", strict.Number(number(c.summary(), "process_count")+".0"))
			return summarySubject, true
		}},
		{"exceed a budget by one more", mismatch, clause, hardened, func(c *claim) (string, bool) {
			return grown(c, "excess_count")
		}},
		{"make a group larger", mismatch, clause, Grounded, func(c *claim) (string, bool) {
			c.count("active_owner_release_request_count", 1)
			return grown(c, "count", "excess_count")
		}},
		{"move a budget", mismatch, clause, Grounded, func(c *claim) (string, bool) {
			return grown(c, "count", "budget")
		}},
		{"forget a group", mismatch, clause, Grounded, func(c *claim) (string, bool) {
			if len(c.groups()) == 0 {
				return "", false
			}
			excess, _ := strconv.Atoi(number(c.groups()[0].(strict.Object), "excess_count"))
			c.count("active_owner_pressure_group_count", -1)
			c.count("active_owner_release_request_count", -excess)
			c.inSummary("active_owner_pressure_groups", c.groups()[1:])
			return summarySubject, true
		}},
	}
}
