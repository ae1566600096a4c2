package bundle

import "github.com/tspi-dev/harness/tspi"

// Status says what became of the manifest (contract, section 11,
// source_module_manifest_status).
type Status string

// The three outcomes.
const (
	Pass       Status = "pass"
	Blocked    Status = "blocked"
	NotPresent Status = "not_present" // there is no manifest
)

// Result is the verdict on a bundle: refs, hashes, counts and codes, and never a
// byte of a body or of what a manifest says in its own words.
type Result struct {
	Status Status
	// ManifestSHA256 and ManifestSize are of the manifest's bytes; empty where it
	// could not be read to its end.
	ManifestSHA256 string
	ManifestSize   int64
	// ModuleCount is how many rows the manifest has, VerifiedModuleCount how many
	// of them raised nothing.
	ModuleCount, VerifiedModuleCount int
	// Modules are the rows in the manifest's order.
	Modules []Module
	// Findings are sorted, once for each code and subject.
	Findings []tspi.Finding
}

// Passed reports whether the lane passes: at least one module and no finding. A
// folder without a manifest does not pass, but where none was asked for there is
// nothing to hold against it either.
func (r Result) Passed() bool { return r.Status == Pass }

// Module is what may be told of one row of the manifest.
type Module struct {
	// ID is the module's id where it is a name of the contract (section 1), else
	// "source_module".
	ID string
	// Ref is the target relative to the bundle where it is a plain path, else "".
	Ref string
	// SHA256 and Size are of the body's bytes; SHA256 is empty where the body was
	// not read to its end.
	SHA256 string
	Size   int64
	// Codes are what the row raised, in text order; none means that it is verified.
	Codes []tspi.Code
}
