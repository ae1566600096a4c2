package record

import (
	"errors"
	"os"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// TestBundle guards the mode of a bundle: it has no negative cases, and its
// manifest is verified whether it is there or not.
func TestBundle(t *testing.T) {
	required := newFinding(tspi.CodeModuleManifestRequired, tspi.SubjectModule, "source_module_manifest", "")
	for _, test := range []struct {
		name     string
		change   files
		verdict  ManifestVerdict
		status   Status
		manifest Status
	}{
		{"passes", files{ManifestName: "{}"}, ManifestVerdict{ModuleCount: 3, VerifiedModuleCount: 3}, Pass, Pass},
		{"blocked", files{ManifestName: "{}"}, ManifestVerdict{ModuleCount: 3, Findings: []tspi.Finding{required}},
			Blocked, Blocked},
		{"no module", files{ManifestName: "{}"}, ManifestVerdict{}, Blocked, Blocked},
		{"no manifest", nil, ManifestVerdict{Findings: []tspi.Finding{required}}, Blocked, NotPresent},
	} {
		folder := passing().with(test.change)
		for _, c := range tspi.NegativeCases() {
			delete(folder, c.ID+".json")
		}
		req := folder.request(t)
		req.Mode, req.Manifest = ModeBundle, verifierOf(test.verdict)
		v := judged(t, req).Result
		if v.Status != test.status || v.SourceModuleManifestStatus != test.manifest ||
			v.SchemaVersion != SchemaBundleResult {
			t.Errorf("%s: %s, manifest %s, %s", test.name, v.Status, v.SourceModuleManifestStatus, v.SchemaVersion)
		}
		if len(v.ExpectedNegativeCases) != 0 || v.NegativeCaseCount != 0 ||
			v.SourceModuleSummary.ModuleCount != test.verdict.ModuleCount {
			t.Errorf("%s: %d cases, %+v", test.name, v.NegativeCaseCount, v.SourceModuleSummary)
		}
	}
}

// TestNoVerdictOnModules guards that modules which could not be judged give no
// record, rather than one that says nothing of them.
func TestNoVerdictOnModules(t *testing.T) {
	req := passing().with(files{ManifestName: "{}"}).request(t)
	failed := errors.New("out of memory")
	for _, verifier := range []ManifestVerifier{nil, func(*os.Root) (ManifestVerdict, error) {
		return ManifestVerdict{}, failed
	}} {
		req.Manifest = verifier
		if r, err := Judge(req); err == nil || r != nil {
			t.Errorf("got records %v and error %v", r, err)
		}
	}
}
