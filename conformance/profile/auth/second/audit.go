package second

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers auth.audit (section 6).
func Audit(v, claim strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, types{on}.facts(), v, on); refusal != nil {
		return nil, refusal
	}
	found := shape.NewFindings("AUTH_")
	fits, refusal := shape.Claim(profile, types{on}.claim(), claim, on)
	if refusal != nil {
		if !on.Is("claim-missing-malformed") {
			return nil, refusal
		}
		fits = false
	}
	f := readFacts(v, on)
	var entries []logEntry
	if fits {
		said, _ := claim.(strict.Object)
		for _, e := range shape.ObjectsAt(said, "log") {
			entries = append(entries, readEntry(e))
		}
	}
	rows := f.rows(on)
	find := func(id string) int { return slices.IndexFunc(rows, func(d row) bool { return d.request.id == id }) }
	for _, e := range entries {
		if find(e.request) < 0 && !on.Is("entry-of-no-request-skipped") {
			fits = false
		}
	}
	if !fits {
		found.Raise("CLAIM_MALFORMED", "claim")
		return found.Answer(), nil
	}
	for i, e := range entries {
		at := find(e.request)
		if at < 0 {
			continue
		}
		a := auditor{f, rows[at], on}
		found.Raise(a.act(e, entries[:i]), e.request)
		if e.ceiling != nil {
			found.Raise(a.ceiling(*e.ceiling), e.request)
		}
	}
	return found.Answer(), nil
}

// logEntry is section 6's entry.
type logEntry struct {
	request, verdict string
	resource         *identity
	launch           *launch
	approval         text
	digest           string
	signalled        []incarnation
	updated          []string
	ceiling          *snapshot
}

func readEntry(o strict.Object) logEntry {
	e := logEntry{request: o.Text("request"), verdict: o.Text("verdict"), updated: shape.TextsAt(o, "updated")}
	if resource, there := o.At("resource").(strict.Object); there {
		job := readIdentity(resource)
		e.resource = &job
	}
	if l, there := o.At("launch").(strict.Object); there {
		e.launch = readLaunch(l)
	}
	if a, there := o.At("approval").(strict.Object); there {
		e.approval, e.digest = shape.TextAt(a, "id"), a.Text("digest")
	}
	for _, i := range shape.ObjectsAt(o, "signalled") {
		e.signalled = append(e.signalled, readIncarnation(i))
	}
	if c, there := o.At("ceiling").(strict.Object); there {
		s := readSnapshot(c)
		e.ceiling = &s
	}
	return e
}

func (e logEntry) acts(on On) bool {
	return e.resource != nil && !on.Is("a-resource-is-no-act") || e.launch != nil || e.approval.Known ||
		len(e.signalled) > 0 ||
		len(e.updated) > 0 && !on.Is("an-update-is-no-act")
}

type auditor struct {
	facts *facts
	row   row
	on    On
}

// codeOf is section 7's code of a refused row's reason.
func codeOf(reason string) string {
	switch reason {
	case "selector_mismatch", "selector_ambiguous", "store_foreign", "root_control":
		return "ALIAS_ACCEPTED"
	case "owner_mismatch", "thread_mismatch":
		return "OWNER_SUBSTITUTED"
	case "target_malformed", "operation_not_granted", "not_admitted", "launch_exceeds_scope":
		return "SCOPE_BROADENED"
	case "approval_not_inherited", "approval_absent", "approval_mismatch":
		return "APPROVAL_UNBOUND"
	case "approval_used", "reservation_used":
		return "RESERVATION_REPLAYED"
	case "backend_external", "receipt_external":
		return "EXTERNAL_CONTAINED"
	case "generation_replaced":
		return "GENERATION_REPLACED"
	case "identity_changed", "receipt_absent", "receipt_unreadable", "receipt_mismatch":
		return "LINKAGE_BROKEN"
	case "status_unknown", "not_completed", "root_stale":
		return "STALE_MUTATION"
	}
	if strings.HasPrefix(reason, "supervisor_") {
		return "STALE_MUTATION"
	}
	return "LINKAGE_BROKEN" // record_, publication_ and sidecar_
}

// act is the code of what an entry did, "" for none.
func (a auditor) act(e logEntry, earlier []logEntry) string {
	d, on := a.row, a.on
	if d.verdict == refuse {
		if e.verdict == refuse && (!e.acts(on) || on.Is("refused-acts-accepted")) ||
			on.Is("refused-verdict-unjudged") && !e.acts(on) {
			return ""
		}
		return codeOf(d.reason)
	}
	launching := d.request.operation == "launch"
	if code := a.resource(e, launching); code != "" {
		return code
	}
	if code := a.launch(e, launching); code != "" {
		return code
	}
	asked := d.request.approval
	switch {
	case e.approval.Known && (!asked.Meets(e.approval) && !on.Is("another-approval-spent") ||
		e.digest != d.binding && !on.Is("approval-digest-unjudged")):
		return "APPROVAL_UNBOUND"
	case !e.approval.Known && asked.Known && (d.verdict != noop || on.Is("noop-spends-approval")) &&
		(e.acts(on) || on.Is("every-entry-spends-approval")) && !on.Is("approval-unspent-accepted"):
		return "APPROVAL_UNBOUND"
	case a.replayed(e, earlier):
		return "RESERVATION_REPLAYED"
	case len(e.signalled) > 0 && !d.signals && !on.Is("history-signalled-unnamed"):
		return "HISTORY_SIGNALLED"
	}
	for _, i := range e.signalled {
		same := i == d.x.supervisor || on.Is("signalled-by-pid") && i.pid == d.x.supervisor.pid
		if !same && !on.Is("signalled-unjudged") {
			return "SCOPE_BROADENED"
		}
	}
	for _, field := range e.updated {
		if !slices.Contains(a.mayChange(), field) && !on.Is("updates-unjudged") {
			return "FIELD_OVERWRITTEN"
		}
	}
	if e.verdict != d.verdict && !on.Is("verdicts-unjudged") {
		return "DECISION_CONTRADICTED"
	}
	return ""
}

// resource is point 1.
func (a auditor) resource(e logEntry, launching bool) string {
	x, on := a.row.x, a.on
	switch r := e.resource; {
	case r == nil:
		return ""
	case launching && !on.Is("resource-of-launch-accepted"):
		return "SCOPE_BROADENED"
	case launching || *r == x:
		return ""
	case (r.store != x.store || r.job != x.job) && !on.Is("alias-accepted"):
		return "ALIAS_ACCEPTED"
	case (r.owner != x.owner || r.thread != x.thread || r.origin != x.origin && !on.Is("origin-is-generation")) &&
		!on.Is("owner-of-resource-unnamed"):
		return "OWNER_SUBSTITUTED"
	case on.Is("resource-by-job-id"):
		return ""
	}
	return "GENERATION_REPLACED"
}

// launch is point 2.
func (a auditor) launch(e logEntry, launching bool) string {
	on := a.on
	if e.launch == nil {
		return ""
	}
	if !launching {
		if on.Is("launch-of-job-request-accepted") {
			return ""
		}
		return "SCOPE_BROADENED"
	}
	asked := a.row.request.launch
	switch {
	case e.launch.generation != asked.generation && !on.Is("launched-generation-unjudged"):
		return "GENERATION_REPLACED"
	case e.launch.digest != asked.digest && !on.Is("launched-digest-unjudged"):
		return "SCOPE_BROADENED"
	case !fits(e.launch.scope, asked.scope, on) && !on.Is("launched-scope-unjudged"):
		return "SCOPE_BROADENED"
	}
	return ""
}

// replayed is point 5.
func (a auditor) replayed(e logEntry, earlier []logEntry) bool {
	return slices.ContainsFunc(earlier, func(b logEntry) bool {
		if a.on.Is("replay-of-same-request-only") && b.request != e.request {
			return false
		}
		if a.on.Is("replay-after-refusal-unjudged") && b.verdict == refuse {
			return false
		}
		spent := e.approval.Meets(b.approval) && !a.on.Is("approval-replay-accepted")
		reserved := e.launch != nil && b.launch != nil && e.launch.generation == b.launch.generation &&
			!a.on.Is("reservation-replay-accepted")
		return spent || reserved
	})
}

var refreshed = []string{
	"status", "exit_code", "ended_at", "teardown", "timed_out", "output_truncated", "error", "failure_kind",
}

// mayChange are the fields of point 8.
func (a auditor) mayChange() []string {
	d, on := a.row, a.on
	if d.verdict == noop && !on.Is("noop-may-update") {
		return nil
	}
	switch d.request.operation {
	case "ack":
		return []string{"acknowledged"}
	case "read_output":
		if on.Is("read-may-acknowledge") {
			return append(slices.Clone(refreshed), "acknowledged")
		}
		return refreshed
	case "stop":
		if on.Is("stop-may-not-acknowledge") {
			return refreshed
		}
		return append(slices.Clone(refreshed), "acknowledged")
	case "continue":
		if on.Is("continue-may-acknowledge") {
			return []string{"acknowledged"}
		}
	}
	return nil
}

// ceiling is the code of a claimed ceiling, "" for none.
func (a auditor) ceiling(said snapshot) string {
	d, on := a.row, a.on
	if on.Is("ceilings-unjudged") || on.Is("ceilings-of-refused-unjudged") && d.verdict == refuse {
		return ""
	}
	var jobs []identity
	for _, i := range d.ceiling.jobs {
		jobs = append(jobs, d.request.granted.jobs[i])
	}
	var launches []string
	for _, i := range d.ceiling.launches {
		launches = append(launches, d.request.granted.launches[i].key(on))
	}
	if parent := d.request.parentOf(on); parent != nil && !on.Is("renewal-unnamed") {
		for _, job := range said.jobs {
			names := func(p identity) bool { return p.store == job.store && p.job == job.job }
			if !slices.Contains(jobs, job) && slices.ContainsFunc(parent.jobs, names) &&
				!slices.Contains(parent.jobs, job) {
				return "PARENT_RENEWED"
			}
		}
	}
	wider := slices.ContainsFunc(said.operations, func(op string) bool {
		return !slices.Contains(d.ceiling.operations, op)
	}) &&
		!on.Is("claimed-operations-unjudged") ||
		slices.ContainsFunc(said.jobs, func(job identity) bool { return !slices.Contains(jobs, job) }) &&
			!on.Is("claimed-jobs-unjudged") ||
		slices.ContainsFunc(said.launches, func(s scope) bool { return !slices.Contains(launches, s.key(on)) }) &&
			!on.Is("claimed-launches-unjudged")
	if wider {
		return "SCOPE_BROADENED"
	}
	narrower := len(said.operations) < len(d.ceiling.operations) || len(said.jobs) < len(jobs) ||
		len(said.launches) < len(launches)
	if on.Is("ceiling-in-order") && !slices.Equal(said.operations, d.ceiling.operations) {
		narrower = true
	}
	if narrower && !on.Is("narrower-ceiling-accepted") {
		return "DECISION_CONTRADICTED"
	}
	return ""
}
