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
func (v *Verdict) withholdContent() {
	v.ContentWithheld = true
	v.InventoryProjection = nil
	for i := range v.Findings {
		f := &v.Findings[i]
		f.Message = tspi.MessageOf(f.ErrorCode)
		if f.SubjectKind == tspi.SubjectGroup || f.SubjectKind == tspi.SubjectModule {
			f.SubjectID = withheldSubject
		}
	}
	// Subjects that are no longer told apart are told once.
	v.Findings = slices.CompactFunc(v.Findings, func(a, b tspi.Finding) bool {
		return a.ErrorCode == b.ErrorCode && a.SubjectKind == b.SubjectKind && a.SubjectID == b.SubjectID &&
			a.NegativeCaseID == b.NegativeCaseID
	})
	v.FreshnessBasis.withhold()
}

// withhold keeps the digest over all inputs, and of the list only the files
// whose names are ours.
func (b *FreshnessBasis) withhold() {
	all := len(b.Inputs)
	b.Inputs = slices.DeleteFunc(b.Inputs, func(d fixture.Digest) bool { return !isOwnName(d.Path) })
	b.WithheldInputCount = all - len(b.Inputs)
}

// ownNames are those of the names that are ours and not the inputs' own.
func ownNames(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !isOwnName(name) })
}

// isOwnName tells the files whose names in a fixture or a bundle are law.
func isOwnName(path string) bool {
	own := []string{
		string(tspi.InputProcessTable) + ".json", string(tspi.InputPressurePolicy) + ".json",
		string(tspi.InputOwnerClasses) + ".json", ManifestName,
	}
	for _, c := range tspi.NegativeCases() {
		own = append(own, c.ID+".json")
	}
	return slices.Contains(own, path)
}
