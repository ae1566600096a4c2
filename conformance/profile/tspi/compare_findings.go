package tspi

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// findings compares the exact set of findings: codes of rows, groups and modules
// with their subject, all others by code. Each stands once.
func (c *comparison) findings(want []ExpectFinding, object strict.Object) {
	value, there := object.Get("findings")
	array, ok := value.(strict.Array)
	if !ok {
		c.OtherType("findings", "an array", value, there)
		return
	}
	got, said := map[ExpectFinding]bool{}, map[ExpectFinding]bool{}
	for i, element := range array {
		finding, ok := readFinding(element)
		if !ok {
			c.OtherType(profile.At("findings", i), "an object with error_code and subject_id", element, true)
			return
		}
		if said[finding] {
			c.Differ(profile.KindRaised, profile.At("findings", i), "each finding once", finding.text())
		}
		said[finding] = true
		got[finding.compared()] = true
	}
	for _, finding := range want {
		if !got[finding] {
			c.Differ(profile.KindMissed, "findings", finding.text(), notRaised(array))
		}
		delete(got, finding)
	}
	extra := make([]string, 0, len(got))
	for finding := range got {
		extra = append(extra, finding.text())
	}
	slices.Sort(extra)
	for _, text := range extra {
		c.Differ(profile.KindRaised, "findings", "no such finding", text)
	}
}

// notRaised says of a finding that it is missing, and where there is none at all.
func notRaised(findings strict.Array) string {
	if len(findings) == 0 {
		return "not raised (findings is empty)"
	}
	return "not raised"
}

func readFinding(v strict.Value) (ExpectFinding, bool) {
	object, _ := v.(strict.Object)
	code, _ := object.Get("error_code")
	subject, _ := object.Get("subject_id")
	codeText, ok := code.(string)
	subjectText, okSubject := subject.(string)
	if !ok || !okSubject {
		return ExpectFinding{}, false
	}
	return ExpectFinding{codeText, subjectText}, true
}

// compared is what of a finding is compared.
func (f ExpectFinding) compared() ExpectFinding {
	if !f.hasSubject() {
		f.SubjectID = ""
	}
	return f
}

// hasSubject reports whether the finding is compared with its subject: the codes
// of rows, groups and modules are. Those of the redaction guard are about a
// module, a group, or the whole claim.
func (f ExpectFinding) hasSubject() bool {
	switch law.Code(f.ErrorCode) {
	case tspi.CodeModuleManifestRequired:
		return false // the contract gives it no subject
	case tspi.CodeActiveOwnerKill, tspi.CodeUnknownOwnerKill, tspi.CodePrematureClose, tspi.CodeReleaseOverclaim,
		tspi.CodeRowContradicts, tspi.CodeDecisionVocabulary:
		return true
	case tspi.CodeProcessSignal, tspi.CodeCommandPreview, tspi.CodeAbsolutePath:
		return f.SubjectID != string(tspi.InputClaimedInventory)
	}
	return strings.HasPrefix(f.ErrorCode, "TSPI_SOURCE_MODULE_")
}

func (f ExpectFinding) text() string {
	text := profile.Show(f.ErrorCode, true)
	if f.SubjectID != "" {
		text += " of " + profile.Show(f.SubjectID, true)
	}
	return text
}

// bundle compares the answer about a bundle.
func (c *comparison) bundle(want *ExpectBundle, got strict.Value) {
	object, ok := got.(strict.Object)
	if !ok {
		c.OtherType("", "a bundle verdict", got, true)
		return
	}
	c.Equal(object, "", "status", want.Status)
	c.Equal(object, "", "module_count", strict.Int(want.ModuleCount))
	c.Equal(object, "", "verified_module_count", strict.Int(want.VerifiedModuleCount))
	c.findings(want.Findings, object)
}

// run compares the result record of a run.
func (c *comparison) run(want *ExpectRun, got strict.Value) {
	object, ok := got.(strict.Object)
	if !ok {
		c.OtherType("", "a result record", got, true)
		return
	}
	c.Equal(object, "", "status", want.Status)
	c.Equal(object, "", "source_module_manifest_status", want.ManifestStatus)
	missing := textSet(object, "missing_negative_cases")
	for _, id := range want.MissingNegativeCases {
		if !missing[id] {
			c.Differ(profile.KindMissed, "missing_negative_cases", id, "not named")
		}
		delete(missing, id)
	}
	for _, id := range sortedKeys(missing) {
		c.Differ(profile.KindRaised, "missing_negative_cases", "not named", profile.Show(id, true))
	}
	codes := textSet(object, "error_codes")
	for _, code := range want.ErrorCodes {
		if !codes[code] {
			c.Differ(profile.KindMissed, "error_codes", code, "not named")
		}
	}
}

func textSet(o strict.Object, name string) map[string]bool {
	set := map[string]bool{}
	value, _ := o.Get(name)
	array, _ := value.(strict.Array)
	for _, element := range array {
		if text, ok := element.(string); ok {
			set[text] = true
		}
	}
	return set
}

func sortedKeys(set map[string]bool) []string {
	keys := make([]string, 0, len(set))
	for key := range set {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
