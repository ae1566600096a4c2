package effect

import "github.com/tspi-dev/harness/internal/law"

// Codes of the contract (sections 6 and 7).
const (
	CodeInputInvalid        law.Code = "EFFECT_INPUT_INVALID"
	CodeClaimMalformed      law.Code = "EFFECT_CLAIM_MALFORMED"
	CodeAliasAccepted       law.Code = "EFFECT_ALIAS_ACCEPTED"
	CodeCorruptAccepted     law.Code = "EFFECT_CORRUPT_ACCEPTED"
	CodeLogRejected         law.Code = "EFFECT_LOG_REJECTED"
	CodeFalseNoop           law.Code = "EFFECT_FALSE_NOOP"
	CodeResettled           law.Code = "EFFECT_RESETTLED"
	CodeContradictionHidden law.Code = "EFFECT_CONTRADICTION_HIDDEN"
	CodeAckVerified         law.Code = "EFFECT_ACK_VERIFIED"
	CodeStaleVerified       law.Code = "EFFECT_STALE_VERIFIED"
	CodePartialVerified     law.Code = "EFFECT_PARTIAL_VERIFIED"
	CodeUnknownAsSuccess    law.Code = "EFFECT_UNKNOWN_AS_SUCCESS"
	CodeAppendMisplaced     law.Code = "EFFECT_APPEND_MISPLACED"
	CodeDoneOverclaimed     law.Code = "EFFECT_DONE_OVERCLAIMED"
	CodeClaimMismatch       law.Code = "EFFECT_CLAIM_MISMATCH"
)

// Codes returns the codes of which a fixture has a negative case: every one but that of an
// unusable input.
func Codes() []law.Code {
	return []law.Code{
		CodeClaimMalformed, CodeAliasAccepted, CodeCorruptAccepted, CodeLogRejected, CodeFalseNoop,
		CodeResettled, CodeContradictionHidden, CodeAckVerified, CodeStaleVerified,
		CodePartialVerified, CodeUnknownAsSuccess, CodeAppendMisplaced, CodeDoneOverclaimed,
		CodeClaimMismatch,
	}
}

// MessageOf says in one sentence what a code forbids.
func MessageOf(code law.Code) string {
	switch code {
	case CodeInputInvalid:
		return "An input breaks section 1 of the contract; nothing was decided."
	case CodeClaimMalformed:
		return "The claim does not have the shape that the contract gives it."
	case CodeAliasAccepted:
		return "A log that may be another file's is not believed."
	case CodeCorruptAccepted:
		return "A log with a bad line, or one that could not be read, is not believed."
	case CodeLogRejected:
		return "A torn tail is a write that never returned, and no reason to reject the log."
	case CodeFalseNoop:
		return "An act that may have had an effect is not a no-op."
	case CodeResettled:
		return "The outcome of this effect is not for a recovery to write."
	case CodeContradictionHidden:
		return "The state that was read contradicts the expectation."
	case CodeAckVerified:
		return "What the one who acted says of it verifies nothing."
	case CodeStaleVerified:
		return "A reading that something may have disturbed verifies nothing."
	case CodePartialVerified:
		return "A partial reading verifies nothing."
	case CodeUnknownAsSuccess:
		return "What is not known to have succeeded has not."
	case CodeAppendMisplaced:
		return "The next record belongs behind the last line."
	case CodeDoneOverclaimed:
		return "The log does not permit to say so much."
	case CodeClaimMismatch:
		return "The claim and the log say different things."
	}
	return "An offence against the contract."
}
