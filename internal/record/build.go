package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/tspi"
)

// verdict puts together what all records carry. It is called again when a check
// of the records themselves has raised something.
func (j *judgement) verdict() Verdict {
	v := Verdict{
		ExpectedNegativeCases:      []CaseCodes{},
		ObservedNegativeCases:      []CaseCodes{},
		MissingNegativeCases:       []string{},
		ErrorCodes:                 []tspi.Code{},
		NegativeCaseCount:          len(j.cases) - j.missing,
		Findings:                   []tspi.Finding{},
		SecretScan:                 j.scan,
		InventoryProjection:        j.projection,
		DecisionProjection:         j.decision,
		SourceModuleManifestStatus: j.manifest,
		SourceModuleSummary:        j.modules,
		AntiClaim:                  j.contract.antiClaim,
		FreshnessBasis:             basisOf(j.basis),
		ReceiptPaths:               j.receiptPaths(),
	}
	var blocking []tspi.Finding
	for _, l := range j.lanes {
		blocking = append(blocking, l.findings...)
	}
	v.add(tspi.SortFindings(blocking))
	for i, c := range j.contract.cases[:len(j.cases)] {
		judged := j.cases[i]
		v.ExpectedNegativeCases = append(v.ExpectedNegativeCases, CaseCodes{c.ID, []tspi.Code{c.Code}})
		if judged.Observed {
			v.ObservedNegativeCases = append(v.ObservedNegativeCases, CaseCodes{c.ID, judged.Codes})
		} else {
			v.MissingNegativeCases = append(v.MissingNegativeCases, c.ID)
		}
		v.add(judged.Findings)
	}
	slices.Sort(v.ErrorCodes)
	v.ErrorCodes = slices.Compact(v.ErrorCodes)
	if j.withhold {
		v.withholdContent(j.contract)
	}
	return v
}

// add counts findings and lists the first of them.
func (v *Verdict) add(findings []tspi.Finding) {
	v.FindingCount += len(findings)
	v.Findings = append(v.Findings, findings[:min(len(findings), MaxFindings)]...)
	for i := range findings {
		v.ErrorCodes = append(v.ErrorCodes, findings[i].ErrorCode)
	}
}

// status is pass when no check is blocked.
func (j *judgement) status() Status {
	if len(j.blockedChecks()) > 0 {
		return Blocked
	}
	return Pass
}

func (j *judgement) blockedChecks() []string {
	var names []string
	for _, l := range j.lanes {
		if l.status == Blocked {
			names = append(names, string(l.check))
		}
	}
	return names
}

func (j *judgement) head(schema string) Head {
	return Head{
		SchemaVersion: schema,
		Status:        j.status(),
		CreatedAt:     j.req.Clock.UTC().Format(time.RFC3339),
		ComponentID:   j.contract.component,
		InputMode:     j.req.Mode,
		Level:         j.req.Level.String(),
	}
}

func (j *judgement) result(v Verdict) Result {
	if j.req.Mode == ModeBundle {
		return Result{j.head(SchemaBundleResult), v}
	}
	return Result{j.head(j.contract.schema(kindResult)), v}
}

func (j *judgement) board(v Verdict) Board {
	b := Board{Head: j.head(j.contract.schema(kindBoard)), Verdict: v, Headline: j.headline(v)}
	for _, l := range j.lanes {
		b.Lights = append(b.Lights, Light{l.check, l.status})
	}
	return b
}

func (j *judgement) headline(v Verdict) string {
	observed := fmt.Sprintf("%d of %d negative cases observed", len(v.ObservedNegativeCases),
		len(v.ExpectedNegativeCases))
	if blocked := j.blockedChecks(); len(blocked) > 0 {
		return "Blocked by " + strings.Join(blocked, ", ") + "; " + observed + "."
	}
	return "Passed; " + observed + "."
}

func (j *judgement) validation(v Verdict) Validation {
	out := Validation{Head: j.head(j.contract.schema(kindValidation)), Verdict: v}
	for _, l := range j.lanes {
		report := CheckReport{l.check, l.section, l.status, l.inputs, len(l.findings)}
		if j.withhold {
			report.Inputs = j.contract.ownNames(l.inputs)
		}
		if l.check == CheckNegativeCases {
			for _, c := range j.cases {
				report.FindingCount += len(c.Findings)
			}
		}
		out.Checks = append(out.Checks, report)
	}
	return out
}

func (j *judgement) signOff(v Verdict, signed []File) SignOff {
	s := SignOff{Head: j.head(j.contract.schema(kindSignOff)), Verdict: v, Statement: StatementBlocked}
	if s.Status == Pass {
		s.Statement = StatementPass
	}
	for _, f := range signed {
		s.SignedRecords = append(s.SignedRecords, fixture.DigestOf(f.Name, f.Text))
	}
	return s
}

func basisOf(digests []fixture.Digest) FreshnessBasis {
	inputs := slices.SortedFunc(slices.Values(digests), func(a, b fixture.Digest) int {
		return cmp.Compare(a.Path, b.Path)
	})
	sum := sha256.New()
	for _, d := range inputs {
		fmt.Fprintf(sum, "%s  %s\n", d.SHA256, d.Path)
	}
	return FreshnessBasis{Inputs: inputs, SHA256: hex.EncodeToString(sum.Sum(nil))}
}
