package auth

import (
	"strings"

	"github.com/tspi-dev/harness/internal/law"
)

// Codes of the contract (sections 6 and 7).
const (
	CodeInputInvalid         law.Code = "AUTH_INPUT_INVALID"
	CodeClaimMalformed       law.Code = "AUTH_CLAIM_MALFORMED"
	CodeAliasAccepted        law.Code = "AUTH_ALIAS_ACCEPTED"
	CodeOwnerSubstituted     law.Code = "AUTH_OWNER_SUBSTITUTED"
	CodeScopeBroadened       law.Code = "AUTH_SCOPE_BROADENED"
	CodeParentRenewed        law.Code = "AUTH_PARENT_RENEWED"
	CodeApprovalUnbound      law.Code = "AUTH_APPROVAL_UNBOUND"
	CodeReservationReplayed  law.Code = "AUTH_RESERVATION_REPLAYED"
	CodeExternalContained    law.Code = "AUTH_EXTERNAL_CONTAINED"
	CodeGenerationReplaced   law.Code = "AUTH_GENERATION_REPLACED"
	CodeLinkageBroken        law.Code = "AUTH_LINKAGE_BROKEN"
	CodeStaleMutation        law.Code = "AUTH_STALE_MUTATION"
	CodeHistorySignalled     law.Code = "AUTH_HISTORY_SIGNALLED"
	CodeFieldOverwritten     law.Code = "AUTH_FIELD_OVERWRITTEN"
	CodeDecisionContradicted law.Code = "AUTH_DECISION_CONTRADICTED"
)

// Codes returns the codes of which a fixture has a negative case: every one but that of an
// unusable input.
func Codes() []law.Code {
	return []law.Code{
		CodeClaimMalformed, CodeAliasAccepted, CodeOwnerSubstituted, CodeScopeBroadened,
		CodeParentRenewed, CodeApprovalUnbound, CodeReservationReplayed, CodeExternalContained,
		CodeGenerationReplaced, CodeLinkageBroken, CodeStaleMutation, CodeHistorySignalled,
		CodeFieldOverwritten, CodeDecisionContradicted,
	}
}

// refusalCode is the code of acting in spite of a refusal (section 7).
func refusalCode(reason string) law.Code {
	switch reason {
	case "selector_mismatch", "selector_ambiguous", "store_foreign", "root_control":
		return CodeAliasAccepted
	case "owner_mismatch", "thread_mismatch":
		return CodeOwnerSubstituted
	case "target_malformed", "operation_not_granted", "not_admitted", "launch_exceeds_scope":
		return CodeScopeBroadened
	case "approval_not_inherited", "approval_absent", "approval_mismatch":
		return CodeApprovalUnbound
	case "approval_used", "reservation_used":
		return CodeReservationReplayed
	case "backend_external", "receipt_external":
		return CodeExternalContained
	case "generation_replaced":
		return CodeGenerationReplaced
	case "status_unknown", "not_completed", "root_stale":
		return CodeStaleMutation
	}
	if strings.HasPrefix(reason, "supervisor_") {
		return CodeStaleMutation
	}
	// identity_changed, and what record, publication, sidecar and receipt say.
	return CodeLinkageBroken
}

// MessageOf says in one sentence what a code forbids.
func MessageOf(code law.Code) string {
	switch code {
	case CodeInputInvalid:
		return "An input breaks section 1 of the contract; nothing was decided."
	case CodeClaimMalformed:
		return "The claim does not have the shape that the contract gives it."
	case CodeAliasAccepted:
		return "A name that is like another is another: the job acted on is not the one that was asked for."
	case CodeOwnerSubstituted:
		return "A request acts on the jobs of its own owner and thread."
	case CodeScopeBroadened:
		return "More was done or given than the request holds."
	case CodeParentRenewed:
		return "A child holds what its parent holds, and no later generation of it."
	case CodeApprovalUnbound:
		return "An approval is spent on what it was given for, by whom it was given to."
	case CodeReservationReplayed:
		return "An approval and a generation are used once."
	case CodeExternalContained:
		return "What runs outside is not contained, and nothing is admitted against it."
	case CodeGenerationReplaced:
		return "Another generation of the job is another job."
	case CodeLinkageBroken:
		return "The records of the job do not agree with each other."
	case CodeStaleMutation:
		return "The state of the job does not allow the act, or is not known."
	case CodeHistorySignalled:
		return "History is read, and never signalled."
	case CodeFieldOverwritten:
		return "An operation changes only the fields of the record that are its own."
	case CodeDecisionContradicted:
		return "The log and the facts say different things."
	}
	return "An offence against the contract."
}
