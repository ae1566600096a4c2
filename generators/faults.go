package generators

import (
	"math/rand"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tspi-dev/harness/tspi"
)

// Fault is one offence that is put into a right inventory. An auditor by the
// hardened law that knows the fixture must raise its code, and only that.
type Fault struct {
	Name string
	Code tspi.Code
	// inject commits the offence in the claim, which it may change. It gives the
	// subject that is to be named; ok is false where the claim has no place for
	// the offence.
	inject func(c *claim) (subject string, ok bool)
}

// Inject returns the claim with the fault in it, and the subject that an auditor
// must name. The claim is the hardened inventory of the table, as a document; it
// is not changed. ok is false where it has no place for the fault.
func (f Fault) Inject(t *Table, inventory tspi.Value, rng *rand.Rand) (claimed tspi.Value, subject string, ok bool) {
	object, isObject := copyOf(inventory).(tspi.Object)
	if !isObject {
		return nil, "", false
	}
	c := &claim{table: t, survey: t.survey(), rng: rng, object: object}
	if subject, ok = f.inject(c); !ok {
		return nil, "", false
	}
	return c.object, subject, true
}

const claimSubject = string(tspi.InputClaimedInventory)

// Faults returns every fault, in a fixed order.
func Faults() []Fault {
	return []Fault{
		{"close a helper of an active owner", tspi.CodeActiveOwnerKill, func(c *claim) (string, bool) {
			return c.close(func(r tspi.Object) bool { return slices.Contains(c.table.Owners.active(), text(r, "owner_status")) })
		}},
		{"close a helper of an unknown owner", tspi.CodeUnknownOwnerKill, func(c *claim) (string, bool) {
			return c.close(func(r tspi.Object) bool { return text(r, "reason") == string(tspi.ReasonOwnerUnsolved) })
		}},
		{"close a registered helper", tspi.CodeUnknownOwnerKill, func(c *claim) (string, bool) {
			return c.close(func(r tspi.Object) bool {
				return text(r, "reason") == string(tspi.ReasonRegistered) && !slices.Contains(c.table.Owners.active(), text(r, "owner_status"))
			})
		}},
		{"close a helper with a reused pid", tspi.CodeUnknownOwnerKill, func(c *claim) (string, bool) {
			return c.redecide(func(r tspi.Object) bool { return text(r, "reason") == string(tspi.ReasonPIDReuse) }, string(tspi.DecisionSafeClose))
		}},
		{"close a young orphan", tspi.CodePrematureClose, func(c *claim) (string, bool) {
			return c.close(func(r tspi.Object) bool {
				return text(r, "reason") == string(tspi.ReasonDetached) && value(r, "allowlist_matched") == true
			})
		}},
		{"close a helper of no known age", tspi.CodePrematureClose, func(c *claim) (string, bool) {
			return c.close(func(r tspi.Object) bool {
				return text(r, "reason") == string(tspi.ReasonUnreadable) && value(r, "allowlist_matched") == true &&
					text(r, "owner_status") == tspi.StatusDetached && !c.registered(r)
			})
		}},
		{"claim a candidate twice", tspi.CodeUnknownOwnerKill, func(c *claim) (string, bool) {
			row, ok := c.pick(isCandidate)
			if !ok {
				return "", false
			}
			set(&c.object, "rows", append(c.rows(), row))
			c.count("process_count", 1)
			c.count("candidate_safe_close_count", 1)
			return number(row, "pid"), true
		}},
		{"decide close_now", tspi.CodeDecisionVocabulary, func(c *claim) (string, bool) {
			return c.redecide(isCandidate, "close_now")
		}},
		{"keep what is to be checked", tspi.CodeRowContradicts, func(c *claim) (string, bool) {
			return c.redecide(func(r tspi.Object) bool { return text(r, "decision") == string(tspi.DecisionOwnerCheck) }, string(tspi.DecisionKeep))
		}},
		{"age a row by a second", tspi.CodeRowContradicts, func(c *claim) (string, bool) {
			row, ok := c.pick(func(r tspi.Object) bool { return number(r, "age_s") != "" })
			if !ok {
				return "", false
			}
			age, _ := strconv.ParseInt(number(row, "age_s"), 10, 64)
			set(&row, "age_s", tspi.Number(strconv.FormatInt(age+1, 10)))
			return number(row, "pid"), true
		}},
		{"move a row below another parent", tspi.CodeRowContradicts, func(c *claim) (string, bool) {
			row, ok := c.pick(func(tspi.Object) bool { return true })
			if !ok {
				return "", false
			}
			set(&row, "ppid", tspi.Number(number(row, "ppid")+"0"))
			if number(row, "ppid") == "00" {
				set(&row, "ppid", tspi.Number("2"))
			}
			return number(row, "pid"), true
		}},
		{"leave a helper out", tspi.CodeRowContradicts, func(c *claim) (string, bool) {
			row, ok := c.pick(func(tspi.Object) bool { return true })
			if !ok {
				return "", false
			}
			i := slices.IndexFunc(c.rows(), func(v tspi.Value) bool { r, _ := v.(tspi.Object); return &r[0] == &row[0] })
			set(&c.object, "rows", slices.Delete(c.rows(), i, i+1))
			c.count("process_count", -1)
			c.countDecision(text(row, "decision"), -1)
			return number(row, "pid"), true
		}},
		{"count a helper too many", tspi.CodeSummaryMismatch, func(c *claim) (string, bool) {
			c.count("process_count", 1)
			return "summary", true
		}},
		{"count a candidate too few", tspi.CodeSummaryMismatch, func(c *claim) (string, bool) {
			c.count("candidate_safe_close_count", -1)
			return "summary", true
		}},
		{"forget a group", tspi.CodeSummaryMismatch, func(c *claim) (string, bool) {
			if len(c.groups()) == 0 {
				return "", false
			}
			excess, _ := strconv.Atoi(number(c.groups()[0].(tspi.Object), "excess_count"))
			c.count("active_owner_pressure_group_count", -1)
			c.count("active_owner_release_request_count", -excess)
			c.inSummary("active_owner_pressure_groups", c.groups()[1:])
			return "summary", true
		}},
		{"recommend a kill", tspi.CodeProcessSignal, func(c *claim) (string, bool) {
			return c.group(func(g tspi.Object) { set(&g, "recommended_action", "kill") })
		}},
		{"report a killed helper", tspi.CodeReleaseOverclaim, func(c *claim) (string, bool) {
			return c.group(func(g tspi.Object) {
				request := value(g, "owner_release_request").(tspi.Object)
				set(&request, "result", "Killed")
			})
		}},
		{"break a promise", tspi.CodeReleaseOverclaim, func(c *claim) (string, bool) {
			return c.group(func(g tspi.Object) {
				safety := value(value(g, "owner_release_request").(tspi.Object), "safety").(tspi.Object)
				safety[c.rng.Intn(len(safety))].Value = false
			})
		}},
		{"list a row that is no object", tspi.CodeClaimMalformed, func(c *claim) (string, bool) {
			set(&c.object, "rows", append(c.rows(), nil))
			c.count("process_count", 1)
			return claimSubject, true
		}},
		{"preview a command", tspi.CodeCommandPreview, func(c *claim) (string, bool) {
			set(&c.object, "command_preview", "…")
			return claimSubject, true
		}},
		{"say that a signal was sent", tspi.CodeProcessSignal, func(c *claim) (string, bool) {
			set(&c.object, "sigterm_sent", true)
			return claimSubject, true
		}},
		{"name a folder of the host", tspi.CodeAbsolutePath, func(c *claim) (string, bool) {
			set(&c.object, "x_note", "/home/somebody/notes")
			return claimSubject, true
		}},
		{"quote 20 bytes of a command", tspi.CodeCommandPreview, func(c *claim) (string, bool) {
			for _, row := range c.survey.rows {
				if n := len(row.Command); n >= 20 {
					start := c.rng.Intn(n - 19)
					note := "it ran " + row.Command[start:start+20]
					if utf8.ValidString(note) && !tspi.HoldsPath(note, tspi.Hardened) {
						set(&c.object, "x_note", note)
						return claimSubject, true
					}
				}
			}
			return "", false
		}},
	}
}
