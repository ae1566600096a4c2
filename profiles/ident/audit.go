package ident

import (
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers ident.audit: what a claim about the facts gets wrong (section 5). The
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
		return []law.Finding{finding(CodeClaimMalformed, law.SubjectClaim, subjectClaim)}, nil
	}
	return f.audit(c), nil
}

func finding(code law.Code, kind law.SubjectKind, subject string) law.Finding {
	return law.Finding{ErrorCode: code, Message: MessageOf(code), SubjectKind: kind, SubjectID: subject}
}

func (f *Facts) audit(c *claim) []law.Finding {
	a := &auditor{facts: f, records: indexRecords(f), findings: []law.Finding{}}
	a.judgeRows(c)
	a.judgeSummary(c.summary)
	a.judgeEvents(c)
	return law.OncePerSubject(a.findings)
}

// auditor gathers what a claim gets wrong.
type auditor struct {
	facts    *Facts
	records  *recordIndex
	findings []law.Finding
}

// raise notes a code against a row or an event, unless the code is empty.
func (a *auditor) raise(code law.Code, kind law.SubjectKind, subject string) {
	if code != "" {
		a.findings = append(a.findings, finding(code, kind, subject))
	}
}

// judgeRows holds claimed rows against the facts.
func (a *auditor) judgeRows(c *claim) {
	if !c.hasRows {
		return
	}
	l := newLook(a.records, a.facts.Observations, a.facts.Groups)
	claimed := map[string]bool{}
	for i := range c.rows {
		said := &c.rows[i]
		r := a.records.byID[said.ID]
		if r == nil || claimed[said.ID] {
			a.raise(CodeContradictsFacts, law.SubjectRow, said.ID)
			continue
		}
		claimed[said.ID] = true
		a.raise(l.rowCode(r, said), law.SubjectRow, said.ID)
	}
	for i := range a.facts.Records {
		if id := a.facts.Records[i].ID; !claimed[id] {
			a.raise(CodeContradictsFacts, law.SubjectRow, id)
		}
	}
}

// rowCode is the first code that a claimed row raises, "" for none.
func (l *look) rowCode(r *Record, said *Row) law.Code {
	d := l.row(r)
	checks := []func() law.Code{
		func() law.Code { return unless(said.Verdict == d.Verdict, l.verdictCode(r, &d, said.Verdict)) },
		func() law.Code {
			return unless(!said.SignalPermitted || d.SignalPermitted, l.signalCode(r, &d, targetPID))
		},
		func() law.Code {
			return unless(!said.GroupSignalPermitted || d.GroupSignalPermitted, l.signalCode(r, &d, targetGroup))
		},
		func() law.Code { return unless(!said.hasEnded(), l.endCode(r, &d)) },
		func() law.Code { return unless(said.GroupState != GroupEmpty, l.groupEndCode(r, &d)) },
		func() law.Code {
			return unless(said.Disposition != TearDown || d.Disposition == TearDown, CodeDispositionExceeded)
		},
		func() law.Code { return unless(said.equals(&d), CodeContradictsFacts) },
	}
	for _, check := range checks {
		if code := check(); code != "" {
			return code
		}
	}
	return ""
}

func unless(holds bool, code law.Code) law.Code {
	if holds {
		return ""
	}
	return code
}

func (row *Row) equals(d *Row) bool {
	same, said := *row, *d
	same.Ended, said.Ended = nil, nil
	return same == said && (row.Ended == nil) == (d.Ended == nil) && row.hasEnded() == d.hasEnded()
}

// verdictCode says what is wrong with a verdict other than the right one: V1 to V7.
func (l *look) verdictCode(r *Record, d *Row, said Verdict) law.Code {
	switch {
	case d.Reason == OtherBoot:
		return CodeBootIgnored
	case said == Owned && d.Reason == TokenLater:
		return CodeTokenBackfilled
	case said == Owned && d.Reason == CommandMatch:
		return CodeCmdlineOwnership
	case said == Gone && !d.hasEnded() && isProbe(l.probeOf(r), probeEPERM):
		return CodeEpermAsDead
	case d.Verdict == Unverifiable:
		return CodeUnverifiable
	case said == Owned && d.Verdict == Foreign:
		return CodeForeignAsOwned
	}
	return CodeContradictsFacts
}

// probeOf is the answer to the probe of the record's pid, nil where it is not known.
func (l *look) probeOf(r *Record) *string {
	if r.PID == nil {
		return nil
	}
	if o := l.observations[*r.PID].one(); o != nil {
		return o.Probe
	}
	return nil
}

// signalCode says what is wrong with a signal to a target that was sent, or is said to be
// permitted: S1 to S9, S5 excepted, "" for nothing.
func (l *look) signalCode(r *Record, d *Row, target string) law.Code {
	switch {
	case l.hitsObserver(r, target):
		return CodeSelfSignalled
	case d.Reason == OtherBoot:
		return CodeBootIgnored
	case d.Reason == TokenLater:
		return CodeTokenBackfilled
	case d.Reason == CommandMatch:
		return CodeCmdlineOwnership
	case d.Verdict == Unverifiable:
		return CodeUnverifiable
	case d.Verdict == Foreign:
		return CodeForeignAsOwned
	case target == targetGroup && !d.GroupSignalPermitted:
		return CodeGroupUnproven
	case target == targetPID && d.hasEnded():
		return CodeGoneSignalled
	}
	return ""
}

// hitsObserver reports whether a signal would go to init or to the observer: S1.
func (l *look) hitsObserver(r *Record, target string) bool {
	host := l.records.host
	if target == targetPID {
		return r.PID != nil && (*r.PID == 1 || *r.PID == host.OwnPID)
	}
	return r.PGID != nil && (*r.PGID == 1 || *r.PGID == host.OwnPID || host.OwnPGID != nil && *r.PGID == *host.OwnPGID)
}

// endCode says what is wrong with the end of a process: E1 and E2, "" for nothing.
func (l *look) endCode(r *Record, d *Row) law.Code {
	switch {
	case d.hasEnded():
		return ""
	case isProbe(l.probeOf(r), probeEPERM):
		return CodeEpermAsDead
	}
	return CodeDeathOverclaimed
}

// groupEndCode says what is wrong with the end of a process's group: E3 and E4, "" for
// nothing.
func (l *look) groupEndCode(r *Record, d *Row) law.Code {
	switch {
	case d.GroupState == GroupNone || d.GroupState == GroupEmpty:
		return ""
	case isProbe(l.groupProbe(r), probeEPERM):
		return CodeEpermAsDead
	}
	return CodeDeathOverclaimed
}

// judgeSummary holds the claimed members of section 4 against what the facts give.
func (a *auditor) judgeSummary(said strict.Object) {
	if len(said) == 0 {
		return
	}
	right, err := strict.ValueOf(a.facts.Decide().Summary)
	if object, _ := right.(strict.Object); err != nil || contradicts(said, object) {
		a.raise(CodeContradictsFacts, law.SubjectSummary, subjectSummary)
	}
}

// contradicts reports whether a member that both have differs in value or type.
func contradicts(said, right strict.Object) bool {
	return slices.ContainsFunc(right, func(m strict.Member) bool {
		v, claimed := said.Get(m.Name)
		return claimed && !strict.Equal(v, m.Value)
	})
}
