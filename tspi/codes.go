package tspi

// Codes of inputs (contract, section 1).
const (
	CodeInputInvalid        Code = "TSPI_INPUT_INVALID"
	CodeMissingProcessTable Code = "TSPI_MISSING_PROCESS_TABLE"
)

// Codes of the redaction guard (section 7) and of the secret scan (section 11).
const (
	CodeCommandPreview Code = "TSPI_COMMAND_PREVIEW_FORBIDDEN"
	CodeProcessSignal  Code = "TSPI_PROCESS_SIGNAL_FORBIDDEN"
	CodeAbsolutePath   Code = "TSPI_ABSOLUTE_PATH_FORBIDDEN"
	CodeSecret         Code = "TSPI_SECRET_FORBIDDEN"
)

// Codes of the audit of a claimed inventory (section 8).
const (
	CodeActiveOwnerKill    Code = "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"
	CodeUnknownOwnerKill   Code = "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"
	CodePrematureClose     Code = "TSPI_PREMATURE_SAFE_CLOSE"
	CodeReleaseOverclaim   Code = "TSPI_OWNER_RELEASE_OVERCLAIM"
	CodeClaimMalformed     Code = "TSPI_CLAIM_MALFORMED"
	CodeDecisionVocabulary Code = "TSPI_DECISION_OUT_OF_VOCABULARY"
	CodeRowContradicts     Code = "TSPI_ROW_CONTRADICTS_TABLE"
	CodeSummaryMismatch    Code = "TSPI_SUMMARY_MISMATCH"
)

// Codes of the bundle lane (section 10).
const (
	CodeModuleManifestRequired  Code = "TSPI_SOURCE_MODULE_MANIFEST_REQUIRED"
	CodeModuleManifestInvalid   Code = "TSPI_SOURCE_MODULE_MANIFEST_INVALID"
	CodeModuleRelation          Code = "TSPI_SOURCE_MODULE_RELATION_UNVERIFIED"
	CodeModuleClass             Code = "TSPI_SOURCE_MODULE_CLASS_REQUIRED"
	CodeModuleBodyBoundary      Code = "TSPI_SOURCE_MODULE_BODY_BOUNDARY_REQUIRED"
	CodeModuleTargetRefMismatch Code = "TSPI_SOURCE_MODULE_TARGET_REF_PATH_MISMATCH"
	CodeModuleTargetMissing     Code = "TSPI_SOURCE_MODULE_TARGET_MISSING"
	CodeModuleDigestMismatch    Code = "TSPI_SOURCE_MODULE_DIGEST_MISMATCH"
	CodeModuleAnchorMissing     Code = "TSPI_SOURCE_MODULE_ANCHOR_MISSING"
	CodeModuleTargetEscape      Code = "TSPI_SOURCE_MODULE_TARGET_ESCAPE"
	CodeModuleDuplicate         Code = "TSPI_SOURCE_MODULE_DUPLICATE"
	CodeModuleUndeclared        Code = "TSPI_SOURCE_MODULE_UNDECLARED"
	CodeModuleBodyUnreadable    Code = "TSPI_SOURCE_MODULE_BODY_UNREADABLE"
)
