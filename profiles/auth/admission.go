package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// Verdicts of section 3.
const (
	admitMutation  = "admit_mutation"
	admitRead      = "admit_read"
	noopHistorical = "noop_historical"
	refuse         = "refuse"
)

// admission is one request under judgement.
type admission struct {
	*stores
	q      *Request
	held   *held
	target *Identity // of a job request, once it is known
	// launched are the generations of the earlier launch requests that were not refused.
	launched map[string]bool
}

func (a *admission) isLaunch() bool { return a.q.Operation == opLaunch }

// judge gives verdict and reason.
func (a *admission) judge() (verdict, reason string) {
	if reason := a.refusal(); reason != "" {
		return refuse, reason
	}
	if !a.isLaunch() {
		record, _ := a.records.lookUp(a.target.JobID)
		switch {
		case a.q.Operation == opStop && !a.isRunning(a.target):
			return noopHistorical, "already_completed"
		case (a.q.Operation == opAck || a.q.Operation == opContinue) && *record.Acknowledged:
			return noopHistorical, "already_acknowledged"
		}
	}
	reason = "granted"
	if a.q.Approval != nil {
		reason = "approved"
	}
	if a.q.Operation == opReadOutput {
		return admitRead, reason
	}
	return admitMutation, reason
}

// refusal is the reason of the first rule that refuses, "" where none does.
func (a *admission) refusal() string {
	for _, rules := range []func() string{
		a.targetRefusal, a.grantRefusal, a.approvalRefusal, a.launchRefusal, a.jobRefusal,
	} {
		if reason := rules(); reason != "" {
			return reason
		}
	}
	return ""
}

// targetRefusal has rules 1 to 8, and finds the target.
func (a *admission) targetRefusal() string {
	q := a.q
	if a.isLaunch() {
		switch {
		case q.Launch == nil || q.Selector != nil || q.Expected != nil:
			return "target_malformed"
		case q.Launch.Scope.Backend == backendExternal:
			return "backend_external"
		}
		return ""
	}
	switch {
	case q.Launch != nil || q.Selector == nil && q.Expected == nil:
		return "target_malformed"
	case q.Selector != nil && q.Expected != nil && *q.Selector != q.Expected.JobID:
		return "selector_mismatch"
	}
	a.target = q.Expected
	if a.target == nil {
		places := a.held.byJobID[*q.Selector]
		switch {
		case len(places) == 0:
			return "not_admitted"
		case len(places) > 1:
			return "selector_ambiguous"
		}
		a.target = &q.Granted.Jobs[places[0]]
	}
	switch x := a.target; {
	case x.Store != a.Store:
		return "store_foreign"
	case x.Owner != q.Owner:
		return "owner_mismatch"
	case x.Thread != q.Thread:
		return "thread_mismatch"
	}
	return ""
}

// grantRefusal has rules 9 and 10.
func (a *admission) grantRefusal() string {
	switch {
	case a.q.Approval != nil:
	case !slices.Contains(a.held.operations, a.q.Operation):
		return "operation_not_granted"
	case !a.isLaunch() && !a.held.isJob[*a.target]:
		return "not_admitted"
	}
	return ""
}

// approvalRefusal has rules 11 to 14.
func (a *admission) approvalRefusal() string {
	if a.q.Approval == nil {
		return ""
	}
	approval := a.approvals[*a.q.Approval]
	switch {
	case a.q.Parent != nil:
		return "approval_not_inherited"
	case approval == nil:
		return "approval_absent"
	case approval.Digest != binding(a.q, a.target):
		return "approval_mismatch"
	case approval.Used == nil || *approval.Used:
		return "approval_used"
	}
	return ""
}

// launchRefusal has rules 15 to 19.
func (a *admission) launchRefusal() string {
	if !a.isLaunch() {
		return ""
	}
	scope := &a.q.Launch.Scope
	control := a.roots[scope.Root[len(scope.Root)-1]]
	switch {
	case a.q.Approval == nil && scope.MaxRuntimeS > a.held.longest[scope.shape()]:
		return "launch_exceeds_scope"
	case !a.isFresh(scope):
		return "root_stale"
	case control.Control == nil || *control.Control:
		return "root_control"
	case a.publications == nil:
		return "publication_unreadable"
	case a.reserved[a.q.Launch.Generation] || a.launched[a.q.Launch.Generation]:
		return "reservation_used"
	}
	return ""
}

// jobRefusal has rules 20 to 22.
func (a *admission) jobRefusal() string {
	if a.isLaunch() {
		return ""
	}
	if reason := a.standing(a.target); reason != "" {
		return reason
	}
	if a.q.Operation != opAck && a.q.Operation != opContinue {
		return ""
	}
	record, _ := a.records.lookUp(a.target.JobID)
	switch {
	case a.isRunning(a.target):
		return "not_completed"
	case record.Acknowledged == nil:
		return "status_unknown"
	}
	return ""
}

// binding is what an approval must have been given for (section 3). The target is nil for
// a launch.
func binding(q *Request, target *Identity) string {
	lines := []string{"auth-binding-1", q.Operation, q.ID, q.Owner, q.Thread}
	if target != nil {
		lines = append(lines, "job", target.Store, target.JobID, target.Generation, target.Owner, target.Thread,
			target.Origin,
			target.ReceiptID, strconv.FormatInt(target.Supervisor.PID, 10), target.Supervisor.StartToken,
			target.Supervisor.BootID)
	} else {
		scope := &q.Launch.Scope
		lines = append(lines, "launch", q.Launch.Generation, scope.Backend, strings.Join(scope.Root, ","),
			joinedSet(scope.Required), joinedSet(scope.Mounts), scope.Network, strconv.FormatInt(scope.MaxRuntimeS, 10),
			q.Launch.InputDigest)
	}
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:])
}
