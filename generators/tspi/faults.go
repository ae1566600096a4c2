package tspi

import (
	"math/rand"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Fault is one offence that is put into a right inventory. An auditor must raise
// its code, and only that.
type Fault struct {
	Name   string
	Code   law.Code
	Clause string // of the contract, as "8.active"
	// Ways are the audits that must see it.
	Ways Ways
	// inject commits the offence in the claim, which it may change. It gives the
	// subject that is to be named; ok is false where the claim has no place for
	// the offence.
	inject func(c *claim) (subject string, ok bool)
}

// Ways is a set of ways to audit a claim.
type Ways uint8

// The ways to audit.
const (
	Grounded Ways = 1 << iota // by the hardened law, with the fixture that the claim is about
	Alone                     // by the hardened law, from the claim and the thresholds
	ByCore                    // by core, from the claim and the thresholds

	everyWay = Grounded | Alone | ByCore
	hardened = Grounded | Alone
	bare     = Alone | ByCore
)

// Inject returns the claim with the fault in it, and the subject that an auditor
// must name. The claim is the right inventory of the table, as a document; it is
// not changed. ok is false where it has no place for the fault.
func (f Fault) Inject(t *Table, inventory strict.Value, rng *rand.Rand) (claimed strict.Value, subject string,
	ok bool) {
	object, isObject := copyOf(inventory).(strict.Object)
	if !isObject {
		return nil, "", false
	}
	c := &claim{table: t, rng: rng, object: object}
	if subject, ok = f.inject(c); !ok {
		return nil, "", false
	}
	return c.object, subject, true
}

// What claims have for a subject that are neither about a row nor about a group.
const (
	claimSubject   = string(tspi.InputClaimedInventory)
	summarySubject = string(law.SubjectSummary)
)

// Faults returns every fault that an auditor with the fixture must see, in a fixed
// order.
func Faults() []Fault {
	return slices.DeleteFunc(AllFaults(), func(f Fault) bool { return f.Ways&Grounded == 0 })
}

// AllFaults returns every fault, in a fixed order.
func AllFaults() []Fault {
	return slices.Concat(closingFaults(), rowFaults(), groupFaults(), countFaults(), redactionFaults())
}

// groupFaults are offences of pressure groups and their release requests.
func groupFaults() []Fault {
	const signal, overclaim = tspi.CodeProcessSignal, tspi.CodeReleaseOverclaim
	request := func(c *claim, name string, v strict.Value) (string, bool) {
		return c.group(func(g strict.Object) {
			r := object(g, "owner_release_request")
			set(&r, name, v)
		})
	}
	promise := func(c *claim, names ...string) (string, bool) {
		return c.group(func(g strict.Object) {
			safety := object(object(g, "owner_release_request"), "safety")
			set(&safety, names[c.rng.Intn(len(names))], []strict.Value{false, nil, "true", integer(1)}[c.rng.Intn(4)])
		})
	}
	return []Fault{
		{"recommend a kill", signal, "8.groups", everyWay, func(c *claim) (string, bool) {
			words := []string{"kill", "sigterm", "sigkill", "force_close"}
			return c.group(func(g strict.Object) { set(&g, "recommended_action", words[c.rng.Intn(len(words))]) })
		}},
		{"recommend something else", signal, "8.groups", hardened, func(c *claim) (string, bool) {
			words := []strict.Value{"close", "Kill", nil, ""}
			return c.group(func(g strict.Object) { set(&g, "recommended_action", words[c.rng.Intn(len(words))]) })
		}},
		{"report a killed helper", overclaim, "8.overclaim", everyWay, func(c *claim) (string, bool) {
			words := []string{"kill", "killed", "terminate", "terminated", "sigterm", "sigkill", "force_close",
				"force_closed"}
			word := words[c.rng.Intn(len(words))]
			if c.rng.Intn(2) == 0 {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
			return request(c, "result", word)
		}},
		{"report another result", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return request(c, "result", "released")
		}},
		{"request another action", overclaim, "8.overclaim", everyWay, func(c *claim) (string, bool) {
			return request(c, "requested_action", "end_process")
		}},
		{"permit another action", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return request(c, "permitted_action", "force_release")
		}},
		{"promise no signal no more", overclaim, "8.overclaim", everyWay, func(c *claim) (string, bool) {
			return promise(c, "no_process_signal_sent")
		}},
		{"break a promise", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return promise(c, "no_unknown_owner_killed", "no_active_session_terminated",
				"owner_must_release_own_helper")
		}},
		{"ask nobody", overclaim, "8.overclaim", hardened, func(c *claim) (string, bool) {
			return c.group(func(g strict.Object) { set(&g, "owner_release_request", nil) })
		}},
	}
}
