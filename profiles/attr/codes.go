package attr

import "github.com/tspi-dev/harness/internal/law"

// Codes of the contract (sections 5 and 6).
const (
	CodeInputInvalid       law.Code = "ATTR_INPUT_INVALID"
	CodeClaimMalformed     law.Code = "ATTR_CLAIM_MALFORMED"
	CodeSweepAborted       law.Code = "ATTR_SWEEP_ABORTED"
	CodeCorruptIgnored     law.Code = "ATTR_CORRUPT_IGNORED"
	CodeArchivedAsAbsent   law.Code = "ATTR_ARCHIVED_AS_ABSENT"
	CodeStaleRootPID       law.Code = "ATTR_STALE_ROOT_PID"
	CodeOwnershipUnproven  law.Code = "ATTR_OWNERSHIP_UNPROVEN"
	CodeSharedRootStolen   law.Code = "ATTR_SHARED_ROOT_STOLEN"
	CodeWrongOwner         law.Code = "ATTR_WRONG_OWNER"
	CodeUnknownRefsZero    law.Code = "ATTR_UNKNOWN_REFS_ZERO"
	CodeUnknownMeasured    law.Code = "ATTR_UNKNOWN_MEASURED"
	CodeUnknownTurnIdle    law.Code = "ATTR_UNKNOWN_TURN_IDLE"
	CodeProtectedReclaim   law.Code = "ATTR_PROTECTED_RECLAIM"
	CodeNonterminalReclaim law.Code = "ATTR_NONTERMINAL_RECLAIM"
	CodeReportMismatch     law.Code = "ATTR_REPORT_MISMATCH"
)

// Codes returns the codes of which a fixture has a negative case: every one but that of an
// unusable input.
func Codes() []law.Code {
	return []law.Code{
		CodeClaimMalformed, CodeSweepAborted, CodeCorruptIgnored, CodeArchivedAsAbsent,
		CodeStaleRootPID, CodeOwnershipUnproven, CodeSharedRootStolen, CodeWrongOwner,
		CodeUnknownRefsZero, CodeUnknownMeasured, CodeUnknownTurnIdle, CodeProtectedReclaim,
		CodeNonterminalReclaim, CodeReportMismatch,
	}
}

// MessageOf says in one sentence what a code forbids.
func MessageOf(code law.Code) string {
	switch code {
	case CodeInputInvalid:
		return "An input breaks section 1 of the contract; nothing was decided."
	case CodeClaimMalformed:
		return "The claim does not have the shape that the contract gives it."
	case CodeSweepAborted:
		return "One bad record must not end the sweep: each row is reported."
	case CodeCorruptIgnored:
		return "A record that cannot be read is there, and its session is reclaimed by nobody."
	case CodeArchivedAsAbsent:
		return "An archived session has a record: it is not absent."
	case CodeStaleRootPID:
		return "A root whose pid another process has now owns nothing."
	case CodeOwnershipUnproven:
		return "Nothing proves whose these processes are."
	case CodeSharedRootStolen:
		return "A shared runtime belongs to no single one of its users."
	case CodeWrongOwner:
		return "A process is charged to somebody who does not own it."
	case CodeUnknownRefsZero:
		return "A runtime that could not be asked does not have zero references."
	case CodeUnknownMeasured:
		return "What was not measured has no figure."
	case CodeUnknownTurnIdle:
		return "A turn that is not known is not idle."
	case CodeProtectedReclaim:
		return "A shared runtime, a backend, or a tree that holds others is not reclaimed."
	case CodeNonterminalReclaim:
		return "A session that still works is not reclaimed."
	case CodeReportMismatch:
		return "The report and the facts say different things."
	}
	return "An offence against the contract."
}
