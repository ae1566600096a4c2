package ident

import "github.com/tspi-dev/harness/internal/law"

// Codes of the contract (sections 5 and 6).
const (
	CodeInputInvalid        law.Code = "IDENT_INPUT_INVALID"
	CodeClaimMalformed      law.Code = "IDENT_CLAIM_MALFORMED"
	CodeBootIgnored         law.Code = "IDENT_BOOT_IGNORED"
	CodeTokenBackfilled     law.Code = "IDENT_TOKEN_BACKFILLED"
	CodeCmdlineOwnership    law.Code = "IDENT_CMDLINE_OWNERSHIP"
	CodeEpermAsDead         law.Code = "IDENT_EPERM_AS_DEAD"
	CodeUnverifiable        law.Code = "IDENT_UNVERIFIABLE_COLLAPSED"
	CodeForeignAsOwned      law.Code = "IDENT_FOREIGN_AS_OWNED"
	CodeSelfSignalled       law.Code = "IDENT_SELF_SIGNALLED"
	CodeGroupUnproven       law.Code = "IDENT_GROUP_UNPROVEN"
	CodeGoneSignalled       law.Code = "IDENT_GONE_SIGNALLED"
	CodeNoRegate            law.Code = "IDENT_NO_REGATE"
	CodeDeathOverclaimed    law.Code = "IDENT_DEATH_OVERCLAIMED"
	CodeDispositionExceeded law.Code = "IDENT_DISPOSITION_EXCEEDED"
	CodeContradictsFacts    law.Code = "IDENT_CONTRADICTS_FACTS"
	subjectClaim                     = "claim"
	subjectSummary                   = "summary"
)

// Codes returns the codes of which a fixture has a negative case: every one but that of an
// unusable input.
func Codes() []law.Code {
	return []law.Code{
		CodeClaimMalformed, CodeBootIgnored, CodeTokenBackfilled, CodeCmdlineOwnership,
		CodeEpermAsDead, CodeUnverifiable, CodeForeignAsOwned, CodeSelfSignalled,
		CodeGroupUnproven, CodeGoneSignalled, CodeNoRegate, CodeDeathOverclaimed,
		CodeDispositionExceeded, CodeContradictsFacts,
	}
}

// Verdict says whether a record's process is still the one that was recorded (section 2).
type Verdict string

// The four verdicts.
const (
	Owned        Verdict = "owned"
	Gone         Verdict = "gone"
	Foreign      Verdict = "foreign"
	Unverifiable Verdict = "unverifiable"
)

func verdicts() []string {
	return []string{string(Owned), string(Gone), string(Foreign), string(Unverifiable)}
}

// Reason is the row of section 2's table that gave a verdict.
type Reason string

// The reasons, in the order of the table.
const (
	OtherScope         Reason = "other_scope"
	OtherBoot          Reason = "other_boot"
	NoPID              Reason = "no_pid"
	NoToken            Reason = "no_token"
	TokenSourceUnknown Reason = "token_source_unknown"
	TokenLater         Reason = "token_later"
	CommandMatch       Reason = "command_match"
	BootUnknown        Reason = "boot_unknown"
	NotObserved        Reason = "not_observed"
	Ambiguous          Reason = "ambiguous"
	Unreadable         Reason = "unreadable"
	AbsenceUnproven    Reason = "absence_unproven"
	Absent             Reason = "absent"
	ProbeContradicts   Reason = "probe_contradicts"
	TokenUnread        Reason = "token_unread"
	TokenIncomparable  Reason = "token_incomparable"
	TokenDiffers       Reason = "token_differs"
	Zombie             Reason = "zombie"
	TokenEqual         Reason = "token_equal"
)

func reasons() []string {
	return []string{string(OtherScope), string(OtherBoot), string(NoPID), string(NoToken), string(TokenSourceUnknown),
		string(TokenLater), string(CommandMatch), string(BootUnknown), string(NotObserved), string(Ambiguous),
		string(Unreadable), string(AbsenceUnproven), string(Absent), string(ProbeContradicts), string(TokenUnread),
		string(TokenIncomparable), string(TokenDiffers), string(Zombie), string(TokenEqual)}
}

// GroupState says whether anybody is in the group that the recorded process led
// (section 3).
type GroupState string

// The four states of a group.
const (
	GroupNone    GroupState = "none"
	GroupEmpty   GroupState = "empty"
	GroupPresent GroupState = "present"
	GroupUnknown GroupState = "unknown"
)

func groupStates() []string {
	return []string{string(GroupNone), string(GroupEmpty), string(GroupPresent), string(GroupUnknown)}
}

// Disposition is what a start-up reaper may do with a record (section 3).
type Disposition string

// The five dispositions.
const (
	LeaveToHolder Disposition = "leave_to_holder"
	Report        Disposition = "report"
	Correct       Disposition = "correct"
	Keep          Disposition = "keep"
	TearDown      Disposition = "tear_down"
)

func dispositions() []string {
	return []string{string(LeaveToHolder), string(Report), string(Correct), string(Keep), string(TearDown)}
}

// Words of the facts (section 1).
const (
	windows = "windows"
	linux   = "linux"
	other   = "other"

	job       = "job"
	inProcess = "in_process"

	fromLater        = "later"
	fromCommandMatch = "command_match"

	stateZombie     = "zombie"
	stateAbsent     = "absent"
	stateUnreadable = "unreadable"

	probeOK    = "ok"
	probeESRCH = "esrch"
	probeEPERM = "eperm"
)
