package second

import (
	"slices"
	"strconv"

	"github.com/tspi-dev/harness/conformance/profile/shape"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers attr.audit (section 5).
func Audit(v, claim strict.Value, on On) (strict.Value, *shape.Refusal) {
	if refusal := shape.Facts(profile, factsType(on), v, on); refusal != nil {
		return nil, refusal
	}
	found := shape.NewFindings("ATTR_")
	fits, refusal := shape.Claim(profile, claimType(on), claim, on)
	if refusal != nil {
		if !on.Is("claim-missing-malformed") {
			return nil, refusal
		}
		fits = false
	}
	if !fits {
		found.Raise("CLAIM_MALFORMED", "claim")
		return found.Answer(), nil
	}
	said, _ := claim.(strict.Object)
	a := auditor{report: derive(readFacts(v, on), on), found: found}
	a.read(said)
	for i := range a.claimed {
		a.found.Raise(a.row(i), a.claimed[i].id)
	}
	a.missing()
	if summary, there := said.Get("summary"); there && (!found.Any() || on.Is("summary-always-judged")) {
		a.summary(summary)
	}
	for _, act := range shape.ObjectsAt(said, "acts") {
		a.act(act)
	}
	return found.Answer(), nil
}

// claimedRow is a row that somebody said.
type claimedRow struct {
	id       string // as read
	misfiled bool
	pids     []int64
	given    strict.Object
}

type auditor struct {
	*report
	found   *shape.Findings
	claimed []claimedRow
}

// readAs is the row that an id is read as.
func (a *auditor) readAs(id string) (string, bool) {
	if kind, name := kindOf(id); kind == "orphan" && id == "orphan:session:"+name && a.find("session:"+name) != nil &&
		!a.on.Is("orphan-not-read-as-session") {
		return "session:" + name, true
	}
	return id, false
}

func (a *auditor) read(said strict.Object) {
	for _, r := range shape.ObjectsAt(said, "rows") {
		c := claimedRow{given: r}
		c.id, c.misfiled = a.readAs(r.Text("id"))
		for _, pid := range r.Array("pids") {
			c.pids = append(c.pids, shape.WholeOf(pid).V)
		}
		a.claimed = append(a.claimed, c)
	}
}

// named returns the root of the session, runtime or backend that an id names.
func (a *auditor) named(id string) root {
	kind, name := kindOf(id)
	f := a.facts
	switch {
	case kind == "session":
		if i := f.session(name); i >= 0 {
			return f.sessions[i].root
		}
	case kind == "shared_runtime":
		if i := f.runtime(name); i >= 0 {
			return f.runtimes[i].root
		}
	case kind == "backend" || id == "orphan:backend:"+name && !a.on.Is("orphan-backend-names-nothing"):
		if i := f.backend(name); i >= 0 {
			return f.backends[i].root
		}
	}
	return root{}
}

// above reports whether the process with a pid is on the way up of the process at place i.
func (a *auditor) above(pid int64, i int) bool {
	way := a.facts.wayUp(i, a.on)
	if a.on.Is("stale-root-itself-only") {
		way = way[:1]
	}
	return slices.ContainsFunc(way, func(j int) bool { return a.facts.processes[j].pid == pid })
}

// row is the code that the claimed row at place i raises, "" for none.
func (a *auditor) row(i int) string {
	c, on := a.claimed[i], a.on
	if c.misfiled && !on.Is("misfiled-accepted") {
		return a.lost(c.id, "WRONG_OWNER")
	}
	var wrong []int64
	for _, pid := range c.pids {
		if at := a.facts.at(pid); at < 0 && !on.Is("pids-of-nobody-accepted") || at >= 0 && a.owners[at].row != c.id {
			wrong = append(wrong, pid)
		}
	}
	if root := a.named(c.id); a.facts.stale(root) && !on.Is("stale-root-unnamed") {
		for _, pid := range wrong {
			if at := a.facts.at(pid); at >= 0 && a.above(root.pid, at) {
				return "STALE_ROOT_PID"
			}
		}
	}
	kinds := map[string]bool{}
	for _, pid := range wrong {
		kind := ""
		if at := a.facts.at(pid); at >= 0 && a.owners[at].row != "" {
			kind, _ = kindOf(a.owners[at].row)
		}
		kinds[kind] = true
	}
	switch {
	case kinds[unattributed] && !on.Is("unproven-owner-unnamed"):
		return "OWNERSHIP_UNPROVEN"
	case kinds["shared_runtime"] && !on.Is("stolen-root-unnamed"):
		return "SHARED_ROOT_STOLEN"
	case len(wrong) > 0:
		return "WRONG_OWNER"
	}
	d := a.find(c.id)
	if d == nil {
		if on.Is("rows-of-nothing-accepted") {
			return ""
		}
		return "REPORT_MISMATCH"
	}
	elsewhere := false
	for _, pid := range a.pids(d) {
		switch {
		case slices.Contains(c.pids, pid):
		case !a.saidAnywhere(pid) && !on.Is("pids-left-out-accepted"):
			return "REPORT_MISMATCH"
		default:
			elsewhere = true
		}
	}
	if elsewhere && !on.Is("moved-pids-raised-twice") {
		return ""
	}
	return a.compare(c, d)
}

// lost is the code of a session that is not said to be there, and other of any other row.
func (a *auditor) lost(id, other string) string {
	if kind, name := kindOf(id); kind == "session" {
		if i := a.facts.session(name); i >= 0 {
			switch s := a.facts.sessions[i]; {
			case s.corrupt && !a.on.Is("lost-corrupt-unnamed"):
				return "CORRUPT_IGNORED"
			case s.archived && !a.on.Is("lost-archived-unnamed"):
				return "ARCHIVED_AS_ABSENT"
			}
		}
	}
	return other
}

func (a *auditor) saidAnywhere(pid int64) bool {
	return slices.ContainsFunc(a.claimed, func(c claimedRow) bool { return slices.Contains(c.pids, pid) })
}

// compare is points 8 to 12.
func (a *auditor) compare(c claimedRow, d *row) string {
	on, given := a.on, c.given
	reclaim := given.Object("reclaim")
	if reclaim.Text("verdict") == eligible && d.verdict != eligible && !on.Is("eligible-unnamed") {
		return reasonCodes[d.reason]
	}
	claimed := shape.TextsAt(given, "findings")
	table := slices.Clone(findingCodes)
	if on.Is("lowest-finding-named") {
		slices.Reverse(table)
	}
	for _, f := range table {
		if f.code != "" && slices.Contains(d.findings, f.word) && !slices.Contains(claimed, f.word) &&
			!on.Is("findings-left-out-unnamed") {
			return f.code
		}
	}
	if d.hasRefs && !d.refs.Known && given.At("ref_count") != nil && !on.Is("ref-count-of-unknown-unnamed") {
		return "UNKNOWN_REFS_ZERO"
	}
	figures := []struct {
		name    string
		derived whole
	}{{"rss_kib", d.rss}, {"pss_kib", d.pss}, {"cpu_permille", d.cpu}}
	for _, f := range figures {
		if given.At(f.name) != nil && !f.derived.Known && !on.Is("figures-of-unknown-unnamed") {
			return "UNKNOWN_MEASURED"
		}
	}
	differs := reclaim.Text("verdict") != d.verdict || len(claimed) != len(d.findings) ||
		reclaim.Text("reason") != d.reason && !on.Is("reasons-unjudged")
	for _, f := range figures {
		differs = differs || shape.WholeAt(given, f.name) != f.derived
	}
	if d.hasRefs && shape.WholeAt(given, "ref_count") != d.refs {
		differs = true
	}
	for i, word := range claimed {
		differs = differs || !slices.Contains(d.findings, word) ||
			on.Is("findings-in-order") && i < len(d.findings) && d.findings[i] != word
	}
	for i, pid := range c.pids {
		differs = differs || on.Is("pids-in-order") && i < len(d.places) && a.pids(d)[i] != pid
	}
	if differs && !on.Is("other-differences-accepted") {
		return "REPORT_MISMATCH"
	}
	return ""
}

// missing raises the rows that nobody said.
func (a *auditor) missing() {
	for _, d := range a.rows {
		if slices.ContainsFunc(a.claimed, func(c claimedRow) bool { return c.id == d.id }) {
			continue
		}
		pids := a.pids(d)
		missing := len(pids) == 0 && !a.on.Is("rows-without-pids-may-miss") ||
			slices.ContainsFunc(pids, func(pid int64) bool {
				return !a.saidAnywhere(pid)
			})
		if a.on.Is("rows-missing-though-said") {
			missing = true
		}
		if missing && !a.on.Is("missing-rows-accepted") {
			a.found.Raise(a.lost(d.id, "SWEEP_ABORTED"), d.id)
		}
	}
}

func (a *auditor) summary(given strict.Value) {
	said, _ := given.(strict.Object)
	for _, m := range a.report.summary() {
		if v, there := said.Get(m.Name); there && !strict.Equal(v, m.Value) && !a.on.Is("summary-unjudged") ||
			!there && a.on.Is("summary-must-be-whole") {
			a.found.Raise("REPORT_MISMATCH", "summary")
		}
	}
}

func (a *auditor) act(act strict.Object) {
	if act.Text("act") == "stop" {
		id, _ := a.readAs(act.Text("id"))
		a.found.Raise(a.stop(id), id)
		return
	}
	pid := shape.WholeAt(act, "pid").V
	a.found.Raise(a.signal(pid), strconv.FormatInt(pid, 10))
}

func (a *auditor) stop(id string) string {
	d := a.find(id)
	switch {
	case d != nil && (d.verdict == eligible || a.on.Is("stops-unjudged")):
		return ""
	case d != nil:
		return reasonCodes[d.reason]
	case a.facts.stale(a.named(id)) && !a.on.Is("stop-of-stale-unnamed"):
		return "STALE_ROOT_PID"
	case a.on.Is("stop-of-nothing-accepted"):
		return ""
	}
	return "WRONG_OWNER"
}

func (a *auditor) signal(pid int64) string {
	at := a.facts.at(pid)
	var d *row
	if at >= 0 {
		d = a.find(a.owners[at].row)
	}
	if d != nil && (d.verdict == eligible || a.on.Is("signals-unjudged")) && !a.on.Is("signal-below-stale-always") {
		return ""
	}
	if at >= 0 && !a.on.Is("signal-below-stale-unnamed") && a.belowStale(at) {
		return "STALE_ROOT_PID"
	}
	if d == nil {
		if a.on.Is("signal-to-nobody-accepted") {
			return ""
		}
		return "WRONG_OWNER"
	}
	return reasonCodes[d.reason]
}

// belowStale reports whether the pid of any stale root is on the way up.
func (a *auditor) belowStale(at int) bool {
	f := a.facts
	entries := append(f.sessionRoots(), f.runtimeRoots()...)
	if !a.on.Is("stale-backends-unseen") {
		entries = append(entries, f.backendRoots(func(backend) bool { return true })...)
	}
	return slices.ContainsFunc(entries, func(e rooted) bool { return f.stale(e.root) && a.above(e.root.pid, at) })
}
