package bundle

import (
	"slices"

	"github.com/tspi-dev/harness/tspi"
)

// The files of a bundle that this lane reads (contract, section 10).
const (
	// ManifestName is the manifest, directly in the bundle's folder.
	ManifestName = "source_module_manifest.json"
	// BodiesDir is the folder of the bodies.
	BodiesDir = "source_modules"
)

// Subjects of findings that are about no module that can be named.
const (
	subjectManifest = "source_module_manifest"
	subjectBodies   = BodiesDir
	subjectModule   = "source_module" // a module without an id that can be told
)

// Names of a row of the manifest.
const (
	fieldID           = "module_id"
	fieldPath         = "path"
	fieldTargetRef    = "target_ref"
	fieldSourceRef    = "source_ref"
	fieldRelation     = "source_to_target_relation"
	fieldClass        = "material_class"
	fieldCopied       = "body_copied"
	fieldInReceipt    = "body_in_receipt"
	fieldTextReceipt  = "body_text_in_receipt"
	fieldSHA256       = "sha256"
	fieldTargetSHA256 = "target_sha256"
	fieldAnchors      = "required_anchors"

	fieldModules = "modules"
)

// Relations returns the values that source_to_target_relation may have.
func Relations() []string {
	return []string{"exact_copy", "verified_public_safe_private_path_rewrite", "source_faithful_public_refactor"}
}

// Classes returns the values that material_class may have.
func Classes() []string {
	return []string{"public_macro_pattern_body", "public_macro_tool_body", "public_macro_receipt_body",
		"public_macro_proof_body", "public_macro_standard_body"}
}

func isOneOf(v tspi.Value, words []string) bool {
	s, ok := v.(string)
	return ok && slices.Contains(words, s)
}

// maxIDLength is the contract's bound on names (section 1).
const maxIDLength = 64

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
