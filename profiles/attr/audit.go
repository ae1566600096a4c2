package attr

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers attr.audit: what a claim about the facts gets wrong (section 5). The
// findings are sorted, each code once for each subject. The error is a *[law.InputError];
// nothing was judged then.
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
	c, err := readClaim(claimed)
	if err != nil {
		return []law.Finding{{ErrorCode: CodeClaimMalformed, Message: MessageOf(CodeClaimMalformed),
			SubjectKind: law.SubjectClaim, SubjectID: "claim"}}, nil
	}
	a := &auditor{world: newWorld(f), claim: c, findings: []law.Finding{}}
	a.answer = a.world.answer()
	a.judge()
	return law.OncePerSubject(a.findings), nil
}

// auditor gathers what a claim gets wrong.
type auditor struct {
	*world
	answer   *Answer
	claim    *claim
	rows     map[string]*Row // of the answer, by id
	claimed  map[int64]bool  // pids that are in a row of the claim
	read     map[string]bool // what the claimed ids are read as
	findings []law.Finding
}

func (a *auditor) raise(code law.Code, kind law.SubjectKind, subject string) {
	if code != "" {
		a.findings = append(a.findings, law.Finding{ErrorCode: code, Message: MessageOf(code), SubjectKind: kind,
			SubjectID: subject})
	}
}

func (a *auditor) judge() {
	a.rows, a.claimed, a.read = map[string]*Row{}, map[int64]bool{}, map[string]bool{}
	for i := range a.answer.Rows {
		a.rows[a.answer.Rows[i].ID] = &a.answer.Rows[i]
	}
	for i := range a.claim.rows {
		a.read[a.readAs(a.claim.rows[i].ID)] = true
		for _, pid := range a.claim.rows[i].PIDs {
			a.claimed[pid] = true
		}
	}
	for i := range a.claim.rows {
		said := &a.claim.rows[i]
		a.raise(a.rowCode(said), law.SubjectRow, a.readAs(said.ID))
	}
	for i := range a.answer.Rows {
		a.judgeMissing(&a.answer.Rows[i])
	}
	if len(a.findings) == 0 {
		a.judgeSummary()
	}
	for _, act := range a.claim.acts {
		if act.id != "" {
			id := a.readAs(act.id)
			a.raise(a.stopCode(id), law.SubjectRow, id)
		} else {
			a.raise(a.signalCode(act.pid), law.SubjectRow, formatInt(act.pid))
		}
	}
}

// readAs reads an orphan session that is none as the session.
func (a *auditor) readAs(id string) string {
	if rest, ok := strings.CutPrefix(id, ofOrphanSession); ok && a.rows[ofSession+rest] != nil {
		return ofSession + rest
	}
	return id
}

// rowCode is the first code that a claimed row raises, "" for none.
func (a *auditor) rowCode(said *Row) law.Code {
	id := a.readAs(said.ID)
	if id != said.ID {
		return recordCode(a.name(id).session, CodeWrongOwner)
	}
	if code := a.wrongPIDCode(id, said.PIDs); code != "" {
		return code
	}
	d := a.rows[id]
	if d == nil {
		return CodeReportMismatch
	}
	if slices.ContainsFunc(d.PIDs, a.isUnsaid) {
		return CodeReportMismatch
	}
	if len(said.PIDs) < len(d.PIDs) { // each of them is one of D(X)'s
		return "" // raised where the others are
	}
	return d.figureCode(said)
}

// recordCode is the code about a session whose record was passed over.
func recordCode(s *Session, otherwise law.Code) law.Code {
	switch {
	case s != nil && s.Corrupt:
		return CodeCorruptIgnored
	case s != nil && s.Archived:
		return CodeArchivedAsAbsent
	}
	return otherwise
}

// wrongPIDCode is what the pids raise that are charged to somebody else: rules 2 to 5.
func (a *auditor) wrongPIDCode(id string, pids []int64) law.Code {
	root := a.name(id).root()
	var stale, unowned, shared, wrong bool
	for _, pid := range pids {
		i, there := a.tree.index[pid]
		if there && a.owners[i].id == id {
			continue
		}
		wrong = true
		if !there {
			continue
		}
		stale = stale || a.isStale(root) && a.tree.isOnWayUp(a.tree.index[root.PID], i)
		unowned = unowned || a.owners[i].id == unattributed
		shared = shared || strings.HasPrefix(a.owners[i].id, ofRuntime)
	}
	switch {
	case stale:
		return CodeStaleRootPID
	case unowned:
		return CodeOwnershipUnproven
	case shared:
		return CodeSharedRootStolen
	case wrong:
		return CodeWrongOwner
	}
	return ""
}

// figureCode compares a claimed row of the right pids with the right one: rules 8 to 12.
func (d *Row) figureCode(said *Row) law.Code {
	if said.Reclaim.Verdict == eligible && d.Reclaim.Verdict != eligible {
		return reclaimCodes[d.Reclaim.Reason]
	}
	for i := range findingCodes {
		f := &findingCodes[i]
		if f.code != "" && slices.Contains(d.Findings, f.finding) && !slices.Contains(said.Findings, f.finding) {
			return f.code
		}
	}
	switch {
	case d.RefCount != nil && d.RefCount.N == nil && said.RefCount != nil && said.RefCount.N != nil:
		return CodeUnknownRefsZero
	case overclaims(said.RSSKiB, d.RSSKiB), overclaims(said.PSSKiB, d.PSSKiB),
		overclaims(said.CPUPermille, d.CPUPermille):
		return CodeUnknownMeasured
	case !d.says(said):
		return CodeReportMismatch
	}
	return ""
}

func overclaims(said, right *int64) bool { return said != nil && right == nil }

// says reports whether two rows of one id and the same pids say the same.
func (d *Row) says(said *Row) bool {
	findings := slices.Clone(said.Findings)
	slices.Sort(findings)
	return slices.Equal(findings, d.Findings) && said.Kind == d.Kind && said.Reclaim == d.Reclaim &&
		same(said.RSSKiB, d.RSSKiB) && same(said.PSSKiB, d.PSSKiB) && same(said.CPUPermille, d.CPUPermille) &&
		(said.RefCount == nil) == (d.RefCount == nil) && (d.RefCount == nil || same(said.RefCount.N, d.RefCount.N))
}

func same(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }

// judgeMissing judges a right row that nobody claims: what is not said reads as healthy.
func (a *auditor) judgeMissing(d *Row) {
	if a.read[d.ID] {
		return
	}
	if len(d.PIDs) == 0 || slices.ContainsFunc(d.PIDs, a.isUnsaid) {
		a.raise(recordCode(a.name(d.ID).session, CodeSweepAborted), law.SubjectRow, d.ID)
	}
}

// isUnsaid reports whether a pid is in no row of the claim.
func (a *auditor) isUnsaid(pid int64) bool { return !a.claimed[pid] }

// judgeSummary holds the claimed members of section 4's summary against the right ones.
func (a *auditor) judgeSummary() {
	right, err := strict.ValueOf(a.answer.Summary)
	object, _ := right.(strict.Object)
	wrong := slices.ContainsFunc(object, func(m strict.Member) bool {
		v, claimed := a.claim.summary.Get(m.Name)
		return claimed && !strict.Equal(v, m.Value)
	})
	if err != nil || wrong {
		a.raise(CodeReportMismatch, law.SubjectSummary, "summary")
	}
}

// stopCode is what a stop of a row raises, "" for nothing.
func (a *auditor) stopCode(id string) law.Code {
	switch d := a.rows[id]; {
	case d != nil:
		return reclaimCodes[d.Reclaim.Reason] // none of an eligible row
	case a.isStale(a.name(id).root()):
		return CodeStaleRootPID
	}
	return CodeWrongOwner
}

// signalCode is what a signal to a pid raises, "" for nothing.
func (a *auditor) signalCode(pid int64) law.Code {
	i, there := a.tree.index[pid]
	if !there {
		return CodeWrongOwner
	}
	d := a.rows[a.owners[i].id]
	switch {
	case d != nil && d.Reclaim.Verdict == eligible:
		return ""
	case a.stale[i].count > 0:
		return CodeStaleRootPID
	case d == nil:
		return CodeWrongOwner
	}
	return reclaimCodes[d.Reclaim.Reason]
}
