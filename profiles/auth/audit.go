package auth

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers auth.audit: what a log about the facts gets wrong (section 6). The findings
// are sorted, each code once for each subject. The error is a *[law.InputError]; nothing
// was judged then.
func Audit(facts, claimed strict.Value) ([]law.Finding, error) {
	f, err := ReadFacts(facts)
	if err != nil {
		return nil, err
	}
	shape := law.Reader{Input: law.InputClaim, Code: CodeInputInvalid}
	shape.Document(law.Root(claimed))
	if err := shape.Fault(); err != nil {
		return nil, err
	}
	log, err := readClaim(claimed)
	a := newAuditor(f)
	unknown := func(e entry) bool { return a.requests[e.request] == nil }
	if err != nil || slices.ContainsFunc(log, unknown) {
		return []law.Finding{{ErrorCode: CodeClaimMalformed, Message: MessageOf(CodeClaimMalformed),
			SubjectKind: law.SubjectClaim, SubjectID: "claim"}}, nil
	}
	for i := range log {
		a.judge(&log[i])
	}
	return law.OncePerSubject(a.findings), nil
}

// auditor gathers what a log gets wrong.
type auditor struct {
	requests map[string]*judged
	// approvals and generations are those of the earlier entries.
	approvals, generations map[string]bool
	findings               []law.Finding
}

// judged is a request with its row.
type judged struct {
	*Request
	row     *Row
	ceiling *ceilingSets // made when it is first asked for
}

func newAuditor(f *Facts) *auditor {
	answer := f.Decide()
	a := &auditor{requests: map[string]*judged{}, approvals: map[string]bool{}, generations: map[string]bool{},
		findings: []law.Finding{}}
	for i := range f.Requests {
		a.requests[f.Requests[i].ID] = &judged{Request: &f.Requests[i], row: &answer.Rows[i]}
	}
	return a
}

func (a *auditor) judge(e *entry) {
	q := a.requests[e.request]
	a.raise(a.actCode(q, e), e.request)
	if e.ceiling != nil {
		a.raise(q.ceilingCode(e.ceiling), e.request)
	}
	if e.approval != nil {
		a.approvals[e.approval.id] = true
	}
	if e.launch != nil {
		a.generations[e.launch.Generation] = true
	}
}

func (a *auditor) raise(code law.Code, subject string) {
	if code != "" {
		a.findings = append(a.findings,
			law.Finding{ErrorCode: code, Message: MessageOf(code), SubjectKind: law.SubjectEvent, SubjectID: subject})
	}
}

// actCode is the first code that the act of an entry raises, "" for none.
func (a *auditor) actCode(q *judged, e *entry) law.Code {
	row := q.row
	if row.Verdict == refuse {
		if e.verdict == refuse && !e.acts() {
			return ""
		}
		return refusalCode(row.Reason)
	}
	for _, rule := range []func(*judged, *entry) law.Code{
		resourceCode, launchCode, approvalCode, a.replayCode, signalCode, fieldCode,
	} {
		if code := rule(q, e); code != "" {
			return code
		}
	}
	if e.verdict != row.Verdict {
		return CodeDecisionContradicted
	}
	return ""
}

// resourceCode is rule 1: the job acted on.
func resourceCode(q *judged, e *entry) law.Code {
	x, r := q.row.target, e.resource
	switch {
	case r == nil:
		return ""
	case q.Operation == opLaunch:
		return CodeScopeBroadened
	case *r == *x:
		return ""
	case r.Store != x.Store || r.JobID != x.JobID:
		return CodeAliasAccepted
	case r.Owner != x.Owner || r.Thread != x.Thread || r.Origin != x.Origin:
		return CodeOwnerSubstituted
	}
	return CodeGenerationReplaced
}

// launchCode is rule 2: what was launched.
func launchCode(q *judged, e *entry) law.Code {
	switch {
	case e.launch == nil:
		return ""
	case q.Operation != opLaunch:
		return CodeScopeBroadened
	case e.launch.Generation != q.Launch.Generation:
		return CodeGenerationReplaced
	case e.launch.InputDigest != q.Launch.InputDigest || !e.launch.Scope.fits(&q.Launch.Scope):
		return CodeScopeBroadened
	}
	return ""
}

// approvalCode is rules 3 and 4: what was spent.
func approvalCode(q *judged, e *entry) law.Code {
	switch {
	case e.approval != nil:
		if q.Approval == nil || e.approval.id != *q.Approval || e.approval.digest != binding(q.Request, q.row.target) {
			return CodeApprovalUnbound
		}
	case q.Approval != nil && q.row.Verdict != noopHistorical && e.acts():
		return CodeApprovalUnbound
	}
	return ""
}

// replayCode is rule 5: what an earlier entry used.
func (a *auditor) replayCode(_ *judged, e *entry) law.Code {
	if e.approval != nil && a.approvals[e.approval.id] || e.launch != nil && a.generations[e.launch.Generation] {
		return CodeReservationReplayed
	}
	return ""
}

// signalCode is rules 6 and 7: who was signalled.
func signalCode(q *judged, e *entry) law.Code {
	permitted := q.row.SignalPermitted
	switch {
	case len(e.signalled) > 0 && permitted == nil:
		return CodeHistorySignalled
	case slices.ContainsFunc(e.signalled, func(i Incarnation) bool { return i != *permitted }):
		return CodeScopeBroadened
	}
	return ""
}

// fieldCode is rule 8: which fields of the record were changed.
func fieldCode(q *judged, e *entry) law.Code {
	if slices.ContainsFunc(e.updated, func(field string) bool { return !q.row.mayChange(field) }) {
		return CodeFieldOverwritten
	}
	return ""
}

// mayChange reports whether an operation may change a field of the record.
func (row *Row) mayChange(field string) bool {
	if row.Verdict == noopHistorical {
		return false
	}
	switch field {
	case "acknowledged":
		return row.Operation == opAck || row.Operation == opStop
	case "status", "exit_code", "ended_at", "teardown", "timed_out", "output_truncated", "error", "failure_kind":
		return row.Operation == opReadOutput || row.Operation == opStop
	}
	return false
}

// ceilingSets is a row's ceiling by its members, and the jobs of the parent.
type ceilingSets struct {
	operations map[string]bool
	jobs       map[Identity]bool
	launches   map[scopeKey]bool
	parent     map[Identity]bool
	known      map[[2]string]bool // store and job id of the parent's jobs
}

func (q *judged) ceilingSets() *ceilingSets {
	if q.ceiling != nil {
		return q.ceiling
	}
	c := &ceilingSets{operations: map[string]bool{}, jobs: map[Identity]bool{}, launches: map[scopeKey]bool{},
		parent: map[Identity]bool{}, known: map[[2]string]bool{}}
	for _, operation := range q.row.CeilingOperations {
		c.operations[operation] = true
	}
	for _, i := range q.row.CeilingJobs {
		c.jobs[q.Granted.Jobs[i]] = true
	}
	for _, i := range q.row.CeilingLaunches {
		c.launches[q.Granted.Launches[i].key()] = true
	}
	for _, job := range q.Parent.countedJobs() {
		c.parent[job] = true
		c.known[[2]string{job.Store, job.JobID}] = true
	}
	q.ceiling = c
	return c
}

// ceilingCode is the first code that a claimed ceiling raises, "" for none.
func (q *judged) ceilingCode(said *claimedCeiling) law.Code {
	c := q.ceilingSets()
	beyond := slices.ContainsFunc(said.operations, func(operation string) bool { return !c.operations[operation] })
	for _, job := range said.jobs {
		if c.jobs[job] {
			continue
		}
		if c.known[[2]string{job.Store, job.JobID}] && !c.parent[job] {
			return CodeParentRenewed
		}
		beyond = true
	}
	for i := range said.launches {
		beyond = beyond || !c.launches[said.launches[i].key()]
	}
	switch {
	case beyond:
		return CodeScopeBroadened
	case len(said.operations) < len(c.operations), len(said.jobs) < len(c.jobs), len(said.launches) < len(c.launches):
		return CodeDecisionContradicted // all that is claimed is in the ceiling, so some of it is left out
	}
	return ""
}
