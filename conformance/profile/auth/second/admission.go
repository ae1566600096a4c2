package second

import (
	"slices"
)

const (
	admitMutation = "admit_mutation"
	admitRead     = "admit_read"
	noop          = "noop_historical"
	refuse        = "refuse"
)

// row is section 5's row, with what the audit needs of it.
type row struct {
	request         request
	verdict, reason string
	x               identity // of a job request that is not refused
	binding         string
	signals         bool // the supervisor of x may be signalled
	ceiling         held
}

// rows judges the requests one by one.
func (f *facts) rows(on On) []row {
	rows := make([]row, 0, len(f.requests))
	taken := map[string]bool{}
	for _, r := range f.requests {
		d := f.judge(r, taken, on)
		if r.launch != nil && r.operation == "launch" && (d.verdict != refuse || on.Is("refused-launch-reserves")) {
			taken[r.launch.generation] = true
		}
		rows = append(rows, d)
	}
	return rows
}

func (f *facts) judge(r request, taken map[string]bool, on On) row {
	h := f.held(r, on)
	d := row{request: r, ceiling: f.ceiling(r, h, on)}
	x, reason := f.admission(r, h, taken, on)
	if reason != "" {
		d.verdict, d.reason = refuse, reason
		return d
	}
	d.reason = "granted"
	if r.approval.Known && !on.Is("approved-said-granted") {
		d.reason = "approved"
	}
	switch r.operation {
	case "launch":
		d.verdict, d.binding = admitMutation, binding(r, identity{}, on)
		return d
	case "read_output":
		d.verdict = admitRead
	default:
		d.verdict = admitMutation
	}
	d.x, d.binding = x, binding(r, x, on)
	rec, _ := f.records.get(x.job, on)
	completed := rec.status.Is("done") || rec.status.Is("failed") && !on.Is("failed-not-completed")
	acting := r.operation == "ack" || r.operation == "continue" && !on.Is("continued-again")
	switch {
	case r.operation == "stop" && completed && !on.Is("completed-stopped"):
		d.verdict, d.reason = noop, "already_completed"
	case acting && rec.acknowledged.Is(true) && !on.Is("acknowledged-again"):
		d.verdict, d.reason = noop, "already_acknowledged"
	case r.operation == "stop":
		d.signals = true
	}
	if r.operation == "read_output" && on.Is("read-signals") {
		d.signals = true
	}
	return d
}

// ceiling is what a request holds and what of it stands.
func (f *facts) ceiling(r request, h held, on On) held {
	standing := held{operations: h.operations, launches: h.launches}
	for _, i := range h.jobs {
		if f.stands(r.granted.jobs[i], on) == "" || on.Is("ceiling-of-held-jobs") {
			standing.jobs = append(standing.jobs, i)
		} else if on.Is("ceiling-all-or-nothing") {
			standing.jobs = nil
			break
		}
	}
	return standing
}

// admission is section 3's table: the target of a job request, and the reason of a refusal.
func (f *facts) admission(r request, h held, taken map[string]bool, on On) (identity, string) {
	if r.operation == "launch" {
		return identity{}, f.launchRefused(r, h, taken, on)
	}
	var x identity
	if (r.launch != nil && !on.Is("job-request-with-launch")) || !r.selector.Known && r.expected == nil {
		return x, "target_malformed"
	}
	if r.selector.Known && r.expected != nil && r.selector.V != r.expected.job && !on.Is("selector-not-compared") {
		return x, "selector_mismatch"
	}
	if r.expected == nil {
		found := slices.DeleteFunc(slices.Clone(h.jobs), func(i int) bool {
			job := r.granted.jobs[i].job
			if on.Is("selector-by-prefix") && len(job) >= len(r.selector.V) {
				job = job[:len(r.selector.V)]
			}
			return job != r.selector.V
		})
		switch {
		case len(found) == 0:
			return x, "not_admitted"
		case len(found) > 1 && !on.Is("ambiguous-first-taken"):
			return x, "selector_ambiguous"
		}
		x = r.granted.jobs[found[0]]
	} else {
		x = *r.expected
	}
	switch {
	case x.store != f.store && !on.Is("foreign-store-accepted"):
		return x, "store_foreign"
	case x.owner != r.owner && !on.Is("foreign-owner-accepted"):
		return x, "owner_mismatch"
	case x.thread != r.thread && !on.Is("foreign-thread-accepted"):
		return x, "thread_mismatch"
	}
	if reason := f.stands(x, on); reason != "" && on.Is("standing-before-grant") {
		return x, reason
	}
	if reason := r.grant(h, on); reason != "" {
		return x, reason
	}
	among := slices.ContainsFunc(h.jobs, func(i int) bool {
		job := r.granted.jobs[i]
		return job == x || on.Is("held-by-job-id") && job.job == x.job
	})
	if !r.approval.Known && !among && !on.Is("target-not-asked") {
		return x, "not_admitted"
	}
	if reason := f.approvalRefused(r, x, on); reason != "" {
		return x, reason
	}
	if reason := f.stands(x, on); reason != "" && !on.Is("standing-not-asked") {
		return x, reason
	}
	rec, _ := f.records.get(x.job, on)
	needs := r.operation == "ack" || r.operation == "continue"
	switch {
	case needs && rec.status.Is("running") && !on.Is("running-acknowledged"):
		return x, "not_completed"
	case needs && !rec.acknowledged.Known && !on.Is("unknown-acknowledged-false"):
		return x, "status_unknown"
	}
	return x, ""
}

// grant is rule 9.
func (r request) grant(h held, on On) string {
	asked := !r.approval.Known || on.Is("grant-beside-approval")
	if asked && !slices.Contains(h.operations, r.operation) && !on.Is("operation-not-asked") {
		return "operation_not_granted"
	}
	return ""
}

// approvalRefused is rules 11 to 14.
func (f *facts) approvalRefused(r request, x identity, on On) string {
	if !r.approval.Known {
		return ""
	}
	if on.Is("approval-unneeded-unjudged") && slices.Contains(f.held(r, on).operations, r.operation) {
		return ""
	}
	a, there := f.approvals[r.approval.V]
	switch {
	case r.parent != nil && !on.Is("approval-inherited"):
		return "approval_not_inherited"
	case !there && on.Is("absent-approval-accepted"):
		return ""
	case !there:
		return "approval_absent"
	case a.digest != binding(r, x, on) && !on.Is("approval-unbound"):
		return "approval_mismatch"
	case !a.used.Is(false) && !on.Is("approval-used-again") && !(on.Is("approval-of-unknown-use") && !a.used.Known):
		return "approval_used"
	}
	return ""
}

// launchRefused is section 3's table for a launch.
func (f *facts) launchRefused(r request, h held, taken map[string]bool, on On) string {
	if r.launch == nil || (r.selector.Known || r.expected != nil) && !on.Is("launch-with-target") {
		return "target_malformed"
	}
	s := r.launch.scope
	if s.backend == "external" && !on.Is("external-launched") {
		return "backend_external"
	}
	if reason := r.grant(h, on); reason != "" {
		return reason
	}
	if reason := f.approvalRefused(r, identity{}, on); reason != "" {
		return reason
	}
	sealed := slices.ContainsFunc(h.launches, func(i int) bool { return fits(s, r.granted.launches[i], on) })
	if !r.approval.Known && !sealed && !on.Is("scope-not-asked") {
		return "launch_exceeds_scope"
	}
	if !f.fresh(s, on) && !on.Is("stale-root-launched") {
		return "root_stale"
	}
	checked := s.root[len(s.root)-min(1, len(s.root)):]
	if on.Is("control-of-outer-roots") {
		checked = s.root
	}
	for _, id := range checked {
		control := f.roots[id].control
		if !control.Is(false) && !on.Is("control-root-launched") &&
			!(on.Is("control-unknown-launched") && !control.Known) {
			return "root_control"
		}
	}
	if !f.publications.readable && !on.Is("unread-publications-launched") {
		return "publication_unreadable"
	}
	if f.reserved(r.launch.generation, taken, on) {
		return "reservation_used"
	}
	return ""
}

// reserved reports whether a generation is taken.
func (f *facts) reserved(generation string, taken map[string]bool, on On) bool {
	for _, e := range f.publications.entries {
		if e.key == generation && (e.readable || !on.Is("unread-publication-free")) &&
			!on.Is("published-generation-free") {
			return true
		}
	}
	for _, e := range f.records.entries {
		if e.readable && e.body.identity.generation == generation && !on.Is("recorded-generation-free") {
			return true
		}
	}
	for _, e := range f.sidecars.entries {
		if e.readable && e.body.job.generation == generation && !on.Is("sidecar-generation-free") {
			return true
		}
	}
	for _, e := range f.receipts.entries {
		if e.readable && e.body.generation == generation && !on.Is("receipt-generation-free") {
			return true
		}
	}
	return taken[generation] && !on.Is("requested-generation-free")
}
