package tspi

import (
	"math/rand"
	"slices"

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
func (f Fault) Inject(t *Table, inventory strict.Value, rng *rand.Rand) (claimed strict.Value, subject string, ok bool) {
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
