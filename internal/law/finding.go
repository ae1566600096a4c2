package law

import (
	"cmp"
	"slices"
)

// Code names an offence, as "TSPI_INPUT_INVALID".
type Code string

// SubjectKind says what a finding is about.
type SubjectKind string

const (
	SubjectRow     SubjectKind = "row"     // a row of a claim; the id is its pid, else "row"
	SubjectGroup   SubjectKind = "group"   // a pressure group; the id is its kind, else "group"
	SubjectSummary SubjectKind = "summary" // the counts of a claim
	SubjectClaim   SubjectKind = "claim"   // a claim's shape or redaction; the id is "claimed_inventory"
	SubjectInput   SubjectKind = "input"   // an input; the id is its name
	SubjectModule  SubjectKind = "module"  // a source module; the id is its module_id
	SubjectRecord  SubjectKind = "record"  // a record about to be written; the id is its file name
	SubjectEvent   SubjectKind = "event"   // a step of a claimed trace; the id is that of the record it names
)

// Finding is one offence (contract, section 8). Neither SubjectID nor Message
// ever repeats the offending text.
type Finding struct {
	ErrorCode      Code        `json:"error_code"`
	Message        string      `json:"message"`
	NegativeCaseID *string     `json:"negative_case_id"`
	SubjectID      string      `json:"subject_id"`
	SubjectKind    SubjectKind `json:"subject_kind"`
	BodyInReceipt  bool        `json:"body_in_receipt"`
}

// SortFindings puts findings in a fixed order (code, kind of subject, subject)
// and drops repetitions of the same code and subject: the contract counts each
// once and leaves the order open, and we want the same bytes every time.
func SortFindings(findings []Finding) []Finding {
	compare := func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.ErrorCode, b.ErrorCode),
			cmp.Compare(a.SubjectKind, b.SubjectKind),
			cmp.Compare(a.SubjectID, b.SubjectID),
		)
	}
	slices.SortStableFunc(findings, compare)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return compare(a, b) == 0 })
}

// OncePerSubject is [SortFindings] for the profiles of facts, where a code counts once for
// each subject whatever kind of thing the subject names (docs/profiles.md, section 1).
func OncePerSubject(findings []Finding) []Finding {
	compare := func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.ErrorCode, b.ErrorCode), cmp.Compare(a.SubjectID, b.SubjectID))
	}
	slices.SortStableFunc(findings, compare)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return compare(a, b) == 0 })
}
