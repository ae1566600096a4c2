package tspi

import "github.com/tspi-dev/harness/internal/law"

// What this law shares with the other ones, under the names that callers outside the
// module use.
type (
	Level       = law.Level
	Code        = law.Code
	Input       = law.Input
	InputError  = law.InputError
	Finding     = law.Finding
	SubjectKind = law.SubjectKind
)

const (
	Hardened = law.Hardened // core plus every rule marked [H]; the default
	Core     = law.Core     // the law as it was first published
)

// The inputs of section 1, and what anything else of an audit's input is called.
const (
	InputProcessTable     Input = "process_table"
	InputPressurePolicy   Input = "pressure_policy"
	InputOwnerClasses     Input = "owner_classes"
	InputClaimedInventory       = law.InputClaimedInventory
)

// What a finding is about.
const (
	SubjectRow     = law.SubjectRow
	SubjectGroup   = law.SubjectGroup
	SubjectSummary = law.SubjectSummary
	SubjectClaim   = law.SubjectClaim
	SubjectInput   = law.SubjectInput
	SubjectModule  = law.SubjectModule
	SubjectRecord  = law.SubjectRecord
)

// ParseLevel reads "core" or "hardened".
func ParseLevel(s string) (Level, error) { return law.ParseLevel(s) }

// IsName reports whether s is a name by the hardened rule (contract, section 1).
func IsName(s string) bool { return law.IsName(s) }

// SafePointer returns a JSON Pointer in which every token that is not a plain name is
// replaced by "…".
func SafePointer(pointer string) string { return law.SafePointer(pointer) }

// SortFindings puts findings in a fixed order and drops repetitions.
func SortFindings(findings []Finding) []Finding { return law.SortFindings(findings) }
