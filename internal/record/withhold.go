package record

import (
	"slices"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/tspi"
)

// withheldSubject stands for a subject whose name is the inputs' own.
const withheldSubject = "withheld"

// withholdContent takes out everything that stands in an input: names of kinds,
// owner statuses, groups and modules, and places in documents. What is left is
// made of the contract's own words, of numbers and of digests.
func (v *Verdict) withholdContent(c *contract) {
	v.ContentWithheld = true
	v.InventoryProjection, v.DecisionProjection = nil, nil
	for i := range v.Findings {
		f := &v.Findings[i]
		f.Message = c.messageOf(f.ErrorCode)
		if !c.named(f.SubjectKind) {
			f.SubjectID = withheldSubject
		}
	}
	// Subjects that are no longer told apart are told once.
	v.Findings = slices.CompactFunc(v.Findings, func(a, b tspi.Finding) bool {
		return a.ErrorCode == b.ErrorCode && a.SubjectKind == b.SubjectKind && a.SubjectID == b.SubjectID &&
			a.NegativeCaseID == b.NegativeCaseID
	})
	v.FreshnessBasis.withhold(c)
}

// withhold keeps the digest over all inputs, and of the list only the files
// whose names are ours.
func (b *FreshnessBasis) withhold(c *contract) {
	all := len(b.Inputs)
	b.Inputs = slices.DeleteFunc(b.Inputs, func(d fixture.Digest) bool { return !c.isOwnName(d.Path) })
	b.WithheldInputCount = all - len(b.Inputs)
}
