package record

import (
	"os"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/tspi"
)

// ManifestName is the manifest of a bundle's source modules (contract, section
// 10).
const ManifestName = "source_module_manifest.json"

// A ManifestVerifier judges the source modules of a folder. It is called where
// the folder has something called [ManifestName], and for every bundle. An
// error means that it could not judge, so that the run has no outcome.
type ManifestVerifier func(root *os.Root) (ManifestVerdict, error)

// ManifestVerdict is what a verifier says.
type ManifestVerdict struct {
	ModuleCount         int
	VerifiedModuleCount int
	Findings            []tspi.Finding   // none, and at least one module, means that the manifest passes
	Files               []fixture.Digest // what was read: the manifest and the bodies
}
