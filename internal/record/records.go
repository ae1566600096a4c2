package record

import "github.com/tspi-dev/harness/internal/fixture"

// Result is the verdict for programs; the record of a bundle has the same form.
type Result struct {
	Head
	Verdict
}

// Board is the verdict at a glance.
type Board struct {
	Head
	Headline string  `json:"headline"` // one sentence
	Lights   []Light `json:"lights"`   // one for each check, in a fixed order
	Verdict
}

// Light is the outcome of one check.
type Light struct {
	Check  Check  `json:"check"`
	Status Status `json:"status"`
}

// Validation is what was checked, by which law, over which files.
type Validation struct {
	Head
	Checks []CheckReport `json:"checks"`
	Verdict
}

// CheckReport tells one check.
type CheckReport struct {
	Check           Check    `json:"check"`
	ContractSection int      `json:"contract_section"`
	Status          Status   `json:"status"`
	Inputs          []string `json:"inputs"` // paths of freshness_basis; none for what is not a file
	FindingCount    int      `json:"finding_count"`
}

// SignOff binds a statement to the records of a run.
type SignOff struct {
	Head
	Statement     string           `json:"statement"`
	SignedRecords []fixture.Digest `json:"signed_records"` // of the files as they were written
	Verdict
}

// The two statements of a sign-off.
const (
	StatementPass    = "The run passed, and the records that say so are exactly those with these digests."
	StatementBlocked = "The run did not pass: nothing is signed off. These are the digests of the records that say why."
)

// Check names one thing that a run checks.
type Check string

// The checks of a run, in the order in which they are told.
const (
	CheckPolicyAuthority Check = "policy_authority" // the policy authorizes no signals
	CheckPositiveInputs  Check = "positive_inputs"  // the guard over the positive inputs
	CheckOwnInventory    Check = "own_inventory"    // the audit of our own inventory
	CheckOwnDecision     Check = "own_decision"     // of a profile of facts: the audit of our own decision
	CheckNegativeCases   Check = "negative_cases"   // every expected case is observed
	CheckSecretScan      Check = "secret_scan"      // positive inputs and records
	CheckSourceModules   Check = "source_modules"   // the manifest, where there is one
	CheckRecordRedaction Check = "record_redaction" // the guard over the records
)
