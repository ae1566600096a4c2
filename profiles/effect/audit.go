package effect

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers effect.audit: what a report of the log gets wrong (section 6). The findings
// are sorted, each code once for each subject. The error is a *[law.InputError]; nothing was
// judged then.
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
	a := &auditor{findings: []law.Finding{}}
	c, err := readClaim(claimed)
	if err != nil {
		a.raise(CodeClaimMalformed, law.SubjectClaim, "claim")
		return a.findings, nil
	}
	a.judge(f.Decide(), c)
	return law.OncePerSubject(a.findings), nil
}

// auditor gathers what a claim gets wrong.
type auditor struct{ findings []law.Finding }

// raise notes a code, unless it is empty.
func (a *auditor) raise(code law.Code, kind law.SubjectKind, subject string) {
	if code != "" {
		a.findings = append(a.findings, law.Finding{ErrorCode: code, Message: MessageOf(code), SubjectKind: kind,
			SubjectID: subject})
	}
}

const subjectLog = "log"

func (a *auditor) judge(d *Answer, c *claim) {
	saysTrusted := c.log == logOK || c.log == logTornTail
	trusted := d.Summary.AppendAt != nil
	switch {
	case !trusted && (saysTrusted || len(c.rows) > 0 || c.decision != blocked):
		code := CodeCorruptAccepted
		if d.Summary.Log == logAliased {
			code = CodeAliasAccepted
		}
		a.raise(code, law.SubjectInput, subjectLog)
		return
	case trusted && !saysTrusted:
		a.raise(CodeLogRejected, law.SubjectInput, subjectLog)
		return
	}
	a.judgeRows(d.Rows, c.rows)
	a.judgeSummary(&d.Summary, c)
}

func (a *auditor) judgeRows(rows, claimed []Row) {
	said := make(map[string]*Row, len(claimed))
	for i := range claimed {
		said[claimed[i].ID] = &claimed[i]
	}
	for i := range rows {
		d := &rows[i]
		if own := said[d.ID]; own != nil {
			a.raise(d.code(own), law.SubjectRow, d.ID)
			delete(said, d.ID)
		} else {
			a.raise(CodeClaimMismatch, law.SubjectRow, d.ID)
		}
	}
	for id := range said {
		a.raise(CodeClaimMismatch, law.SubjectRow, id)
	}
}

// code is the first code that a claimed row of the same effect raises, "" for none.
func (d *Row) code(said *Row) law.Code {
	is := func(appended *string, word string) bool { return appended != nil && *appended == word }
	overstates := d.Verification != verified &&
		(said.Verification == verified || said.Verification == withoutCausation && d.Verification != withoutCausation)
	switch {
	case d.PossibleImpact && (!said.PossibleImpact || said.Verification == knownNoop || said.Execution == notInvoked ||
		is(said.Append, notInvoked)):
		return CodeFalseNoop
	case d.Append == nil && said.Append != nil:
		return CodeResettled
	case d.Verification == contradicted && said.Verification != contradicted:
		return CodeContradictionHidden
	case overstates:
		return overstatementCode(d.Reason)
	case (said.Execution == completed || is(said.Append, completed)) && d.Execution != completed:
		return CodeUnknownAsSuccess
	case !d.says(said):
		return CodeClaimMismatch
	}
	return ""
}

// overstatementCode is the code of saying more than an unverified row's reason allows.
func overstatementCode(reason string) law.Code {
	switch reason {
	case acknowledgementOnly:
		return CodeAckVerified
	case stale, inFlight, replaced:
		return CodeStaleVerified
	case partial:
		return CodePartialVerified
	}
	return CodeUnknownAsSuccess
}

func (d *Row) says(said *Row) bool {
	return said.Execution == d.Execution && said.Verification == d.Verification &&
		said.PossibleImpact == d.PossibleImpact &&
		same(said.Evidence, d.Evidence) && same(said.Append, d.Append)
}

func same[T comparable](a, b *T) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// judgeSummary has the steps 5 to 7.
func (a *auditor) judgeSummary(d *Summary, c *claim) {
	if !same(c.appendAt, d.AppendAt) {
		a.raise(CodeAppendMisplaced, law.SubjectInput, subjectLog)
	}
	said, right := slices.Index(decisions, c.decision), slices.Index(decisions, d.Decision)
	if said > right {
		a.raise(CodeDoneOverclaimed, law.SubjectSummary, "decision")
	}
	claimed := setOf(c.unsettled)
	for _, id := range d.UnsettledRequired {
		if !claimed[id] {
			a.raise(CodeDoneOverclaimed, law.SubjectRow, id)
		}
	}
	derived := setOf(d.UnsettledRequired)
	tooMany := slices.ContainsFunc(c.unsettled, func(id string) bool { return !derived[id] })
	if c.log != d.Log || said < right || tooMany {
		a.raise(CodeClaimMismatch, law.SubjectSummary, "summary")
	}
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}
