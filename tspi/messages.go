package tspi

// newFinding makes a finding with the fixed message of its code: a message that
// is made of nothing but constants cannot repeat what it is about.
func newFinding(code Code, kind SubjectKind, subject string) Finding {
	return Finding{ErrorCode: code, Message: MessageOf(code), SubjectID: subject, SubjectKind: kind}
}

// MessageOf says in one sentence what a code forbids.
func MessageOf(c Code) string {
	switch c {
	case CodeInputInvalid:
		return "An input breaks section 1 of the contract; nothing was judged by it."
	case CodeMissingProcessTable:
		return "There is no process table to classify."
	case CodeCommandPreview:
		return "A record carries command hashes only, never a command or a part of one."
	case CodeProcessSignal:
		return "An inventory asks owners to release; it never signals a process, recommends or claims it."
	case CodeAbsolutePath:
		return "A record carries no absolute path of a host."
	case CodeSecret:
		return "The secret scan found something that looks like a credential, or could not run."
	case CodeActiveOwnerKill:
		return "A helper of an active owner must never be a close candidate."
	case CodeUnknownOwnerKill:
		return "Only a known, detached, allowlisted orphan that nobody keeps or registers may be a close candidate."
	case CodePrematureClose:
		return "A close candidate needs a known age of at least min_age_seconds."
	case CodeReleaseOverclaim:
		return "A release request asks; it must keep its four promises and claim no ending of a process."
	case CodeClaimMalformed:
		return "The claim does not have the shape of an inventory."
	case CodeDecisionVocabulary:
		return "A decision is none of keep, requires_owner_check and candidate_safe_close."
	case CodeRowContradicts:
		return "The claim's row and the process table say different things of this process."
	case CodeSummaryMismatch:
		return "The claim's numbers do not agree with what they count."
	}
	return moduleMessage(c)
}

func moduleMessage(c Code) string {
	switch c {
	case CodeModuleManifestRequired:
		return "A bundle needs a source_module_manifest.json."
	case CodeModuleManifestInvalid:
		return "The source module manifest cannot be trusted to be read."
	case CodeModuleRelation:
		return "The relation of source to target is none of the three verified ones."
	case CodeModuleClass:
		return "The material class is none of the five public ones."
	case CodeModuleBodyBoundary:
		return "A module's body is copied, and stands in no receipt."
	case CodeModuleTargetRefMismatch:
		return "path and target_ref name different files."
	case CodeModuleTargetMissing:
		return "The declared body is not there."
	case CodeModuleDigestMismatch:
		return "The body is not the declared one: both SHA-256 digests must be there and right."
	case CodeModuleAnchorMissing:
		return "A required anchor does not occur in the body, or no anchor is required."
	case CodeModuleTargetEscape:
		return "The target is not a plain file of its own under source_modules."
	case CodeModuleDuplicate:
		return "A module id or target stands twice, or a module has no id."
	case CodeModuleUndeclared:
		return "A file under source_modules is declared by no module."
	case CodeModuleBodyUnreadable:
		return "The body is not UTF-8 or is over the size limit."
	}
	return "An offence against the contract."
}
