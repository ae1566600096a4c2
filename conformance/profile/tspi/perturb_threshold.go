package tspi

import (
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// thresholds need more than 31 bits, more than 32, and as many as a double has. No
// process is so old that an etime could tell it (contract, section 2), and a policy
// may have them all the same (section 1). What is left of them in 32 bits is small.
var thresholds = []int64{1 << 31, 1<<32 + 1, 1<<32 + 60, 1 << 53}

// raiseThreshold gives the policy, at times, a threshold that no row can reach. Then
// every candidate that is expected is one for an owner check, as section 5 has it of
// detached rows; of all others the threshold decides nothing.
//
// A receipt concludes something else where a candidate is lost, so a case of one is
// left alone where it has any. So is whatever is judged by a claim.
func (p *perturbation) raiseThreshold() {
	inventory := p.expect.Inventory
	policy, ok := p.problem.document(docPolicy).(strict.Object)
	if p.rng.IntN(4) != 0 || inventory == nil || !ok || p.op == OpAudit {
		return
	}
	if least, plain := plainCount(threshold(policy)); !plain || least < 1 {
		return // the case is about how it is spelt, or about its size
	}
	for i := range inventory.Rows {
		if inventory.Rows[i].Decision == string(tspi.DecisionSafeClose) && inventory.Relief != nil {
			return
		}
	}
	for i := range inventory.Rows {
		row := &inventory.Rows[i]
		if row.Decision != string(tspi.DecisionSafeClose) {
			continue
		}
		row.Decision = string(tspi.DecisionOwnerCheck)
		if row.Reason != "" {
			row.Reason = string(tspi.ReasonDetached)
		}
	}
	p.problem.set(docPolicy, policy.With("min_age_seconds", strict.Int(thresholds[p.rng.IntN(len(thresholds))])))
}
