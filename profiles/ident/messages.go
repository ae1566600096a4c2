package ident

import "github.com/tspi-dev/harness/internal/law"

// MessageOf says in one sentence what a code forbids.
func MessageOf(code law.Code) string {
	switch code {
	case CodeInputInvalid:
		return "An input breaks section 1 of the contract; nothing was decided."
	case CodeClaimMalformed:
		return "The claim does not have the shape that the contract gives it."
	case CodeBootIgnored:
		return "A process of another boot is gone, whoever has its number now."
	case CodeTokenBackfilled:
		return "An identity that was not written down at first cannot be added later."
	case CodeCmdlineOwnership:
		return "An equal command line proves no identity."
	case CodeEpermAsDead:
		return "A refused probe is the answer of something alive."
	case CodeUnverifiable:
		return "What cannot be verified is neither owned, gone nor foreign, and permits nothing."
	case CodeForeignAsOwned:
		return "The pid belongs to another process now."
	case CodeSelfSignalled:
		return "A signal must never reach init or the observer."
	case CodeGroupUnproven:
		return "A group is signalled only where it is proven to be the recorded process's, and holds nobody who must be spared."
	case CodeGoneSignalled:
		return "The recorded process has ended; there is nothing to signal."
	case CodeNoRegate:
		return "Each signal needs a look of its own: what was seen before a signal permits no other one."
	case CodeDeathOverclaimed:
		return "An end was claimed that nobody saw."
	case CodeDispositionExceeded:
		return "A reaper did more with the record than its disposition allows."
	case CodeContradictsFacts:
		return "The claim and the facts say different things."
	}
	return "An offence against the contract."
}
