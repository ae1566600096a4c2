package tspi

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// crowdedBundle is a case with right modules added, over enough seeds to see some.
func crowdedBundle(t *testing.T, c *profile.Case) (added int64, p *perturbation) {
	t.Helper()
	for i := range 40 {
		p = newPerturbation(c, profile.Random("crowd", strings.Repeat("x", i)))
		p.perturbFolder()
		wrong := len(p.expect.Bundle.Findings) - len(expectOf(c).Bundle.Findings)
		if added = p.expect.Bundle.ModuleCount - expectOf(c).Bundle.ModuleCount; added > 0 && wrong == 0 {
			return added, p
		}
	}
	return 0, p
}

// Right modules are put among those of a case and counted in what it expects,
// with a body each (docs/suite.md, challenges; contract, section 10).
func TestModulesAreAdded(t *testing.T) {
	c := bundleCase(t, `{"modules": [{"module_id": "alpha", "sha256": `+digestA+`}, {"module_id": "beta"}]}`)
	added, p := crowdedBundle(t, c)
	if added == 0 {
		t.Fatal("no variant has more modules")
	}
	if verified := p.expect.Bundle.VerifiedModuleCount - expectOf(c).Bundle.VerifiedModuleCount; verified != added {
		t.Errorf("%d modules and %d verified ones more", added, verified)
	}
	manifest, err := strict.Decode([]byte(fileOf(p.problem.Dir, profile.ManifestName)))
	if err != nil {
		t.Fatal(err)
	}
	modules := get(manifest.(strict.Object), "modules").(strict.Array)
	if int64(len(modules)) != added+2 || int64(len(p.problem.Dir.Files)-len(problemOf(c).Dir.Files)) != added {
		t.Errorf("%d modules and %d files, of which %d were added", len(modules), len(p.problem.Dir.Files), added)
	}
	if len(problemOf(c).Dir.Files) != 4 || expectOf(c).Bundle.ModuleCount != 2 {
		t.Error("the case itself was changed")
	}
}

// Nothing is added where the manifest as a whole is what is wrong, or
// source_modules is no folder: the neighbours of the case above.
func TestModulesAreNotAdded(t *testing.T) {
	rows := `{"modules": [{"module_id": "alpha"}, {"module_id": "beta"}]}`
	invalid := bundleCase(t, rows)
	expectOf(invalid).Bundle.Findings[0].ErrorCode = string(tspi.CodeModuleManifestInvalid)
	link := bundleCase(t, rows, "layout.txt", "symlink source_modules elsewhere\n")
	empty := bundleCase(t, `{"modules": []}`)
	repeated := bundleCase(t, `{"modules": [{"module_id": "alpha"}], "modules": [{"module_id": "alpha"}]}`)
	for name, c := range map[string]*profile.Case{"invalid": invalid, "a link": link, "no modules": empty,
		"a repeated key": repeated} {
		if added, _ := crowdedBundle(t, c); added != 0 {
			t.Errorf("%s: %d modules are added", name, added)
		}
	}
}
