package tspi

import (
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// closingFaults make a close candidate of what must be none.
func closingFaults() []Fault {
	const (
		active    = tspi.CodeActiveOwnerKill
		unknown   = tspi.CodeUnknownOwnerKill
		premature = tspi.CodePrematureClose
	)
	isActive := func(c *claim, r strict.Object) bool { return c.survey().active[text(r, "owner_status")] }
	because := func(r strict.Object, reason tspi.Reason) bool { return text(r, "reason") == string(reason) }
	return []Fault{
		{"close a helper of an active owner", active, "8.active", everyWay, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool { return isActive(c, r) })
		}},
		{"close a helper of an unknown owner", unknown, "8.unknown", everyWay, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool { return because(r, tspi.ReasonOwnerUnsolved) })
		}},
		{"close a kept helper", unknown, "8.unknown", everyWay, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool { return because(r, tspi.ReasonKeep) && !isActive(c, r) })
		}},
		{"close a helper off the allowlist", unknown, "8.unknown", everyWay, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool {
				return because(r, tspi.ReasonDetached) && value(r, "allowlist_matched") == false
			})
		}},
		{"close a registered helper", unknown, "8.unknown", Grounded, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool { return because(r, tspi.ReasonRegistered) && !isActive(c, r) })
		}},
		{"close a helper with a reused pid", unknown, "8.identity", Grounded, func(c *claim) (string, bool) {
			return c.redecide(func(r strict.Object) bool {
				return because(r, tspi.ReasonPIDReuse)
			}, string(tspi.DecisionSafeClose))
		}},
		{"close what is not in the table", unknown, "8.identity", Grounded, func(c *claim) (string, bool) {
			row, ok := c.pick(isCandidate)
			if !ok {
				return "", false
			}
			row = with(row, "pid", integer(c.table.freePID(c.rng)))
			return c.addRow(row), true
		}},
		{"close a young orphan", premature, "8.premature", everyWay, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool {
				return because(r, tspi.ReasonDetached) && value(r, "allowlist_matched") == true
			})
		}},
		{"close a helper of no known age", premature, "8.premature", hardened, func(c *claim) (string, bool) {
			return c.close(func(r strict.Object) bool {
				return because(r, tspi.ReasonUnreadable) && value(r, "allowlist_matched") == true &&
					text(r, "owner_status") == tspi.StatusDetached && !c.registered(r)
			})
		}},
		{"claim a candidate twice", unknown, "8.identity", hardened, func(c *claim) (string, bool) {
			row, ok := c.pick(isCandidate)
			if !ok {
				return "", false
			}
			return c.addRow(row), true
		}},
		{"say that a candidate has a live owner", active, "8.active", bare, func(c *claim) (string, bool) {
			statuses := c.table.Owners.active()
			return c.amend(isCandidate, "owner_status", statuses[c.rng.Intn(len(statuses))])
		}},
		{"say that a candidate has a parent", unknown, "8.unknown", bare, func(c *claim) (string, bool) {
			return c.amend(isCandidate, "ppid", integer(2+c.rng.Intn(1000)))
		}},
		{"say that a candidate is off the allowlist", unknown, "8.unknown", bare, func(c *claim) (string, bool) {
			return c.amend(isCandidate, "allowlist_matched", false)
		}},
		{"say that a candidate is a second too young", premature, "8.premature", bare, func(c *claim) (string, bool) {
			return c.amend(isCandidate, "age_s", integer(c.table.Policy.MinAge()-1))
		}},
		{"give a candidate no age", premature, "8.premature", Alone, func(c *claim) (string, bool) {
			none := []strict.Value{nil, "300", strict.Number("86400.0"), strict.Number("-1"), true}
			return c.amend(isCandidate, "age_s", none[c.rng.Intn(len(none))])
		}},
		{"decide close_now", tspi.CodeDecisionVocabulary, "8.vocabulary", hardened, func(c *claim) (string, bool) {
			words := []string{"close_now", "Candidate_Safe_Close", "", "kill"}
			word := words[c.rng.Intn(len(words))]
			return c.redecide(func(r strict.Object) bool {
				return isCandidate(r) && !slices.Contains(words, text(r, "decision"))
			}, word)
		}},
	}
}
