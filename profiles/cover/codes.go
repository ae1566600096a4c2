package cover

import "github.com/tspi-dev/harness/internal/law"

// Codes of the contract (sections 6 and 7).
const (
	CodeInputInvalid       law.Code = "COVER_INPUT_INVALID"
	CodeClaimMalformed     law.Code = "COVER_CLAIM_MALFORMED"
	CodeReceiptUnmatched   law.Code = "COVER_RECEIPT_UNMATCHED"
	CodeUnitMismatch       law.Code = "COVER_UNIT_MISMATCH"
	CodeWholeWithGap       law.Code = "COVER_WHOLE_WITH_GAP"
	CodeWholeUndeclared    law.Code = "COVER_WHOLE_UNDECLARED"
	CodeUnsettledAccepted  law.Code = "COVER_UNSETTLED_ACCEPTED"
	CodeUnreadableAsZero   law.Code = "COVER_UNREADABLE_AS_ZERO"
	CodeRoundDown          law.Code = "COVER_ROUND_DOWN"
	CodePIDReuseMerged     law.Code = "COVER_PID_REUSE_MERGED"
	CodePredatesCounted    law.Code = "COVER_PREDATES_COUNTED"
	CodeReapedIgnored      law.Code = "COVER_REAPED_IGNORED"
	CodeAcceleratorIgnored law.Code = "COVER_ACCELERATOR_IGNORED"
	CodeDoubleCounted      law.Code = "COVER_DOUBLE_COUNTED"
	CodeReceiptMismatch    law.Code = "COVER_RECEIPT_MISMATCH"
)

// Codes returns the codes of which a fixture has a negative case: every one but that of an
// unusable input.
func Codes() []law.Code {
	return []law.Code{
		CodeClaimMalformed, CodeReceiptUnmatched, CodeUnitMismatch, CodeWholeWithGap,
		CodeWholeUndeclared, CodeUnsettledAccepted, CodeUnreadableAsZero, CodeRoundDown,
		CodePIDReuseMerged, CodePredatesCounted, CodeReapedIgnored, CodeAcceleratorIgnored,
		CodeDoubleCounted, CodeReceiptMismatch,
	}
}

// MessageOf says in one sentence what a code forbids.
func MessageOf(code law.Code) string {
	switch code {
	case CodeInputInvalid:
		return "An input breaks section 1 of the contract; nothing was decided."
	case CodeClaimMalformed:
		return "The claim does not have the shape that the contract gives it."
	case CodeReceiptUnmatched:
		return "Each span has one receipt, and each receipt a span."
	case CodeUnitMismatch:
		return "The figure is in another unit than the counters give."
	case CodeWholeWithGap:
		return "A figure with a gap is not whole."
	case CodeWholeUndeclared:
		return "Only the operator can declare that no work leaves the tree."
	case CodeUnsettledAccepted:
		return "A tree that was not at rest gives no end of a reading."
	case CodeUnreadableAsZero:
		return "What could not be read is not zero."
	case CodeRoundDown:
		return "A figure is rounded up."
	case CodePIDReuseMerged:
		return "Two processes of one pid are two processes."
	case CodePredatesCounted:
		return "What a process did before the call does not belong to the call."
	case CodeReapedIgnored:
		return "A process that ended in the call took its count with it."
	case CodeAcceleratorIgnored:
		return "Work on an accelerator is not in the counters."
	case CodeDoubleCounted:
		return "The same work is in the figures of two calls."
	case CodeReceiptMismatch:
		return "The receipt and the facts say different things."
	}
	return "An offence against the contract."
}
