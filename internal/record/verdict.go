package record

import (
	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/tspi"
)

// Head is what every record begins with.
type Head struct {
	SchemaVersion string    `json:"schema_version"`
	Status        Status    `json:"status"`     // pass or blocked
	CreatedAt     string    `json:"created_at"` // RFC 3339, UTC, whole seconds
	ComponentID   string    `json:"component_id"`
	InputMode     InputMode `json:"input_mode"`
	Level         string    `json:"level"` // core or hardened
}

// Verdict is what every record carries behind its head (contract, section 11).
type Verdict struct {
	ExpectedNegativeCases []CaseCodes `json:"expected_negative_cases"`
	ObservedNegativeCases []CaseCodes `json:"observed_negative_cases"`
	MissingNegativeCases  []string    `json:"missing_negative_cases"` // expected and not observed
	NegativeCaseCount     int         `json:"negative_case_count"`    // cases that were judged

	// ErrorCodes are the codes of Findings, sorted, each once.
	ErrorCodes []tspi.Code `json:"error_codes"`
	// Findings are those that block, sorted; behind them those of the negative
	// cases, case by case, each with its negative_case_id. They are why the case
	// counts as observed, and block only where it is missing.
	Findings []tspi.Finding `json:"findings"`
	// FindingCount counts all findings. Of those that block, and of each case, at
	// most [MaxFindings] are listed.
	FindingCount int `json:"finding_count"`

	SecretScan SecretScan `json:"secret_scan"`
	// InventoryProjection is null where nothing was classified, and where
	// content is withheld.
	InventoryProjection *Projection `json:"inventory_projection"`
	// DecisionProjection stands in the records of a profile of facts alone.
	DecisionProjection *DecisionProjection `json:"decision_projection,omitzero"`
	// pass, blocked or not_present
	SourceModuleManifestStatus Status         `json:"source_module_manifest_status"`
	SourceModuleSummary        ModuleSummary  `json:"source_module_summary"`
	AuthorityCeiling           Authority      `json:"authority_ceiling"`
	AntiClaim                  string         `json:"anti_claim"`
	FreshnessBasis             FreshnessBasis `json:"freshness_basis"`
	// ContentWithheld says that a record would not have passed its own check, or
	// could not be scanned, and that nothing which stands in the inputs was
	// therefore put into any: no projection, no name of a kind, group or module.
	ContentWithheld bool `json:"content_withheld"`
	BodyInReceipt   bool `json:"body_in_receipt"` // always false
	// ReceiptPaths names the records of this run, relative to the out folder. A
	// sign-off that lies elsewhere is not among them.
	ReceiptPaths []string `json:"receipt_paths"`
}

// MaxFindings is how many findings a record lists of those that block, and of
// each negative case: a hostile claim can raise millions.
const MaxFindings = 1000

// CaseCodes is a negative case with the codes expected of it or raised by it.
type CaseCodes struct {
	NegativeCaseID string      `json:"negative_case_id"`
	ErrorCodes     []tspi.Code `json:"error_codes"`
}

// SecretScan is what was searched for credentials, and by what.
type SecretScan struct {
	Status  Status   `json:"status"`  // pass, blocked or not_run
	Scanner *string  `json:"scanner"` // name and version; null where there was none
	Inputs  []string `json:"inputs"`  // the positive inputs that were scanned
	// RecordsScanned says that all records of the run were scanned before they
	// were written.
	RecordsScanned bool `json:"records_scanned"`
	HitCount       int  `json:"hit_count"`
}

// Projection is the counts of the inventory's summary (section 6).
type Projection struct {
	ProcessCount                   int                   `json:"process_count"`
	CandidateSafeCloseCount        int                   `json:"candidate_safe_close_count"`
	RequiresOwnerCheckCount        int                   `json:"requires_owner_check_count"`
	KeepCount                      int                   `json:"keep_count"`
	ActiveOwnerPressureGroupCount  int                   `json:"active_owner_pressure_group_count"`
	ActiveOwnerReleaseRequestCount int                   `json:"active_owner_release_request_count"`
	KindCounts                     map[string]int        `json:"kind_counts"`
	DecisionCounts                 map[tspi.Decision]int `json:"decision_counts"`
	OwnerStatusCounts              map[string]int        `json:"owner_status_counts"`

	*tspi.TableSummary // nil by the core law

	NoProcessSignalSent  bool `json:"no_process_signal_sent"`  // always true
	NoUnknownOwnerKilled bool `json:"no_unknown_owner_killed"` // always true
}

func projectionOf(s tspi.Summary) *Projection {
	return &Projection{
		ProcessCount:                   s.ProcessCount,
		CandidateSafeCloseCount:        s.CandidateSafeCloseCount,
		RequiresOwnerCheckCount:        s.RequiresOwnerCheckCount,
		KeepCount:                      s.KeepCount,
		ActiveOwnerPressureGroupCount:  s.ActiveOwnerPressureGroupCount,
		ActiveOwnerReleaseRequestCount: s.ActiveOwnerReleaseRequestCount,
		KindCounts:                     s.KindCounts,
		DecisionCounts:                 s.DecisionCounts,
		OwnerStatusCounts:              s.OwnerStatusCounts,
		TableSummary:                   s.TableSummary,
		NoProcessSignalSent:            true,
		NoUnknownOwnerKilled:           true,
	}
}

// ModuleSummary counts the source modules of a manifest (section 10).
type ModuleSummary struct {
	ModuleCount         int `json:"module_count"`
	VerifiedModuleCount int `json:"verified_module_count"`
	FindingCount        int `json:"finding_count"`
}

// Authority is what a record could be mistaken to grant: nothing.
type Authority struct {
	ProcessSignalAuthority         bool `json:"process_signal_authority"`
	LiveProcessTableReadAuthorized bool `json:"live_process_table_read_authorized"`
	HostMutationAuthorized         bool `json:"host_mutation_authorized"`
	ReleaseAuthorized              bool `json:"release_authorized"`
	WholeSystemCorrectnessClaim    bool `json:"whole_system_correctness_claim"`
}

// FreshnessBasis is what a run was about: should one of these files change, the
// record is about something else.
type FreshnessBasis struct {
	// Inputs are the files that were judged, sorted by path (bytes).
	Inputs []fixture.Digest `json:"inputs"`
	// SHA256 is over all of them: the SHA-256 of one line for each, in that
	// order, of its sha256, two blanks, its path and a newline. Within the
	// folder, `sha256sum PATH… | sha256sum` prints it.
	SHA256 string `json:"sha256"`
	// WithheldInputCount is how many of them are not listed because their names
	// are the inputs' own and content is withheld.
	WithheldInputCount int `json:"withheld_input_count"`
}
