package cover

import (
	"maps"
	"slices"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Audit answers cover.audit: what receipts get wrong (section 6). The findings are sorted,
// each code once for each subject. The error is a *[law.InputError]; nothing was judged then.
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
	receipts, err := readClaim(claimed)
	if err != nil {
		return []law.Finding{finding(CodeClaimMalformed, law.SubjectClaim, "claim")}, nil
	}
	return f.audit(receipts), nil
}

func finding(code law.Code, kind law.SubjectKind, subject string) law.Finding {
	return law.Finding{ErrorCode: code, Message: MessageOf(code), SubjectKind: kind, SubjectID: subject}
}

func (f *Facts) audit(receipts []receipt) []law.Finding {
	findings := []law.Finding{}
	raise := func(code law.Code, subject string) {
		if code != "" {
			findings = append(findings, finding(code, law.SubjectRow, subject))
		}
	}
	said := map[string][]*receipt{}
	for i := range receipts {
		said[receipts[i].id] = append(said[receipts[i].id], &receipts[i])
	}
	for _, row := range f.judge() {
		if own := said[row.ID]; len(own) == 1 {
			raise(row.code(f.unit(), own[0]), row.ID)
			delete(said, row.ID)
		} else if len(own) == 0 {
			raise(CodeReceiptUnmatched, row.ID)
		}
	}
	for id := range said {
		raise(CodeReceiptUnmatched, id)
	}
	return law.OncePerSubject(findings)
}

// code is the first code that a receipt of the row's span raises, "" for none.
func (row *spanRow) code(unit figureUnit, said *receipt) law.Code {
	leavesOut := func(gaps ...string) bool {
		return slices.ContainsFunc(gaps, func(gap string) bool { return row.gaps[gap] && !said.gaps[gap] })
	}
	wrong := row.Figure != nil && said.figure != nil && *row.Figure != *said.figure
	is := func(sum int64) bool { return wrong && *said.figure == unit.roundUp(sum) }
	rootMissing := row.reading != nil && row.reading.rootMissing
	switch {
	case said.unit != row.Unit:
		return CodeUnitMismatch
	case said.coverage == whole && len(said.gaps) > 0:
		return CodeWholeWithGap
	case said.coverage == whole && !(row.Declared && said.declared):
		return CodeWholeUndeclared
	case said.figure != nil && row.reading == nil, leavesOut(gapUnsettledAtStart, gapUnsettledAtStop, gapTreeChanging):
		return CodeUnsettledAccepted
	case said.figure != nil && row.gaps[gapUnreadable], leavesOut(gapUnreadable, gapUnlisted, gapCounterBackwards):
		return CodeUnreadableAsZero
	case wrong && *said.figure == row.sums.right/unit.divisor:
		return CodeRoundDown
	case row.sums.merged != nil && is(*row.sums.merged), said.figure != nil && rootMissing && row.reading.rootReused:
		return CodePIDReuseMerged
	case leavesOut(gapPredatesSpan), is(row.sums.joined), is(row.sums.allWhole):
		return CodePredatesCounted
	case said.figure != nil && rootMissing, leavesOut(gapReapedDescendant, gapGone, gapExited):
		return CodeReapedIgnored
	case leavesOut(gapGPU, gapGPUUnknown, gapNeuralEngine):
		return CodeAcceleratorIgnored
	case leavesOut(gapShared):
		return CodeDoubleCounted
	case !row.equals(said):
		return CodeReceiptMismatch
	}
	return ""
}

// equals reports whether a receipt says what the row says.
func (row *spanRow) equals(said *receipt) bool {
	sameFigure := (row.Figure == nil) == (said.figure == nil) && (row.Figure == nil || *row.Figure == *said.figure)
	return sameFigure && row.Coverage == said.coverage && row.Declared == said.declared &&
		maps.Equal(row.gaps, said.gaps)
}
