package conformance

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// findings compares the exact set of findings: codes of rows, groups and modules
// with their subject, all others by code. Each stands once.
func (c *comparison) findings(want []ExpectFinding, object tspi.Object) {
	value, there := object.Get("findings")
	array, ok := value.(tspi.Array)
	if !ok {
		c.otherType("findings", "an array", value, there)
		return
	}
	got, said := map[ExpectFinding]bool{}, map[ExpectFinding]bool{}
	for i, element := range array {
		finding, ok := readFinding(element)
		if !ok {
			c.otherType(at("findings", i), "an object with error_code and subject_id", element, true)
			return
		}
		if said[finding] {
			c.differ(KindRaised, at("findings", i), "each finding once", finding.text())
		}
		said[finding] = true
		got[finding.compared()] = true
	}
	for _, finding := range want {
		if !got[finding] {
			c.differ(KindMissed, "findings", finding.text(), notRaised(array))
		}
		delete(got, finding)
	}
	extra := make([]string, 0, len(got))
	for finding := range got {
		extra = append(extra, finding.text())
	}
	slices.Sort(extra)
	for _, text := range extra {
		c.differ(KindRaised, "findings", "no such finding", text)
	}
}

// notRaised says of a finding that it is missing, and where there is none at all.
func notRaised(findings tspi.Array) string {
	if len(findings) == 0 {
		return "not raised (findings is empty)"
	}
	return "not raised"
}

func readFinding(v tspi.Value) (ExpectFinding, bool) {
	object, _ := v.(tspi.Object)
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
	switch tspi.Code(f.ErrorCode) {
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
	text := show(f.ErrorCode, true)
	if f.SubjectID != "" {
		text += " of " + show(f.SubjectID, true)
	}
	return text
}

// bundle compares the answer about a bundle.
func (c *comparison) bundle(want *ExpectBundle, got tspi.Value) {
	object, ok := got.(tspi.Object)
	if !ok {
		c.otherType("", "a bundle verdict", got, true)
		return
	}
	c.equal(object, "", "status", want.Status)
	c.equal(object, "", "module_count", integer(want.ModuleCount))
	c.equal(object, "", "verified_module_count", integer(want.VerifiedModuleCount))
	c.findings(want.Findings, object)
}

// run compares the result record of a run.
func (c *comparison) run(want *ExpectRun, got tspi.Value) {
	object, ok := got.(tspi.Object)
	if !ok {
		c.otherType("", "a result record", got, true)
		return
	}
	c.equal(object, "", "status", want.Status)
	c.equal(object, "", "source_module_manifest_status", want.ManifestStatus)
	missing := textSet(object, "missing_negative_cases")
	for _, id := range want.MissingNegativeCases {
		if !missing[id] {
			c.differ(KindMissed, "missing_negative_cases", id, "not named")
		}
		delete(missing, id)
	}
	for _, id := range sortedKeys(missing) {
		c.differ(KindRaised, "missing_negative_cases", "not named", show(id, true))
	}
	codes := textSet(object, "error_codes")
	for _, code := range want.ErrorCodes {
		if !codes[code] {
			c.differ(KindMissed, "error_codes", code, "not named")
		}
	}
}

func textSet(o tspi.Object, name string) map[string]bool {
	set := map[string]bool{}
	value, _ := o.Get(name)
	array, _ := value.(tspi.Array)
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
